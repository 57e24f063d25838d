/** Creating and changing todos in one workspace; every answer comes after an fsync. */
import type { Bench } from "../bench.ts";
import { createDraw } from "../draw.ts";
import { counter, type RequestText } from "../http-text.ts";
import type { Seeded } from "../seed.ts";
import type { RunningService } from "../service.ts";
import { againstBare, connections, type Operation, ratioFigure } from "../versus-bare.ts";
import { measureGrouping, measureSlowGrouping } from "./grouping.ts";

const group = "Writing";

/** The creation that is measured everywhere: a small todo, with an Idempotency-Key. */
export function creation(key: string): RequestText {
  const body = { title: `Send the invoice ${counter}`, priority: "high", dueDate: "2026-03-31" };
  return { method: "POST", path: "/api/v1/todos", key, body, idempotencyKey: `bench-${counter}` };
}

export async function measureWrites(bench: Bench, service: RunningService, seeded: Seeded): Promise<void> {
  const [priority, title] = updates.map((updateOf) => updateOf(seeded)) as [Operation, Operation];
  for (const [operation, atMost] of [
    [priority, 5.5],
    [title, 8],
  ] as const) {
    bench.say(`changing: ${operation.id}`);
    bench.add(ratioFigure(group, operation, await againstBare(bench, service, operation), { atMost }));
  }
  const create = creations(seeded);
  bench.say("creating");
  bench.add(ratioFigure(group, create, await againstBare(bench, service, create), { atMost: 7 }));
  await measureGrouping(bench, { service, create });
  await measureSlowGrouping(bench, creations);
}

/** Changes of a priority, and of a title. */
export const updates: readonly ((seeded: Seeded) => Operation)[] = [
  (seeded) => update(seeded, "update", "a priority", [{ priority: "high" }, { priority: "low" }]),
  (seeded) => update(seeded, "update-title", "a title", [{ title: `Look again ${counter}` }]),
];

export function creations({ keys }: Pick<Seeded, "keys">): Operation {
  const what = "`POST /todos` with Idempotency-Key, 64 connections, one workspace";
  return { id: "create", what, status: 201, requests: keys.map(creation) };
}

/** Each body for every one of some todos drawn at random, one body after the other, so that each request changes something. */
function update({ ids, keys }: Seeded, id: string, changed: string, bodies: readonly unknown[]): Operation {
  const draw = createDraw(5);
  const places = Array.from({ length: 1024 - (1024 % connections) }, () => draw.of(ids));
  const requests = bodies.flatMap((body) =>
    places.map((todoId, at) => ({
      method: "PATCH",
      path: `/api/v1/todos/${todoId}`,
      key: keys[at % keys.length] as string,
      body,
    })),
  );
  return { id, what: `\`PATCH /todos/{id}\`: ${changed}, 64 connections`, status: 200, requests };
}
