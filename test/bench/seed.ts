/** Workspaces with something in them, filled through the public interface. */
import type { Bench } from "./bench.ts";
import { expectStatus } from "./child.ts";
import { call, createKey, createWorkspace } from "./client.ts";
import { counter, requestText } from "./http-text.ts";
import type { RunningService } from "./service.ts";

export interface Seeded {
  readonly workspaceId: string;
  /** Several keys of the workspace: a key serves at most a million requests a minute. */
  readonly keys: readonly string[];
  /** Ids of some todos, spread over all of them. */
  readonly ids: readonly string[];
}

const batchSize = 50;
const keysPerWorkspace = 4;
const priorities = ["urgent", "high", "medium", "low", undefined] as const;
const subjects = ["invoice", "contract", "garden", "report", "travel plan", "budget", "website", "interview"];

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
  const step = Math.max(1, Math.floor(ids.length / 2048));
  return { workspaceId, keys, ids: ids.filter((_, at) => at % step === 0 && at % 50 !== 7) };
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
  const requests = Array.from({ length: 20 }, (_, at) =>
    requestText({
      method: "POST",
      path: "/api/v1/todos/batch",
      key: keys[at % keys.length] as string,
      body: { data: Array.from({ length: batchSize }, (_, item) => todoBody(at * batchSize + item, listIds)) },
    }),
  );
  const count = Math.ceil(todos / batchSize);
  expectStatus(await bench.load({ port: service.port, connections: 4, requests, count }), 200, "seeding");
}

function todoBody(n: number, listIds: readonly string[]): unknown {
  const day = new Date(Date.UTC(2026, 0, 1 + (n % 365))).toISOString().slice(0, 10);
  return {
    title: `Look after the ${subjects[n % subjects.length]} of ${counter}-${n % batchSize}`,
    content: n % 3 === 0 ? `Ask Ana about the ${subjects[(n * 7) % subjects.length]}, then write it down.` : undefined,
    priority: priorities[n % priorities.length],
    type: n % 10 === 3 ? "responsibility" : "task",
    dueDate: n % 4 === 0 ? undefined : day,
    todoListId: n % 2 === 0 ? undefined : listIds[n % listIds.length],
    assignees: n % 3 === 1 ? [] : undefined,
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
