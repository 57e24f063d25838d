/** The tools of MCP: what is listed to whom, how a call answers, how it is refused. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { publicTable } from "../../../src/schema/operations/index.ts";
import { isRead } from "../../../src/schema/operation.ts";
import { callTool, errorIn, type Post, post, rpc } from "../../helpers/mcp.ts";
import { startTestService } from "../../helpers/service.ts";
import { hanging } from "../../helpers/wait.ts";
import { pluck } from "../../helpers/pluck.ts";

const service = await startTestService({ after });
const absent = "00000000-0000-4000-8000-000000000000";

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly type: string; readonly properties: Readonly<Record<string, unknown>> };
  readonly outputSchema: object;
  readonly annotations: Readonly<Record<string, boolean>>;
}

async function listed(how?: Post): Promise<Listed[]> {
  const { result } = await rpc(service, "tools/list", {}, how);
  return result?.["tools"] as Listed[];
}

const offered = publicTable.filter(({ home, id }) => home === "workspace" || id === "getIdentity");
const snake = (id: string) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test("each operation is a tool in the table's order; keys are none's", { rules: ["mcp.tools"] }, async () => {
  const tools = await listed();
  assert.deepEqual(
    pluck(tools, "name"),
    offered.map(({ id }) => snake(id)),
  );
  assert.ok(tools.every(({ name }) => !name.includes("api_key") && !name.includes("connected_app")));
  assert.deepEqual(await listed(), tools);
});

test("a tool takes the parameters and the body as one flat object", { rules: ["mcp.tools"] }, async () => {
  const tool = (await listed()).find(({ name }) => name === "update_agent_skill");
  const names = ["agentId", "skillId", "name", "instructions", "archived", "clear", "expectedUpdatedAt", "fields"];
  assert.deepEqual(Object.keys(tool?.inputSchema.properties ?? {}), names);
});

test("annotations follow from the flags of the table", { rules: ["mcp.annotations"] }, async () => {
  const tools = new Map((await listed()).map((tool) => [tool.name, tool.annotations]));
  for (const record of offered) {
    const hints = tools.get(snake(record.id));
    const reads = isRead(record) || record.id === "previewAgentUpdate";
    const changes = { destructiveHint: record.destructive === true, idempotentHint: record.creates !== true };
    assert.deepEqual(hints, { readOnlyHint: reads, ...(!reads && changes), openWorldHint: false }, record.id);
  }
});

/** Of the JSON of this list one token holds 4.2 bytes (o200k_base, measured); a tokenizer that needs a sixth more still fits. */
const bytesForTenThousandTokens = 36_000;

test("the list of all tools fits into 10,000 tokens", { rules: ["mcp.size"] }, async () => {
  const bytes = Buffer.byteLength(JSON.stringify(await listed()));
  assert.ok(bytes <= bytesForTenThousandTokens, `${bytes} bytes`);
});

test("a key sees the tools of its scopes, and calling another says so", { rules: ["mcp.scopes"] }, async () => {
  const credential = await service.keyFor(["agents:read"]);
  const names = (await listed({ credential })).map(({ name }) => name);
  const reading = ["list_agents", "get_agent", "list_skills", "list_agent_skills", "get_agent_skill"];
  assert.deepEqual(names, ["get_identity", ...reading]);
  const error = errorIn(await callTool(service, "list_todos", {}, { credential }));
  assert.equal(error.code, "missing_scope");
  assert.match(error.message, /todos:read/);
});

test("a session of several workspaces may name one, as everywhere", { rules: ["mcp.scopes"] }, async () => {
  const { id } = await service.addWorkspace("Second");
  const credential = service.session;
  const unnamed = await callTool(service, "get_identity", {}, { credential });
  assert.deepEqual(unnamed.structuredContent?.["workspace"], { id: service.workspaceId, name: "Home" });
  const headers = { "dayshift-workspace": id };
  const { structuredContent } = await callTool(service, "get_identity", {}, { credential, headers });
  assert.deepEqual(structuredContent?.["workspace"], { id, name: "Second" });
  assert.equal((await listed({ credential, headers })).length, offered.length);
});

test("an answer is the whole resource, as data and as text", { rules: ["mcp.answers"] }, async () => {
  const made = await callTool(service, "create_todo", { title: "Call Ana", priority: "high" });
  const todo = await service.ok("getTodo", { path: { todoId: String(made.structuredContent?.["id"]) } });
  assert.deepEqual(made.structuredContent, todo);
  assert.deepEqual(JSON.parse(made.content[0]?.text ?? ""), todo);
});

test("fields and limit shrink an answer; id and object stay", { rules: ["mcp.answers"] }, async () => {
  await callTool(service, "create_todo", { title: "Second" });
  const { structuredContent } = await callTool(service, "list_todos", { fields: ["title"], limit: 1 });
  const data = structuredContent?.["data"] as object[];
  assert.deepEqual(data.map(Object.keys), [["object", "id", "title"]]);
  assert.equal(structuredContent?.["hasMore"], true);
  const cursor = structuredContent?.["nextCursor"];
  const next = await callTool(service, "list_todos", { fields: ["title"], limit: 1, cursor });
  assert.notDeepEqual(next.structuredContent?.["data"], data);
  const one = await callTool(service, "create_todo", { title: "Third", fields: ["status"] });
  assert.deepEqual(Object.keys(one.structuredContent ?? {}), ["object", "id", "status"]);
});

