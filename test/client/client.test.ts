/** The typed client over the real service, with faults in between. Time and chance are the test's. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { createClient, DayshiftError, type ClientOptions } from "dayshift/client";
import { appTable, publicTable } from "../../src/schema/operations/index.ts";
import { startTestService } from "../helpers/service.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { pluck } from "../helpers/pluck.ts";

const service = await startTestService({ after });

/** What happens to one attempt: an answer made up on the way, a lost request, or a lost answer. */
type Fault = { readonly status: number; readonly body?: object | string; readonly wait?: string } | "unsent" | "lost";

let made = 0;

/** A client whose first attempts meet the faults; what it sent and how long it paused. */
function clientWith(faults: readonly Fault[] = [], options: Partial<ClientOptions> = {}) {
  const left = [...faults];
  const pauses: number[] = [];
  const keys: (string | undefined)[] = [];
  const client = createClient({
    url: service.url,
    token: service.key,
    fetch: async (address, init) => {
      keys.push((init.headers as Record<string, string>)["idempotency-key"]);
      const fault = left.shift();
      if (fault === undefined) return fetch(address, init);
      if (fault === "lost") await (await fetch(address, init)).text();
      if (typeof fault === "string") throw new TypeError("fetch failed");
      const text = typeof fault.body === "string" ? fault.body : JSON.stringify({ error: fault.body });
      return new Response(text, { status: fault.status, headers: fault.wait ? { "retry-after": fault.wait } : {} });
    },
    ports: {
      sleep: async (milliseconds) => void pauses.push(milliseconds),
      random: () => 0.5,
      newKey: () => `key ${(made += 1)}`,
    },
    ...options,
  });
  return { client, pauses, keys };
}

const limited = { type: "rate_limit_error", code: "rate_limit_exceeded", message: "Wait." };
const broken = { type: "api_error", code: "internal_error", message: "The service failed." };

test("each operation is a method, and its input and output are typed", { rules: ["client.typed"] }, async () => {
  const { client } = clientWith();
  const names = [...publicTable, ...appTable].map(({ id }) => id);
  assert.deepEqual(Object.keys(client).sort(), [...names, "each", "waitForChat"].sort());
  const todo = await client.createTodo({ title: "Typed", priority: "low" });
  for (const ending of ["/", "/api/v1", "/app/v1/"]) {
    const elsewhere = clientWith([], { url: service.url + ending }).client;
    assert.equal((await elsewhere.getTodo({ todoId: todo.id })).title, "Typed", ending);
  }
  const status: "ready" | "in_progress" | "done" = (await client.getTodo({ todoId: todo.id })).status;
  assert.equal(status, "ready");
  // @ts-expect-error a title is a text
  await assert.rejects(client.createTodo({ title: 5 }), { code: "validation_failed", param: "title" });
  // @ts-expect-error an id is needed
  await assert.rejects(client.getTodo({}), /getTodo needs todoId/);
  // @ts-expect-error no field of that name
  await assert.rejects(client.updateTodo({ todoId: todo.id, colour: "red" }), { param: "colour" });
});

test("a refusal is an error with everything that the body says", { rules: ["client.typed"] }, async () => {
  const { client, pauses } = clientWith();
  const error = await client.getTodo({ todoId: service.userId }).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof DayshiftError);
  assert.deepEqual(
    [error.status, error.type, error.code, error.param],
    [404, "not_found_error", "resource_not_found", null],
  );
  assert.match(error.requestId, /^req_/);
  assert.deepEqual(pauses, []);
});

test("an operation that answers with a text gives it, and what kind it is", { rules: ["client.typed"] }, async () => {
  const { id } = await service.ok("createCapture", { body: { type: "note", content: "Call *Ana*." } });
  const { client } = clientWith([], { token: service.session });
  const { text, contentType } = await client.exportCapture({ captureId: id, format: "txt" });
  assert.match(text, /Call \*Ana\*/);
  assert.match(contentType, /^text\/plain/);
  await assert.rejects(client.exportCapture({ captureId: id, format: "srt" }), { code: "resource_conflict" });
});

test("one workspace of several is meant by its name, else the default one", { rules: ["client.typed"] }, async () => {
  const { id } = await service.addWorkspace("Another");
  const { client } = clientWith([], { token: () => Promise.resolve(service.session), workspaceId: id });
  assert.equal((await client.getIdentity()).workspace.id, id);
  const unnamed = await clientWith([], { token: service.session }).client.getIdentity();
  assert.equal(unnamed.workspace.id, service.workspaceId);
});

test("Retry-After decides the pause, else it grows, with chance in it", { rules: ["client.retries"] }, async () => {
  const advised = clientWith([{ status: 429, body: limited, wait: "7" }]);
  await advised.client.listTodos();
  assert.deepEqual(advised.pauses, [7000]);
  const grown = clientWith([
    { status: 500, body: broken },
    { status: 504, body: broken },
    { status: 429, body: limited },
  ]);
  await grown.client.listTodos();
  assert.deepEqual(grown.pauses, [375, 750, 1500]);
});

test(
  "a retry for which it would have to wait too long is left to the caller",
  { rules: ["client.retries"] },
  async () => {
    const busy = clientWith([{ status: 429, body: limited, wait: "7" }], { longestWait: 2000 });
    await assert.rejects(busy.client.listTodos(), { code: limited.code, retryAfter: 7 });
    assert.deepEqual(busy.pauses, []);
  },
);

test("it gives up after its retries, with the last failure", { rules: ["client.retries"] }, async () => {
  const faults = Array.from({ length: 9 }, () => ({ status: 500, body: broken }));
  const usual = clientWith(faults);
  await assert.rejects(usual.client.listTodos(), { code: "internal_error" });
  assert.equal(usual.keys.length, 4);
  const none = clientWith(faults, { retries: 0 });
  await assert.rejects(none.client.listTodos(), { code: "internal_error" });
  assert.equal(none.keys.length, 1);
});

