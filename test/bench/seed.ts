/** Workspaces with something in them, filled through the public interface. */
import type { Bench } from "./bench.ts";
import { expectStatus } from "./child.ts";
import { call, createKey, createWorkspace } from "./client.ts";
import { createDraw, type Draw, drawWord, vocabulary } from "./draw.ts";
import { counter, requestText } from "./http-text.ts";
import type { RunningService } from "./service.ts";

export interface Seeded {
  readonly workspaceId: string;
  /** Several keys of the workspace: a key serves at most a million requests a minute. */
  readonly keys: readonly string[];
  /** Ids of the todos, newest first; those that are archived are not among them. */
  readonly ids: readonly string[];
}

const batchSize = 50;
const keysPerWorkspace = 4;
/** Batches that differ: what comes after them repeats their todos, but for a number in the title. */
const batches = 400;
const priorities = ["urgent", "high", "medium", "low", undefined] as const;
/** What the texts are made of. */
export const words = vocabulary(createDraw(1), 600);

/** Makes a workspace with so many todos of every kind: a fifth done, a tenth in progress, a fiftieth archived. */
export async function seedWorkspace(
  bench: Bench,
  service: RunningService,
  token: string,
  todos: number,
): Promise<Seeded> {
  const workspaceId = await createWorkspace(service.url, token, `Bench ${todos}`);
  const keys: string[] = [];
  while (keys.length < keysPerWorkspace) keys.push(await createKey(service.url, token, workspaceId));
  await createTodos(bench, service, keys, todos);
  const ids = await allIds(service, keys[0] as string);
  await changeSome(bench, service, keys[0] as string, ids);
  return { workspaceId, keys, ids: ids.filter((_, at) => at % 50 !== 7) };
}

async function createTodos(
  bench: Bench,
  service: RunningService,
  keys: readonly string[],
  todos: number,
): Promise<void> {
  const lists = ["Home", "Work", "Someday"];
  const listIds: string[] = [];
  for (const name of lists) {
    const list = { credential: keys[0] as string, body: { name } };
    listIds.push((await call<{ id: string }>(`${service.url}/api/v1/todo-lists`, list)).id);
  }
  const draw = createDraw(2);
  const count = Math.ceil(todos / batchSize);
  const requests = Array.from({ length: Math.min(count, batches) }, (_, at) =>
    requestText({
      method: "POST",
      path: "/api/v1/todos/batch",
      key: keys[at % keys.length] as string,
      body: { data: Array.from({ length: batchSize }, (_, item) => todoBody(draw, item, listIds)) },
    }),
  );
  expectStatus(await bench.load({ port: service.port, connections: 4, requests, count }), 200, "seeding");
}

function todoBody(draw: Draw, item: number, listIds: readonly string[]): unknown {
  const day = (): string => new Date(Date.UTC(2026, 0, 1 + draw.below(365))).toISOString().slice(0, 10);
  const text = (length: number): string => Array.from({ length }, () => drawWord(draw, words)).join(" ");
  return {
    title: `Look after the ${text(3)} of ${counter}-${item}`,
    content: draw.chance(0.33) ? `Ask Ana about the ${text(8)}, then write it down.` : undefined,
    priority: draw.of(priorities),
    type: draw.chance(0.1) ? "responsibility" : "task",
    dueDate: draw.chance(0.25) ? undefined : day(),
    todoListId: draw.chance(0.5) ? undefined : draw.of(listIds),
    assignees: draw.chance(0.33) ? [] : undefined,
  };
}

async function allIds(service: RunningService, key: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const url: string = `${service.url}/api/v1/todos?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const page: { data: { id: string }[]; nextCursor: string | null } = await call(url, { credential: key });
    for (const { id } of page.data) ids.push(id);
    cursor = page.nextCursor;
  }
  return ids;
}

const changesAtOnce = 20_000;

async function changeSome(bench: Bench, service: RunningService, key: string, ids: readonly string[]): Promise<void> {
  const requests = ids.flatMap((id, at) => {
    const path = `/api/v1/todos/${id}`;
    if (at % 50 === 7) return [requestText({ method: "DELETE", path, key })];
    if (at % 5 === 0) return [requestText({ method: "PATCH", path, key, body: { status: "done" } })];
    return at % 10 === 1 ? [requestText({ method: "PATCH", path, key, body: { status: "in_progress" } })] : [];
  });
  for (let at = 0; at < requests.length; at += changesAtOnce) {
    const part = requests.slice(at, at + changesAtOnce);
    const job = { port: service.port, connections: 1, requests: part, count: part.length };
    expectStatus(await bench.load({ ...job, connections: Math.min(32, part.length) }), 200, "seeding");
  }
}
