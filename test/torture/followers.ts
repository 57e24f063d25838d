/**
 * Followers of a service in a process of its own: each receives every change once and in the order of the others, although
 * connections break all the time and the service is killed in the middle of the writes.
 */
import { setImmediate } from "node:timers/promises";
import { call, createKey, createWorkspace, eachOf, signIn } from "../bench/client.ts";
import { type RunningService, startService } from "../bench/service.ts";
import { eventually, losesPatience } from "../helpers/settle.ts";
import { Follower } from "./follower.ts";

export interface Following {
  readonly dataDir: string;
  readonly workers: string;
  readonly followers: number;
  /** Todos that are created, so many at a time; in each such step a tenth of the followers loses its connection. */
  readonly changes: number;
  readonly step: number;
  /** Steps from one kill of the service to the next. */
  readonly killEvery: number;
  readonly signal: AbortSignal;
  readonly say?: (line: string) => void;
}

// Half of what one credential may open: those that are cut come back before the service has seen them go.
const perCredential = 10;
/** Requests at a time: with the followers fewer connections than one address may have before it shows a credential. */
const writers = 16;

interface Scene extends Following {
  service: RunningService;
  readonly writer: string;
  readonly followed: readonly Follower[];
  /** Todos in the order of the feed. */
  readonly order: string[];
}

/** Answers what did not hold, in words. */
export async function follow(options: Following): Promise<string[]> {
  const scene = await open(options);
  try {
    const created = await writeAll(scene);
    await eventually("all received all", () => scene.followed.every(({ count }) => count >= options.changes));
    for (const follower of scene.followed) follower.leave();
    return await problemsOf(scene, created);
  } finally {
    for (const follower of scene.followed) follower.leave();
    await scene.service.kill();
  }
}

function start({ dataDir, workers }: Following): Promise<RunningService> {
  return startService({ dataDir, env: { DAYSHIFT_WORKERS: workers, DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000" } });
}

async function open(options: Following): Promise<Scene> {
  const service = await start(options);
  const { token } = await signIn(service.url);
  const workspaceId = await createWorkspace(service.url, token, "Followed");
  const some = Array.from({ length: Math.ceil(options.followers / perCredential) });
  const keys = await Promise.all(some.map(() => createKey(service.url, token, workspaceId)));
  const writer = keys[0] ?? "";
  const { changesCursor: cursor } = await snapshot(service.url, writer);
  const order: string[] = [];
  const followed = Array.from({ length: options.followers }, (_, at) => {
    return new Follower({ credential: keys[at % keys.length] ?? "", workspaceId, cursor, order });
  });
  await connect(followed, service);
  return { ...options, service, writer, followed, order };
}

async function connect(followers: readonly Follower[], { url }: RunningService): Promise<void> {
  await Promise.all(followers.map((follower) => follower.connect(url)));
}

/** Creates all, while followers and the service go and come back; answers the ids that were acknowledged. */
async function writeAll(scene: Scene): Promise<string[]> {
  const ids: string[] = [];
  for (let begun = 0, turn = 1; begun < scene.changes; begun += scene.step, turn += 1) {
    const numbers = Array.from({ length: Math.min(scene.step, scene.changes - begun) }, (_, at) => begun + at);
    const created = eachOf(numbers, writers, (at) => create(scene, at));
    if (turn % scene.killEvery === 0) await killAndStart(scene);
    else await breakSome(scene, turn);
    ids.push(...(await created));
    if (turn % 25 === 0) scene.say?.(`${ids.length} todos, ${turn} steps`);
  }
  return ids;
}

async function killAndStart(scene: Scene): Promise<void> {
  await scene.service.kill();
  for (const follower of scene.followed) follower.leave();
  scene.service = await start(scene);
  await connect(scene.followed, scene.service);
}

async function breakSome({ followed, service }: Scene, turn: number): Promise<void> {
  const some = followed.filter((_, index) => index % 10 === turn % 10);
  for (const follower of some) follower.leave();
  await connect(some, service);
}

/** Creates a todo; the same key creates it once, however often it is tried, until the signal ends it. Rejects with the last failure when that is in vain. */
async function create(scene: Scene, at: number): Promise<string> {
  const headers = { "Idempotency-Key": `todo ${at}` };
  const isInVain = losesPatience();
  for (;;) {
    scene.signal.throwIfAborted();
    const address = `${scene.service.url}/api/v1/todos`;
    const made = call<{ id: string }>(address, { credential: scene.writer, headers, body: { title: `${at}` } });
    const todo = await made.catch((error: unknown) => {
      if (isInVain()) throw error;
      return null;
    });
    if (todo !== null) return todo.id;
    await setImmediate();
  }
}

/** What followers received against each other, what was acknowledged, and what is there. */
async function problemsOf(
  { followed, order, service, writer, changes }: Scene,
  created: readonly string[],
): Promise<string[]> {
  const there = await todoIds(service.url, writer);
  const received = new Set(order);
  return [
    ...followed.flatMap(({ problems }) => problems),
    ...followed
      .filter(({ count }) => count !== changes)
      .map(({ count }) => `a follower received ${count} of ${changes}`),
    ...(new Set(created).size === changes ? [] : [`${new Set(created).size} of ${changes} todos were created`]),
    ...(received.size === changes ? [] : [`${received.size} of ${changes} todos were in the feed`]),
    ...created.filter((id) => !received.has(id)).map((id) => `nobody received ${id}`),
    ...there.filter((id, at) => order[at] !== id).map((id) => `${id} stands elsewhere in the feed`),
  ];
}

/** The ids of all todos, oldest first. */
async function todoIds(url: string, credential: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Snapshot = await snapshot(url, credential, cursor);
    ids.push(...page.todos.rows.map(([id]) => String(id)));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

interface Snapshot {
  readonly changesCursor: string;
  readonly todos: { readonly rows: readonly (readonly unknown[])[] };
  readonly nextCursor: string | null;
}

function snapshot(url: string, credential: string, cursor: string | null = null): Promise<Snapshot> {
  const query = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
  return call<Snapshot>(`${url}/app/v1/snapshot${query}`, { credential });
}
