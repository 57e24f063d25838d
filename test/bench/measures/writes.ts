/** Creating and changing todos in one workspace; every answer comes after an fsync. */
import { once } from "node:events";
import type { Bench } from "../bench.ts";
import { expectStatus, type Helper } from "../child.ts";
import { counter, type RequestText, requestText } from "../http-text.ts";
import type { Seeded } from "../seed.ts";
import type { RunningService } from "../service.ts";
import { median } from "../stats.ts";
import { againstBare, connections, type Operation, ratioFigure } from "../versus-bare.ts";

const group = "Writing";

/** The creation that is measured everywhere: a small todo, with an Idempotency-Key. */
export function creation(key: string): RequestText {
  const body = { title: `Send the invoice ${counter}`, priority: "high", dueDate: "2026-03-31" };
  return { method: "POST", path: "/api/v1/todos", key, body, idempotencyKey: `bench-${counter}` };
}

export async function measureWrites(bench: Bench, service: RunningService, seeded: Seeded): Promise<void> {
  const priority = update(seeded, "update", "a priority", [{ priority: "high" }, { priority: "low" }]);
  const title = update(seeded, "update-title", "a title", [{ title: `Look again ${counter}` }]);
  for (const operation of [priority, title]) {
    bench.say(`changing: ${operation.id}`);
    bench.add(ratioFigure(group, operation, await againstBare(bench, service, operation), { atMost: 4.5 }));
  }
  const create: Operation = {
    id: "create",
    what: "`POST /todos` with Idempotency-Key, 64 connections, one workspace",
    status: 201,
    requests: seeded.keys.map(creation),
  };
  bench.say("creating");
  bench.add(ratioFigure(group, create, await againstBare(bench, service, create), { atMost: 4 }));
  await measureGrouping(bench, service, create);
}

/** Each body for every one of some todos, one body after the other, so that each request changes something. */
function update({ ids, keys }: Seeded, id: string, changed: string, bodies: readonly unknown[]): Operation {
  const places = ids.slice(0, 1024 - (1024 % connections));
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

/** Durable writes a second, in turn with a plain loop of one transaction per write on the same disk. */
async function measureGrouping(bench: Bench, service: RunningService, create: Operation): Promise<void> {
  const single = await bench.helper("single-writes.ts", [bench.folder()]);
  const requests = create.requests.map(requestText);
  const alone: number[] = [];
  const grouped: number[] = [];
  bench.say("one transaction per write");
  for (let round = 0; round < bench.scale.rounds; round++) {
    alone.push(await singleWrites(single, bench.scale.burst));
    const firstCount = 500_000_000 + round * 1_000_000; // far from what the rounds count
    const job = { port: service.port, connections, requests, milliseconds: bench.scale.burst, firstCount };
    const result = expectStatus(await bench.load(job), 201, "creating");
    grouped.push((result.requests / result.milliseconds) * 1000);
  }
  const [ours, theirs] = [median(grouped), median(alone)];
  const note = `${ours.toFixed(0)}/s over HTTP, against ${theirs.toFixed(0)}/s in a loop of INSERT and COMMIT without HTTP`;
  const what = "durable writes a second, against one transaction per write";
  bench.add({ id: "grouping", group, what, value: ours / theirs, unit: "×", target: { atLeast: 10 }, note });
}

async function singleWrites(helper: Helper, milliseconds: number): Promise<number> {
  const answer = once(helper.child, "message");
  helper.child.send({ milliseconds });
  const [{ perSecond }] = (await answer) as [{ perSecond: number }];
  return perSecond;
}
