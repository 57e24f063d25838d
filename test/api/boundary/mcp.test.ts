/**
 * The boundary of captures, over MCP: every tool, every resource, whatever else the protocol asks for, and what goes wrong, with
 * every set of scopes without `captures:read`, by keys and by an app. What would take the canaries away gets a copy.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isRead } from "../../../src/schema/operation.ts";
import { mayCall } from "../../../src/schema/operations/index.ts";
import { type Scope, scopes } from "../../../src/schema/scopes.ts";
import { type McpTool, mcpTools } from "../../../src/gateway/mcp/tools.ts";
import { content, type Ids, others, startBoundary } from "../../helpers/boundary.ts";
import { prepareWrites } from "../../helpers/boundary-writes.ts";
import { fakeId } from "../../helpers/ids.ts";
import { post } from "../../helpers/mcp.ts";
import { connectApp } from "../../helpers/oauth.ts";

const boundary = await startBoundary({ after });
const { service, note, recording, redacted, suggested, keys, allOthers, found, nothingFound } = boundary;
const { known, waiting, bodiesOf, ownIds, next } = await prepareWrites(boundary);
const reader = await service.keyFor(scopes);
const appOf = async (clientId: string, held: readonly Scope[]) =>
  (await connectApp(service, { clientId, scopes: held, resource: `${service.publicUrl}/mcp` })).accessToken;

/** One request as it is, its answer looked through; true for a result that is no error. */
async function ask(method: string, params: object, credential: string): Promise<boolean> {
  const answer = await post(service, { jsonrpc: "2.0", id: 1, method, params }, { credential });
  const text = `${JSON.stringify(answer.headers)} ${answer.body}`;
  const what = method === "tools/call" ? (params as { name: string }).name : method;
  const at = text.search(content);
  if (at >= 0) found.push(`${what} ${JSON.stringify(params)}: ${text.slice(Math.max(0, at - 60), at + 40)}`);
  const [last] = answer.replies.slice(-1);
  return last?.result !== undefined && last.result["isError"] !== true;
}

const todos = [redacted, suggested].map((id) => `todos/${id}`);
const captures = [note, recording, fakeId(0xff)].map((id) => `captures/${id}`);
const chats = [known["chatId"], waiting].map((id) => `chats/${id}`);
const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
const value = { name: "id", value: "canar" };
/** Whatever else there is to ask, what MCP knows and this service does not have included. */
const asked: readonly (readonly [method: string, params: object])[] = [
  ["initialize", client],
  ["ping", {}],
  ["server/discover", {}],
  ["tools/list", {}],
  ["prompts/list", {}],
  ["resources/list", {}],
  ["resources/templates/list", {}],
  ...["todos", "chats", "captures"].map(
    (folder) =>
      [
        "completion/complete",
        { ref: { type: "ref/resource", uri: `dayshift://${folder}/{id}` }, argument: value },
      ] as const,
  ),
  ["completion/complete", { ref: { type: "ref/prompt", name: "canar" }, argument: value }],
  ...[...todos, ...captures, ...chats, "tags/canar", "captures/canar"].map(
    (place) => ["resources/read", { uri: `dayshift://${place}` }] as const,
  ),
  ["resources/subscribe", { uri: `dayshift://captures/${note}` }],
  ["tools/call", { name: "get_transcript", arguments: { captureId: note } }],
  ["tools/call", { name: "get_capture", arguments: { captureId: "canar" } }],
  ["tools/call", { name: "get_capture", arguments: { captureId: note, fields: ["transcript"] } }],
];

const carriedOut = new Map<string, number>();
const more = { query: "canar", permanent: true, includeArchived: true, limit: 100 };

/** The arguments of a tool: the ids that its path takes, what widens what is seen, and the body. */
function argumentsOf({ operation: { path }, input }: McpTool, ids: Ids, body: object): object {
  const takes = (field: string) => Object.hasOwn(input.entries, field) && !Object.hasOwn(body, field);
  const places = Object.entries({ captureId: note, ...ids }).filter(
    ([field]) => takes(field) && (path.includes(`{${field}}`) || field === "captureId"),
  );
  return { ...Object.fromEntries([...places, ...Object.entries(more).filter(([field]) => takes(field))]), ...body };
}

