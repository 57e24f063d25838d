/** What reading tools of MCP answer is made few at a time, for all credentials together, whether or not it is read. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { streamOf } from "../../../src/gateway/http/pieces.ts";
import { createMaking, createMakingQueue } from "../../../src/gateway/mcp/making.ts";
import { limits } from "../../../src/schema/limits.ts";
import { callTool, errorIn, post, type ToolResult } from "../../helpers/mcp.ts";
import { startTestService } from "../../helpers/service.ts";
import { turns } from "../../helpers/settle.ts";

const options = { rules: ["limits.mcp-answers"] };
const atOnce = limits.mcpAnswers.service.max;

const service = await startTestService({ after });
for (let n = 0; n < 10; n++) {
  await service.ok("createTodo", { body: { title: `Long ${n}`, content: "ü".repeat(100_000) } });
}

/** Clients of one queue, whose answers are made when the test says so. */
function asking() {
  const queue = createMakingQueue();
  const begun: string[] = [];
  const ask = (name: string, credentialId = "key") => {
    const client = new AbortController();
    const making = createMaking(queue, { credentialId, isAlone: true, signal: client.signal });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const make = (): Promise<string> => {
      begun.push(name);
      return promise;
    };
    const read = making.read(make, ({ length }) => length);
    const response = making.respond(read.then((text) => ({ status: 200, headers: {}, body: streamOf(text) })));
    response.catch(() => undefined);
    const take = async (): Promise<void> => {
      for await (const _ of (await response).body as ReadableStream) return;
    };
    return { response, take, make: () => resolve("text"), fail: reject, leave: () => client.abort() };
  };
  return { ask, begun };
}

test("an answer is made when another one is on its way", options, async () => {
  const { ask, begun } = asking();
  const [first, second] = [ask("first"), ask("second")];
  const third = ask("third");
  await turns(2);
  assert.equal(atOnce, 2);
  assert.deepEqual(begun, ["first", "second"]);
  first.make();
  await turns(5);
  assert.deepEqual(begun, ["first", "second"], "it is not read yet");
  await first.take();
  await turns(2);
  assert.deepEqual(begun, ["first", "second", "third"]);
  second.fail(new Error("broken"));
  await assert.rejects(second.response, /broken/);
  third.make();
  await third.take();
});

test("a client that leaves holds nobody up, and what it asked for is not made", options, async () => {
  const { ask, begun } = asking();
  const made = [ask("first"), ask("second")];
  const waiting = [ask("third"), ask("fourth"), ask("fifth")];
  for (const one of made) one.make();
  await turns(5);
  waiting[0]?.leave();
  for (const one of made) one.leave();
  await turns(5);
  assert.deepEqual(begun, ["first", "second", "fourth", "fifth"]);
});

test("credentials take turns, and each has so many that wait", options, async () => {
  const { ask, begun } = asking();
  const { credential } = limits.waitingMcpAnswers;
  const all = Array.from({ length: atOnce + credential.max }, (_, n) => ask(`greedy ${n}`, "greedy"));
  await assert.rejects(ask("one more", "greedy").response, { code: "rate_limit_exceeded" });
  const other = ask("other", "other");
  for (const one of all) one.make();
  for (const one of all.slice(0, atOnce)) await one.take();
  await turns(5);
  assert.deepEqual(begun.slice(atOnce), [`greedy ${atOnce}`, "other"]);
  other.leave();
});

const list = (id: number, limit: number) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "list_todos", arguments: { limit } },
});

function todosIn({ structuredContent = {} }: ToolResult): number {
  return (structuredContent["data"] as unknown[]).length;
}

test("answers to several messages are short together; a call alone is answered in full", options, async () => {
  const { replies } = await post(service, [list(1, 4), list(2, 4), list(3, 4), list(4, 1)]);
  const results = replies.map(({ result }) => result as unknown as ToolResult);
  const refused = results.filter(({ isError }) => isError === true);
  assert.deepEqual([results.length, refused.length], [4, 1]);
  for (const result of refused) assert.equal(errorIn(result).code, "rate_limit_exceeded");
  assert.equal(todosIn(await callTool(service, "list_todos", { limit: 10 })), 10);
});

test("answers that are asked for at once all come", options, async () => {
  const all = await Promise.all(Array.from({ length: 10 }, (_, n) => post(service, list(n, 10))));
  for (const { replies } of all)
    for (const { result } of replies) assert.equal(todosIn(result as unknown as ToolResult), 10);
});
