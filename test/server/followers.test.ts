/**
 * Two hundred followers of a service in a process of its own: each receives every change once and in order, although connections break
 * all the time and the service is killed in the middle of the writes.
 */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { call, createKey, createWorkspace, signIn } from "../bench/client.ts";
import { type RunningService, startService } from "../bench/service.ts";
import { openFeed, type TestFeed } from "../helpers/feed.ts";
import { eventually } from "../helpers/settle.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const followerCount = 200;
// Half of what one credential may open: those that are cut come back before the service has seen them go.
const perCredential = 10;
const todoCount = 120;

/** A client that comes back by its cursor whenever it is cut off. */
class Follower {
  readonly ids: string[] = [];
  readonly #credential: string;
  readonly #workspaceId: string;
  #cursor: string;
  #feed: TestFeed | null = null;

  constructor(credential: string, workspaceId: string, cursor: string) {
    this.#credential = credential;
    this.#workspaceId = workspaceId;
    this.#cursor = cursor;
  }

  async connect(url: string): Promise<void> {
    const start = { type: "start", workspaceId: this.#workspaceId, after: this.#cursor };
    this.#feed = await openFeed({ url, credential: this.#credential, start });
  }

  /** Cuts the connection, and keeps what has come. */
  leave(): void {
    const feed = this.#feed;
    this.#feed = null;
    feed?.cut();
    for (const { kind, id } of feed?.changes ?? []) if (kind === "todo") this.ids.push(id);
    this.#cursor = feed?.cursor ?? this.#cursor;
  }

  get count(): number {
    return this.ids.length + (this.#feed?.changes.filter(({ kind }) => kind === "todo").length ?? 0);
  }
}

interface Services {
  current: RunningService;
}

/** Creates a todo; the same key makes it once, however often it is tried, until the test is over. */
async function create(t: TestContext, services: Services, credential: string, at: number): Promise<string> {
  const headers = { "Idempotency-Key": `todo ${at}` };
  for (;;) {
    t.signal.throwIfAborted();
    const made = call<{ id: string }>(`${services.current.url}/api/v1/todos`, {
      credential,
      headers,
      body: { title: `${at}` },
    });
    const todo = await made.catch(() => null);
    if (todo !== null) return todo.id;
    await setImmediate();
  }
}

for (const workers of ["0", "2"]) {
  test(`${followerCount} followers get ${todoCount} todos once, in order, over kill -9, with ${workers} worker threads`, async (t) => {
    await prove(t, workers);
  });
}

async function prove(t: TestContext, workers: string): Promise<void> {
  const dataDir = tempDir(t);
  const env = { DAYSHIFT_WORKERS: workers, DAYSHIFT_RATE_LIMIT_PER_MINUTE: "100000" };
  const start = async (): Promise<RunningService> => {
    const service = await startService({ dataDir, env });
    t.after(() => service.kill());
    return service;
  };
  const services: Services = { current: await start() };
  const { token } = await signIn(services.current.url);
  const workspaceId = await createWorkspace(services.current.url, token, "Followed");
  const keys = await Promise.all(
    Array.from({ length: followerCount / perCredential }, () => createKey(services.current.url, token, workspaceId)),
  );
  const [writer = ""] = keys;
  const { changesCursor } = await call<{ changesCursor: string }>(`${services.current.url}/app/v1/snapshot`, {
    credential: writer,
  });
  const followers = Array.from(
    { length: followerCount },
    (_, at) => new Follower(keys[at % keys.length] as string, workspaceId, changesCursor),
  );
  const connectAll = () => Promise.all(followers.map((follower) => follower.connect(services.current.url)));
  await connectAll();

  const made: Promise<string>[] = [];
  for (let at = 0; at < todoCount; at += 1) {
    made.push(create(t, services, writer, at));
    if (at % 10 !== 9) continue;
    // A tenth of them lose their connection, and come back.
    const some = followers.filter((_, index) => index % 10 === Math.floor(at / 10) % 10);
    for (const follower of some) follower.leave();
    if (at === 59) {
      await services.current.kill();
      for (const follower of followers) follower.leave();
      services.current = await start();
      await connectAll();
    } else await Promise.all(some.map((follower) => follower.connect(services.current.url)));
  }
  const ids = await Promise.all(made);
  await eventually("all received all", () => followers.every(({ count }) => count >= todoCount));
  const { todos } = await call<{ todos: { rows: readonly (readonly string[])[] } }>(
    `${services.current.url}/app/v1/snapshot`,
    { credential: writer },
  );
  const inOrder = todos.rows.map(([id]) => id);
  assert.deepEqual(new Set(ids), new Set(inOrder));
  for (const follower of followers) {
    follower.leave();
    assert.deepEqual(follower.ids, inOrder);
  }
  await services.current.stop();
}
