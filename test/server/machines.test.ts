/** Several nodes with one store: one owns the data and answers, the others wait and say so; the next owner has all that was acknowledged. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { ErrorBody } from "../helpers/client.ts";
import { createFakeStore, type FakeStore } from "../helpers/page-store.ts";
import { type TestOptions, startTestService, type TestService } from "../helpers/service.ts";
import { ownPort } from "../helpers/ports.ts";
import { eventually } from "../helpers/settle.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { until } from "../helpers/wait.ts";

const secretKey = "5".repeat(64);

function node(t: TestContext, store: FakeStore, { configuration, ...options }: TestOptions = {}): Promise<TestService> {
  return startTestService(t, {
    ...options,
    pageStore: () => store.node(),
    configuration: { secretKey, ...configuration },
  });
}

test("a node that waits answers 503 to everything, and takes over with all that was acknowledged", async (t) => {
  const store = createFakeStore();
  const first = await node(t, store);
  assert.equal((await fetch(`${first.url}/ready`)).status, 200);
  const todo = await first.ok("createTodo", { body: { title: "Kept" } });
  const port = await ownPort();
  const waiting = node(t, store, { configuration: { port } });
  const url = `http://127.0.0.1:${port}`;
  const knock = () => fetch(`${url}/ready`).then(({ status }) => status, String);
  await until("the one that waits listens", knock, (answer) => typeof answer === "number");
  for (const path of ["/ready", "/", "/healthz", "/api/v1/todos", "/docs"]) {
    const refused = await fetch(url + path);
    assert.equal(refused.status, 503, path);
    assert.equal(refused.headers.get("retry-after"), "1");
    const { error } = (await refused.json()) as ErrorBody;
    assert.deepEqual([error.type, error.code], ["api_error", "internal_error"]);
    assert.equal(error.requestId, refused.headers.get("x-request-id"));
  }
  await first.stop();
  const second = await waiting;
  assert.equal((await fetch(`${url}/ready`)).status, 200);
  const found = await second.ok("getTodo", { path: { todoId: todo.id }, credential: first.key });
  assert.equal(found.title, "Kept");
});

test("keys, sessions, cursors and what is due move with the data, and the folder is a cache", async (t) => {
  const store = createFakeStore();
  const first = await node(t, store);
  for (const title of ["One", "Two", "Three"]) await first.ok("createTodo", { body: { title } });
  const page = await first.ok("listTodos", { query: { limit: 2 } });
  await first.stop();
  const second = await node(t, store, { clock: first.clock });
  const rest = await second.ok("listTodos", {
    query: { limit: 2, cursor: page.nextCursor ?? "" },
    credential: first.key,
  });
  assert.equal(rest.data.length, 1);
  await second.ok("getIdentity", { credential: first.session });
  assert.ok(!existsSync(join(second.dataDir, "signing.key")));
  assert.ok(!existsSync(join(second.dataDir, "secret.key")));
  assert.deepEqual(
    readdirSync(second.dataDir).filter((name) => name.startsWith("alarms")),
    [],
  );
});

test("a retry with the same Idempotency-Key is made once when the owner changes", async (t) => {
  const store = createFakeStore();
  const first = await node(t, store);
  const request = { body: { title: "Once" }, headers: { "Idempotency-Key": "one-key-for-both" } };
  const made = await first.ok("createTodo", request);
  await first.stop();
  const second = await node(t, store);
  const again = await second.ok("createTodo", { ...request, credential: first.key });
  assert.equal(again.id, made.id);
});

test("an owner that may have lost the data answers 503 from then on", async (t) => {
  const store = createFakeStore();
  const losses: Error[] = [];
  const first = await node(t, store, { onLost: (error) => losses.push(error) });
  store.expire();
  await eventually("it may have lost the data", () => losses.length > 0);
  for (const path of ["/ready", "/api/v1/todos", "/healthz"])
    assert.equal(
      (await fetch(first.url + path, { headers: { authorization: `Bearer ${first.key}` } })).status,
      503,
      path,
    );
});

test("a folder that holds the data of one machine is refused and left as it is", async (t) => {
  const dataDir = tempDir(t);
  writeFileSync(join(dataDir, "directory.db"), "people");
  const { startInstance } = await import("../../src/testing/instance.ts");
  const start = startInstance({ dataDir, pageStore: () => createFakeStore().node(), configuration: { secretKey } });
  await assert.rejects(start, /holds the data of one machine[^]*dayshift store import/);
  assert.ok(existsSync(join(dataDir, "directory.db")));
});

test("a node with another secret key does not start", async (t) => {
  const store = createFakeStore();
  await (await node(t, store)).stop();
  await assert.rejects(node(t, store, { configuration: { secretKey: "6".repeat(64) } }), /DAYSHIFT_SECRET_KEY/);
});

test("a store with workspaces and no directory is not begun again", async (t) => {
  const store = createFakeStore();
  await (await node(t, store)).stop();
  (store.files as Map<string, unknown>).delete("directory");
  await assert.rejects(node(t, store), /has workspaces \(1\) and no directory/);
});

test("what is due while nobody owns the data is run once, by the next owner", async (t) => {
  const store = createFakeStore();
  const first = await node(t, store);
  const { data: agents } = await first.ok("listAgents");
  const schedule = { rrule: "FREQ=HOURLY", startsAt: "2026-01-01T00:00:00" };
  const assignees = [{ id: agents[0]?.id, type: "agent" }];
  const { id: todoId } = await first.ok("createTodo", { body: { title: "Report", assignees, schedule } });
  await first.stop();
  const { clock } = first;
  clock.advance(3_630_000); // half a minute after the hour
  const second = await node(t, store, { clock });
  clock.advance(1000);
  const ask = { path: { todoId }, credential: first.key };
  const occurrences = await until(
    "the run ends",
    () => second.ok("listScheduledOccurrences", ask),
    ({ data }) => data.some(({ status }) => status === "completed"),
  );
  assert.deepEqual(occurrences.data.map(({ status }) => status).sort(), ["completed", "scheduled"]);
  assert.equal((await second.ok("listTodoRuns", ask)).data.length, 1);
});
