/** Resources of MCP: what can be read by address, and by whom. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { rpc } from "../../helpers/mcp.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const { id: todoId } = await service.ok("createTodo", { body: { title: "Call Ana" } });
const { id: chatId } = await service.ok("createChat", { body: { message: "Hello", waitSeconds: 60 } });
const absent = "00000000-0000-4000-8000-000000000000";

async function read(uri: string, credential = service.key): Promise<Record<string, unknown>> {
  const { result, error } = await rpc(service, "resources/read", { uri }, { credential });
  assert.ok(result !== undefined, JSON.stringify(error));
  const [content] = result["contents"] as { uri: string; mimeType: string; text: string }[];
  assert.deepEqual([content?.uri, content?.mimeType], [uri, "application/json"]);
  return JSON.parse(content?.text ?? "") as Record<string, unknown>;
}

async function listed(method: string, field: string, credential = service.key): Promise<string[]> {
  const { result } = await rpc(service, method, {}, { credential });
  const items = (result?.[field] ?? []) as { uri?: string; uriTemplate?: string }[];
  return items.map((item) => item.uri ?? item.uriTemplate ?? "");
}

test("a todo and a chat with its messages are read whole", { rules: ["mcp.resources"] }, async () => {
  assert.deepEqual(await read(`dayshift://todos/${todoId}`), await service.ok("getTodo", { path: { todoId } }));
  const { data: messages } = await service.ok("listMessages", { path: { chatId } });
  const chat = await service.ok("getChat", { path: { chatId } });
  assert.deepEqual(await read(`dayshift://chats/${chatId}`), { ...chat, messages });
});

test("a capture is read by who may read captures, and by nobody else", { rules: ["mcp.resources"] }, async () => {
  const body = { type: "note", content: "# Secret plan\nBuy the moon" };
  const { id: captureId } = await service.ok("createCapture", { body });
  const uri = `dayshift://captures/${captureId}`;
  assert.equal((await read(uri))["content"], "Buy the moon");
  const credential = await service.keyFor(["todos:read", "chats:read", "captures:write"]);
  const denied = await rpc(service, "resources/read", { uri }, { credential });
  assert.equal((denied.error?.data as { code: string } | undefined)?.code, "missing_scope");
  assert.doesNotMatch(JSON.stringify(denied), /moon|plan/);
  assert.ok((await listed("resources/list", "resources")).includes(uri));
  assert.ok(!(await listed("resources/list", "resources", credential)).includes(uri));
});

test("of a long chat the latest messages come", { rules: ["mcp.resources"] }, async () => {
  const { id } = await service.ok("createChat", { body: { message: "0", waitSeconds: 60 } });
  for (let turn = 1; turn <= 55; turn += 1) {
    await service.ok("sendMessage", { path: { chatId: id }, body: { message: String(turn), waitSeconds: 60 } });
  }
  const { messages } = (await read(`dayshift://chats/${id}`)) as { messages: { text: string }[] };
  assert.equal(messages.length, 100);
  assert.equal(messages.at(-1)?.text, "Heard: 55");
});

test("the recent ones are listed, and every kind has a template", { rules: ["mcp.resources"] }, async () => {
  const templates = await listed("resources/templates/list", "resourceTemplates");
  assert.deepEqual(templates, ["dayshift://todos/{id}", "dayshift://chats/{id}", "dayshift://captures/{id}"]);
  const recent = await listed("resources/list", "resources");
  assert.ok(recent.includes(`dayshift://todos/${todoId}`) && recent.includes(`dayshift://chats/${chatId}`));
});

test("what the scopes do not open is neither listed nor read", { rules: ["mcp.resources"] }, async () => {
  const credential = await service.keyFor(["chats:read"]);
  assert.deepEqual(await listed("resources/templates/list", "resourceTemplates", credential), [
    "dayshift://chats/{id}",
  ]);
  assert.ok((await listed("resources/list", "resources", credential)).every((uri) => uri.includes("/chats/")));
  const { error } = await rpc(service, "resources/read", { uri: `dayshift://todos/${todoId}` }, { credential });
  assert.equal(error?.code, -32_602);
  assert.equal((error?.data as { code: string } | undefined)?.code, "missing_scope");
});

for (const uri of [
  `dayshift://todos/${absent}`,
  "dayshift://todos/x",
  `dayshift://users/${absent}`,
  "file:///etc/passwd",
]) {
  test(`nothing is at ${uri}, and the error says so`, { rules: ["mcp.resources"] }, async () => {
    const { error } = await rpc(service, "resources/read", { uri });
    assert.deepEqual([error?.code, error?.data], [-32_602, { uri }]);
  });
}