/** The tool with every body that it takes, or with the one whose turn it is; with and without the filters where it reads. */
async function useTool(tool: McpTool, credential: string, held: readonly Scope[], turn?: number): Promise<void> {
  const { name, operation: record } = tool;
  const isOwn = mayCall(record, held, false) && !isRead(record);
  const ids = { todoId: redacted, ...known, ...(isOwn ? await ownIds(record) : {}) };
  const all = bodiesOf(record);
  const bodies = turn === undefined || all.length === 0 ? all : [all[turn % all.length] as object];
  const plain = argumentsOf(tool, ids, {});
  const args = bodies.length > 0 ? bodies.map((body) => argumentsOf(tool, ids, body)) : [plain];
  const bare = Object.fromEntries(Object.entries(plain).filter(([field]) => record.path.includes(`{${field}}`)));
  if (isRead(record) && Object.keys(bare).length < Object.keys(plain).length) args.push({ ...bare });
  for (const one of args) {
    const once = Object.hasOwn(tool.extras.entries, "idempotencyKey") ? { idempotencyKey: `try-${next()}` } : {};
    const params = { name, arguments: { ...one, ...once } };
    const succeeded = await ask("tools/call", params, credential);
    if (!succeeded) continue;
    carriedOut.set(name, (carriedOut.get(name) ?? 0) + 1);
    // A replay is answered as the first call was.
    if ("idempotencyKey" in once) await ask("tools/call", params, credential);
  }
}

test("a reader of captures finds the canaries, so they are looked for where they could stand", async () => {
  for (const [method, params] of asked) await ask(method, params, reader);
  for (const tool of mcpTools) {
    const startsTurn = ["create_chat", "send_message", "cancel_chat"].includes(tool.name);
    if (!startsTurn) await useTool(tool, reader, scopes);
  }
  const places = new Set(found.splice(0).map((each) => each.split(" ")[0] ?? ""));
  const expected = [
    "list_todos",
    "get_todo",
    "update_todo",
    "restore_todo",
    "list_messages",
    "list_captures",
    "get_capture",
  ];
  for (const place of [...expected, "list_tags", "resources/list", "resources/read"])
    assert.ok(places.has(place), place);
  carriedOut.clear();
});

test(
  "over MCP nothing is shown without captures:read",
  { rules: ["boundary.mcp", "boundary.scopes", "boundary.replays"] },
  async () => {
    assert.equal(keys.length, 127);
    const turns = new Map<string, number>();
    for (const { credential, held } of keys) {
      for (const [method, params] of asked) await ask(method, params, credential);
      for (const tool of mcpTools) {
        if (tool.name === "cancel_chat") continue;
        // Each set that opens the tool has another body, so that each body has many sets.
        const turn = (turns.get(tool.name) ?? 0) + (mayCall(tool.operation, held, false) ? 1 : 0);
        turns.set(tool.name, turn);
        await useTool(tool, credential, held, turn);
      }
    }
    nothingFound();
    const isOpen = ({ operation }: McpTool) => mayCall(operation, others, false);
    const seldom = mcpTools
      .filter((tool) => isOpen(tool) && (carriedOut.get(tool.name) ?? 0) < 10)
      .map(({ name }) => name);
    assert.deepEqual(seldom, ["retire_todo_schedule", "cancel_chat", "stop_capture"]);
    const closed = mcpTools.filter((tool) => !isOpen(tool) && carriedOut.has(tool.name));
    assert.deepEqual(closed, []);
  },
);

test("an app without the scope is challenged and sees nothing", { rules: ["boundary.mcp"] }, async () => {
  const sets = [...others.map((scope) => [scope]), others];
  for (const [index, held] of sets.entries()) {
    const credential = await appOf(`app-${index}`, held);
    for (const [method, params] of asked) await ask(method, params, credential);
    for (const tool of mcpTools) if (tool.name !== "cancel_chat") await useTool(tool, credential, held);
  }
  nothingFound();
});

test("what tools began shows nothing, nor does the log", { rules: ["boundary.mcp", "boundary.logs"] }, async () => {
  await ask("tools/call", { name: "cancel_chat", arguments: { chatId: waiting } }, allOthers);
  for (const page of ["", "&includeArchived=true"]) {
    const { data } = await service.ok("listChats", { query: `limit=100${page}` });
    for (const { id } of data) await boundary.readChat(allOthers, id);
  }
  await boundary.readAll(allOthers, known);
  nothingFound();
  assert.doesNotMatch(service.log.join("\n"), /canary/i);
});