const refusals = [
  { name: "get_todo", args: { todoId: absent }, code: "resource_not_found", param: null },
  { name: "get_todo", args: { todoId: "x" }, code: "validation_failed", param: "todoId" },
  { name: "get_todo", args: {}, code: "validation_failed", param: "todoId" },
  {
    name: "create_todo",
    args: { title: "x", assignees: [{ id: absent, type: "user" }] },
    code: "resource_not_found",
    param: "assignees[0].id",
  },
  { name: "create_todo", args: { title: 5 }, code: "validation_failed", param: "title" },
  { name: "list_todos", args: { limit: 500 }, code: "validation_failed", param: "limit" },
  { name: "list_todos", args: { limit: "5" }, code: "validation_failed", param: "limit" },
  { name: "list_todos", args: { cursor: "x" }, code: "invalid_cursor", param: "cursor" },
  { name: "list_todos", args: { fields: ["colour"] }, code: "validation_failed", param: "fields[0]" },
  { name: "list_todos", args: { idempotencyKey: "k" }, code: "validation_failed", param: "idempotencyKey" },
  { name: "create_todo", args: { title: "x", idempotencyKey: "" }, code: "validation_failed", param: "idempotencyKey" },
  { name: "delete_todo_list", args: { todoListId: "default" }, code: "resource_conflict", param: null },
];

for (const { name, args, code, param } of refusals) {
  test(`${name} ${JSON.stringify(args)} answers ${code} with advice`, { rules: ["mcp.errors"] }, async () => {
    const { data } = await service.ok("listTodoLists");
    const given = "todoListId" in args ? { todoListId: data[0]?.id } : args;
    const error = errorIn(await callTool(service, name, given));
    assert.deepEqual([error.code, error.param], [code, param], error.message);
    assert.match(error.requestId, /^req_/);
    assert.ok(error.advice.length > 20);
  });
}

test("an unknown argument lists the accepted ones", { rules: ["mcp.errors", "mcp.unknown-field"] }, async () => {
  const error = errorIn(await callTool(service, "create_agent_skill", { agentId: absent, nam: "x" }));
  assert.equal(error.param, "nam");
  assert.match(error.message, /Accepted: agentId, name, instructions, fields, idempotencyKey\./);
});

test("a tool that does not exist is an error of the protocol", { rules: ["mcp.errors"] }, async () => {
  const { error } = await rpc(service, "tools/call", { name: "drop_tables", arguments: {} });
  assert.equal(error?.code, -32_602);
});

test("a repeated call with its key is a replay, as over HTTP", { rules: ["mcp.idempotency"] }, async () => {
  const args = { title: "Once", idempotencyKey: "once" };
  const first = await callTool(service, "create_todo", args);
  const again = await callTool(service, "create_todo", args);
  assert.deepEqual(again.structuredContent, first.structuredContent);
  assert.deepEqual([first._meta, again._meta], [undefined, { idempotencyReplayed: true }]);
  const http = await service.call("createTodo", { body: { title: "Once" }, headers: { "idempotency-key": "once" } });
  assert.equal(http.headers["idempotency-replayed"], "true");
  assert.deepEqual(http.body, first.structuredContent);
  const other = errorIn(await callTool(service, "create_todo", { ...args, title: "Other" }));
  assert.equal(other.code, "idempotency_key_reused");
});

test("a waiting call reports progress, and ends with the agent's turn", { rules: ["mcp.wait"] }, async () => {
  const params = { name: "create_chat", arguments: { message: "pause", waitSeconds: 60 }, _meta: { progressToken: 7 } };
  const { replies } = await during(() => post(service, { jsonrpc: "2.0", id: 1, method: "tools/call", params }));
  const [progress, end] = replies;
  assert.equal(replies.length, 2);
  assert.equal(progress?.method, "notifications/progress");
  assert.deepEqual([progress?.params?.["progressToken"], progress?.params?.["total"]], [7, 60]);
  const chat = end?.result?.["structuredContent"] as { status: string };
  assert.equal(chat.status, "completed");
});

/** Makes a call whose turn hangs for six seconds. */
async function during<T>(call: () => Promise<T>): Promise<T> {
  const pending = call();
  await hanging(service);
  service.clock.advance(6000);
  service.model.release();
  return pending;
}

test("a call that nobody waits for continues without its long poll", { rules: ["mcp.wait"] }, async () => {
  const gone = new AbortController();
  const params = { name: "create_chat", arguments: { message: "pause\nkept", waitSeconds: 60 } };
  const call = post(service, { jsonrpc: "2.0", id: 1, method: "tools/call", params }, { signal: gone.signal });
  await hanging(service);
  gone.abort();
  await assert.rejects(call);
  service.model.release();
  const { data } = await service.ok("listChats", { query: { limit: 1 } });
  const { structuredContent } = await callTool(service, "list_messages", { chatId: data[0]?.id });
  assert.match(JSON.stringify(structuredContent), /kept/);
});