const final = [
  { status: 402, body: { type: "rate_limit_error", code: "insufficient_minutes", message: "Out." }, wait: "60" },
  { status: 400, body: { type: "invalid_request_error", code: "validation_failed", message: "Wrong." } },
  { status: 401, body: { type: "authentication_error", code: "invalid_api_key", message: "Who?" } },
  { status: 403, body: { type: "permission_error", code: "missing_scope", message: "No." } },
  {
    status: 409,
    body: { type: "conflict_error", code: "idempotency_request_in_progress", message: "Wait." },
    wait: "1",
  },
];

for (const fault of final) {
  test(`${fault.body.code} is never retried`, { rules: ["client.retries"] }, async () => {
    const { client, keys } = clientWith([fault]);
    await assert.rejects(client.createTodo({ title: "x" }), { code: fault.body.code });
    assert.equal(keys.length, 1);
  });
}

test("a page of a proxy is judged by its status", { rules: ["client.retries"] }, async () => {
  const { client, pauses } = clientWith([{ status: 502, body: "<html>Bad gateway</html>" }]);
  await client.listTodos();
  assert.equal(pauses.length, 1);
  await assert.rejects(clientWith([{ status: 200, body: "<html>" }]).client.listTodos(), /check the address/);
});

test("a creating call acts once, whatever is lost", { rules: ["client.idempotency"] }, async () => {
  const { client, keys } = clientWith(["unsent", "lost", { status: 500, body: broken }]);
  const todo = await client.createTodo({ title: "Only once" });
  assert.equal(keys.length, 4);
  assert.equal(new Set(keys).size, 1);
  const { data } = await service.ok("listTodos", { query: { query: "Only once" } });
  assert.deepEqual(pluck(data, "id"), [todo.id]);
  await client.createTodo({ title: "Only once" });
  assert.equal(new Set(keys).size, 2);
  const first = await client.createTodo({ title: "Mine" }, { idempotencyKey: "mine" });
  assert.deepEqual(await client.createTodo({ title: "Mine" }, { idempotencyKey: "mine" }), first);
});

test("another write sends no key and is not repeated", { rules: ["client.idempotency"] }, async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Changed" } });
  const { client, keys } = clientWith(["lost"]);
  await assert.rejects(client.updateTodo({ todoId, priority: "low" }), TypeError);
  assert.deepEqual(keys, [undefined]);
  const read = clientWith(["lost"]);
  assert.equal((await read.client.getTodo({ todoId })).priority, "low");
});

test("iterating gives every item of every page once", { rules: ["client.pages"] }, async () => {
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "Long" } });
  const data = Array.from({ length: 7 }, (_, n) => ({ title: `Item ${n}`, todoListId }));
  await service.ok("batchCreateTodos", { body: { data } });
  const { client, keys } = clientWith();
  const titles: (string | null)[] = [];
  for await (const { title } of client.each.listTodos({ todoListId, limit: 3 })) titles.push(title);
  assert.deepEqual(titles.toReversed(), pluck(data, "title"));
  assert.equal(keys.length, 3);
  for await (const _ of client.each.listTodos({ todoListId, limit: 3 })) break;
  assert.equal(keys.length, 4);
});

test("waiting for a chat ends with the turn, and gives what was said since", { rules: ["client.wait"] }, async () => {
  let looks = 0;
  const sleep = async (milliseconds: number): Promise<void> => {
    assert.equal(milliseconds, 1000);
    looks += 1;
    if (looks >= 3) service.model.release(); // again, should the model not have been asked by then
  };
  const { client } = clientWith([], { ports: { sleep, random: () => 0, newKey: () => "chat" } });
  const { id } = await client.createChat({ message: "hang\nHello" });
  const { chat, messages } = await client.waitForChat(id);
  assert.ok(looks >= 3);
  assert.equal(chat.status, "completed");
  assert.deepEqual(pluck(messages, "role"), ["user", "assistant"]);
  const later = await client.waitForChat(id, { afterSequence: messages[0]?.sequence ?? 0 });
  assert.equal(later.messages.length, 1);
});

test("an aborted signal ends a call, also between two attempts", { rules: ["client.retries"] }, async () => {
  const stop = new AbortController();
  const { client } = clientWith([{ status: 500, body: broken }], {
    ports: {
      sleep: (_, signal) => (stop.abort(), Promise.reject(signal?.reason as Error)),
      random: () => 0,
      newKey: () => "x",
    },
  });
  await assert.rejects(client.listTodos({}, { signal: stop.signal }), { name: "AbortError" });
});

test("the lines in the guide run as they stand", { rules: ["client.typed"] }, async (context) => {
  const guide = readFileSync("docs/guides/typed-client.md", "utf8");
  const [, lines = ""] = /```ts\n([\s\S]*?)```/.exec(guide) ?? [];
  assert.match(lines, /createClient/);
  const path = join(tempDir(context), "readme.mts");
  const from = JSON.stringify(new URL("../../src/client/index.ts", import.meta.url).href);
  writeFileSync(path, lines.replace('"@dayshift/client"', from).replace("http://127.0.0.1:8787", service.url));
  const said: unknown[][] = [];
  context.mock.method(console, "log", (...words: unknown[]) => void said.push(words));
  process.env["DAYSHIFT_KEY"] = service.key;
  await import(pathToFileURL(path).href);
  assert.deepEqual(said.at(-2)?.[0], "completed");
  assert.deepEqual(said.at(-1)?.[0], "resource_not_found");
  assert.ok(said.some(([day, title]) => day === "2026-03-31" && title === "Call Ana"));
});
