/** The command line tries again by the rules of the typed client: over real HTTP, through something that loses and refuses. */
import assert from "node:assert/strict";
import { type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { after, test, type TestContext } from "node:test";
import { serve } from "../helpers/local-server.ts";
import { nowhere } from "../helpers/ports.ts";
import { startTestService } from "../helpers/service.ts";
import { openTerminal } from "./terminal.ts";
import { pluck } from "../helpers/pluck.ts";

const service = await startTestService({ after });

type Fault = "lost" | { readonly code: string; readonly status: number; readonly wait?: string };

const types: Readonly<Record<number, string>> = { 429: "rate_limit_error", 500: "api_error", 402: "rate_limit_error" };

/** A way to the service on which the first requests meet the faults; what came by, by its key. */
async function badWay(context: TestContext, faults: readonly Fault[]) {
  const left = [...faults];
  const keys: unknown[] = [];
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const body = await text(request);
    keys.push(headers["idempotency-key"]);
    const fault = left.shift();
    if (typeof fault === "object") {
      const error = {
        type: types[fault.status],
        code: fault.code,
        message: "Not now.",
        param: null,
        requestId: "req_1",
      };
      response.writeHead(fault.status, { "content-type": "application/json", "retry-after": fault.wait ?? "" });
      return void response.end(JSON.stringify({ error }));
    }
    const answer = await fetch(`${service.url}${request.url}`, {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(body !== "" && { body }),
    });
    const said = await answer.text();
    if (fault === "lost") return void response.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(said);
  };
  const url = await serve(context, (request, response) => void pass(request, response));
  const pauses: number[] = [];
  const terminal = openTerminal({ advance: (milliseconds) => void pauses.push(milliseconds) });
  Object.assign(terminal.env, { DAYSHIFT_URL: url, DAYSHIFT_KEY: service.key });
  return { terminal, keys, pauses };
}

test("a creating command acts once", { rules: ["client.retries", "client.idempotency"] }, async (context) => {
  const limited = { status: 429, code: "rate_limit_exceeded", wait: "7" };
  const { terminal, keys, pauses } = await badWay(context, ["lost", limited, { status: 500, code: "internal_error" }]);
  const { id } = await terminal.json<{ id: string }>("todos", "create", "Only once");
  assert.equal(keys.length, 4);
  assert.equal(new Set(keys).size, 1);
  assert.ok(typeof keys[0] === "string");
  assert.equal(pauses[1], 7000);
  const { data } = await service.ok("listTodos", { query: { query: "Only once" } });
  assert.deepEqual(pluck(data, "id"), [id]);
  await terminal.json("todos", "create", "Only once");
  assert.equal(new Set(keys).size, 2);
});

test("a failing service leaves the key for repeating", { rules: ["client.idempotency"] }, async (context) => {
  const failed = { status: 500, code: "internal_error", wait: "5" };
  const { terminal, keys } = await badWay(context, [failed, failed, failed, failed]);
  const { code, err } = await terminal.run("todos", "create", "Only once, by hand");
  assert.equal(code, 1);
  const [, key = ""] = /repeat the command with --idempotency-key (\S+)/.exec(err) ?? assert.fail(err);
  assert.deepEqual([...new Set(keys)], [key]);
  assert.equal((await terminal.run("todos", "create", "Only once, by hand", "--idempotency-key", key)).code, 0);
});

test("a change without an answer is not sent again", { rules: ["client.retries"] }, async (context) => {
  const { id } = await service.ok("createTodo", { body: { title: "Changed once" } });
  const { terminal, keys } = await badWay(context, ["lost"]);
  const { code, err } = await terminal.run("todos", "update", id, "--status", "done");
  assert.equal(code, 1);
  assert.match(err, /No answer/);
  assert.equal(keys.length, 1);
});

test("a rate limit that does not pass ends with 6", { rules: ["client.retries"] }, async (context) => {
  const limited = { status: 429, code: "rate_limit_exceeded", wait: "7" };
  const { terminal, keys } = await badWay(
    context,
    Array.from({ length: 9 }, () => limited),
  );
  const { code, err } = await terminal.run("todos", "list");
  assert.deepEqual([code, keys.length], [6, 4]);
  assert.match(err, /rate_limit_exceeded/);
});

test("out of minutes, and any other refusal, is final", { rules: ["client.retries"] }, async (context) => {
  const { terminal, keys } = await badWay(context, [{ status: 402, code: "insufficient_minutes", wait: "60" }]);
  assert.equal((await terminal.run("chats", "create", "Hello")).code, 7);
  assert.equal((await terminal.run("todos", "get", service.userId)).code, 3);
  assert.equal(keys.length, 2);
});

test("a person hears at once that no service is there", { rules: ["client.retries"] }, async (context) => {
  const url = await nowhere(context);
  for (const [isWatched, tries] of [
    [true, 0],
    [false, 3],
  ] as const) {
    const pauses: number[] = [];
    const terminal = openTerminal({ isWatched, advance: (milliseconds) => void pauses.push(milliseconds) });
    Object.assign(terminal.env, { DAYSHIFT_URL: url, DAYSHIFT_KEY: service.key });
    const { code, err } = await terminal.run("whoami");
    assert.equal(code, 1);
    assert.match(err, /No answer from http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED.*\n.*dayshift serve/);
    assert.equal(pauses.length, tries);
  }
});

test("a lost answer is asked for again at a terminal", { rules: ["client.retries"] }, async (context) => {
  const { keys, terminal } = await badWay(context, ["lost"]);
  const watched = openTerminal({ isWatched: true });
  Object.assign(watched.env, terminal.env);
  assert.equal((await watched.run("todos", "list")).code, 0);
  assert.equal(keys.length, 2);
});
