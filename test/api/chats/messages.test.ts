/** What is said in a chat. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Message } from "../../../src/schema/chat.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, hanging } from "../../helpers/wait.ts";
import { pluck, rows } from "../../helpers/pluck.ts";

const service = await startTestService({ after });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker", requiresApproval: false } });

async function chatWith(message: string): Promise<string> {
  const { id } = await service.ok("createChat", { body: { message, agentId } });
  await chatEnd(service, id);
  return id;
}

async function messages(chatId: string, query: object = {}): Promise<readonly Message[]> {
  return (await service.ok("listMessages", { path: { chatId }, query: { ...query } })).data;
}

const wrong = [
  [{}, "message"],
  [{ message: "" }, "message"],
  [{ message: "\n" }, "message"],
  [{ message: "x".repeat(15_001) }, "message"],
  [{ message: "a", waitSeconds: 121 }, "waitSeconds"],
  [{ message: "a", role: "assistant" }, "role"],
] as const;

test("a message that is blank, too long or too much is refused", { rules: ["messages.body"] }, async () => {
  const chatId = await chatWith("Hello");
  for (const [body, param] of wrong) {
    await service.refuses("sendMessage", { path: { chatId }, body }, "validation_failed", param);
  }
  assert.equal((await messages(chatId)).length, 2);
});

test("revoking during a long poll gives no reply", { rules: ["auth.mid-run", "auth.revocation"] }, async () => {
  const body = { workspaceId: service.workspaceId, name: "Short", scopes: ["chats:write"] };
  const key = await service.ok("createApiKey", { body });
  const request = { body: { message: "hang", agentId, waitSeconds: 60 }, credential: key.secret };
  const refused = service.refuses("createChat", request, "invalid_api_key");
  await hanging(service);
  await service.ok("revokeApiKey", { path: { apiKeyId: key.id } });
  service.model.release();
  await refused;
});

test("a chat in mid-turn refuses a message, with and without a wait", { rules: ["messages.mid-turn"] }, async () => {
  const { id: chatId } = await service.ok("createChat", { body: { message: "hang" } });
  await hanging(service);
  for (const body of [{ message: "More" }, { message: "More", waitSeconds: 60 }]) {
    await service.refuses("sendMessage", { path: { chatId }, body }, "resource_conflict");
  }
  service.model.release();
  await chatEnd(service, chatId);
  assert.equal((await messages(chatId)).length, 2);
});

test("an afterSequence outside its bounds is refused", { rules: ["messages.after"] }, async () => {
  const chatId = await chatWith("Hello");
  for (const afterSequence of ["-1", "9007199254740992", "x", "1.5"]) {
    await service.refuses(
      "listMessages",
      { path: { chatId }, query: { afterSequence } },
      "validation_failed",
      "afterSequence",
    );
  }
  assert.deepEqual(await messages(chatId, { afterSequence: Number.MAX_SAFE_INTEGER }), []);
});

test("sending answers the sequence of the message and no replies", { rules: ["messages.send"] }, async () => {
  const chatId = await chatWith("Hello");
  const run = await service.ok("sendMessage", { path: { chatId }, body: { message: "More" } });
  assert.equal(run.object, "chat_run");
  assert.deepEqual([run.chatId, run.replies, run.timedOut], [chatId, [], false]);
  assert.ok(["queued", "running"].includes(run.status));
  await chatEnd(service, chatId);
  const sent = (await messages(chatId)).find((message) => message.sequence === run.messageSequence);
  assert.deepEqual([sent?.role, sent?.text], ["user", "More"]);
});

test("with waitSeconds the replies are in the answer", { rules: ["messages.wait"] }, async () => {
  const chatId = await chatWith("Hello");
  const run = await service.ok("sendMessage", { path: { chatId }, body: { message: "More", waitSeconds: 60 } });
  assert.deepEqual([run.status, run.timedOut], ["completed", false]);
  assert.deepEqual(run.replies, await messages(chatId, { afterSequence: run.messageSequence }));
  assert.deepEqual(rows(run.replies, "role", "text"), [["assistant", "Heard: More"]]);
});

test("when waitSeconds runs out timedOut is true, and the work continues", { rules: ["messages.wait"] }, async () => {
  const chatId = await chatWith("Hello");
  const held = service.ok("sendMessage", { path: { chatId }, body: { message: "hang", waitSeconds: 5 } });
  await hanging(service);
  service.clock.advance(5000);
  const run = await held;
  assert.deepEqual([run.status, run.timedOut, run.replies], ["running", true, []]);
  service.model.release();
  assert.equal((await chatEnd(service, chatId)).status, "completed");
});

test("messages are oldest first, in sequence", { rules: ["messages.order", "messages.after"] }, async () => {
  const chatId = await chatWith("First");
  for (const message of ["Second", "Third"]) {
    await service.ok("sendMessage", { path: { chatId }, body: { message, waitSeconds: 60 } });
  }
  const all = await messages(chatId);
  assert.deepEqual(
    pluck(
      all.filter((message) => message.role === "user"),
      "text",
    ),
    ["First", "Second", "Third"],
  );
  for (let n = 1; n < all.length; n++) assert.ok((all[n]?.sequence as number) > (all[n - 1]?.sequence as number));
  for (const [index, message] of all.entries()) {
    assert.deepEqual(await messages(chatId, { afterSequence: message.sequence }), all.slice(index + 1));
  }
  const page = await service.ok("listMessages", { path: { chatId }, query: { limit: 4 } });
  assert.deepEqual(page.data, all.slice(0, 4));
  const query = { limit: 4, cursor: page.nextCursor as string };
  assert.deepEqual((await service.ok("listMessages", { path: { chatId }, query })).data, all.slice(4));
});

test("tool calls, results and text are blocks", { rules: ["messages.blocks", "messages.roles"] }, async () => {
  const chatId = await chatWith('call create_todo {"title":"From a tool"}\ncall create_todo {"title":""}');
  const all = await messages(chatId);
  assert.deepEqual([...new Set(all.map((message) => message.role))], ["user", "assistant"]);
  const blocks = all.filter((message) => message.role === "assistant").flatMap((message) => message.blocks);
  const calls = blocks.filter((block) => block.type === "tool_call");
  const results = blocks.filter((block) => block.type === "tool_result");
  assert.deepEqual(rows(calls, "name", "input"), [
    ["create_todo", { title: "From a tool" }],
    ["create_todo", { title: "" }],
  ]);
  assert.deepEqual(
    rows(results, "toolCallId", "isError"),
    calls.map((call, index) => [call.id, index === 1]),
  );
  const made = JSON.parse(results[0]?.content ?? "null") as { object: string; title: string };
  assert.deepEqual([made.object, made.title], ["todo", "From a tool"]);
  assert.match(results[1]?.content ?? "", /title/);
  assert.ok(blocks.some((block) => block.type === "text"));
  assert.match(all.at(-1)?.text ?? "", /^Heard: /);
});

test("the model learns of unknown tools and wrong arguments", { rules: ["messages.blocks"] }, async () => {
  const chatId = await chatWith('call drop_database {}\ncall get_todo {"todoId":"nonsense"}');
  const results = (await messages(chatId))
    .flatMap((message) => message.blocks)
    .filter((block) => block.type === "tool_result");
  assert.deepEqual(pluck(results, "isError"), [true, true]);
  assert.equal((await service.ok("getChat", { path: { chatId } })).status, "completed");
});

test("who polls with afterSequence sees every message once", { rules: ["requests.polling"] }, async () => {
  const chatId = await chatWith("Hello");
  const seen: number[] = [];
  for (const message of ["One", "Two"]) {
    await service.ok("sendMessage", { path: { chatId }, body: { message, waitSeconds: 60 } });
    const fresh = await messages(chatId, { afterSequence: seen.at(-1) ?? 0 });
    seen.push(...fresh.map((each) => each.sequence));
  }
  assert.deepEqual(seen, pluck(await messages(chatId), "sequence"));
});
