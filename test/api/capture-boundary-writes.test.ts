/**
 * The boundary of captures, for whatever changes something: every operation of both interfaces that is no GET, with every set of
 * scopes without `captures:read`, refused and carried out, and every tool of MCP. What would take the canaries away gets a copy.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isRead, type Operation } from "../../src/schema/operation.ts";
import { appTable, mayCall, type OperationId } from "../../src/schema/operations/index.ts";
import type { Scope } from "../../src/schema/scopes.ts";
import { mcpTools } from "../../src/gateway/mcp/tools.ts";
import { type Ids, operation, operations, others, pathOf, startBoundary } from "../helpers/boundary.ts";
import { callTool } from "../helpers/mcp.ts";

const boundary = await startBoundary({ after });
const { service, note, keys, allOthers, found, look, nothingFound, start } = boundary;
const { id: agentId } = await service.ok("createAgent", { body: { name: "Somebody" } });
const { id: skillId } = await service.ok("createAgentSkill", { path: { agentId }, body: { name: "Something" } });
const { id: todoListId } = await service.ok("createTodoList", { body: { name: "Somewhere" } });
const talker = await service.keyFor(["chats:read", "chats:write", "captures:read"]);
const chatId = await start(talker, { captureIds: [note], message: "Briefly: what was said?" });
const waiting = await start(service.key, { captureIds: [note], agentId });
const [approval] = (await service.ok("listApprovals", { query: { chatId: waiting, status: "pending" } })).data;
const known = { agentId, skillId, todoListId, chatId, approvalId: approval?.id ?? "" };
let count = 0;

/** A capture with a canary in every field that a person can write. */
async function copyOfNote(): Promise<string> {
  const body = { type: "note", content: "# CanaryTitle\nCanaryBody", tags: ["CanaryTag"] };
  const { id: captureId } = await service.ok("createCapture", { body });
  await service.ok("updateCapture", { path: { captureId }, body: { notes: "CanaryNotes" } });
  return captureId;
}

const soon = { schedule: { rrule: "FREQ=DAILY", message: "x" } };
/** Bodies that are carried out where the scope is there; they name captures and sealed todos wherever they can. */
const bodies: { readonly [Id in OperationId]?: () => readonly object[] } = {
  createTodo: () => [
    { title: "x", captureId: note },
    { title: "x", run: true, assignees: [{ id: agentId, type: "agent" }] },
    { title: "x", todoListName: "canar" },
  ],
  batchCreateTodos: () => [{ data: [{ title: "x", captureId: note }, { content: "x" }] }],
  updateTodo: () => [
    { status: "in_progress" },
    { priority: "low", dueDate: "2026-05-05" },
    soon,
    { assignees: [{ id: agentId, type: "agent" }] },
    { content: "x" },
    { title: "x" },
  ],
  runTodo: () => [{ agentId }, {}],
  retireTodoSchedule: () => [{}],
  createTodoList: () => [{ name: `x ${(count += 1)}` }],
  updateTodoList: () => [{ color: "#112233" }],
  createAgent: () => [{ name: `x ${(count += 1)}` }],
  updateAgent: () => [{ description: `x ${(count += 1)}` }],
  previewAgentUpdate: () => [{ description: "another" }],
  createAgentSkill: () => [{ name: `x ${(count += 1)}` }],
  updateAgentSkill: () => [{ instructions: "x" }],
  createCapture: () => [{ type: "note", content: "x", tags: ["CANARYtag"] }, { type: "recording" }],
  updateCapture: () => [{}, { title: "x" }, { tags: ["canarytag", "x"] }, { notes: "x" }, { content: "x" }],
  createChat: () => [
    { message: "Read", captureIds: [note] },
    { message: "Briefly", todoId: boundary.sealed },
  ],
  updateChat: () => [{ title: "x" }],
  sendMessage: () => [{ message: "Briefly", waitSeconds: 60 }],
  decideApproval: () => [{ decision: "approve" }, { decision: "edit", editedInput: {} }],
};
/** Names captures where nothing else is known of the body. */
const anything = { captureId: note, captureIds: [note], title: "x", message: "x", type: "note", content: "x" };

const carriedOut = new Map<string, number>();

/** The writes of an operation, as one credential makes them; of the bodies that are carried out all, or the one whose turn it is. */
async function tryAll(record: Operation, credential: string, held: readonly Scope[], turn?: number): Promise<void> {
  const opens = mayCall(record, held, false);
  const ids: Ids = opens ? { ...known, ...(await ownIds(record)) } : { ...known, todoId: boundary.sealed };
  const all = bodies[record.id as OperationId]?.() ?? [];
  const own = turn === undefined ? all : all.filter((_body, index) => index === turn % all.length);
  const requests = record.body === null ? [{}] : [{ body: anything }, ...own.map((body) => ({ body }))];
  const queries = record.method === "DELETE" && "permanent" in record.query.entries ? ["", "?permanent=true"] : [""];
  for (const query of queries) {
    for (const request of requests) {
      const status = await look(record, pathOf(record, ids) + query, credential, withKey(record, request));
      if (status < 300) carriedOut.set(record.id, (carriedOut.get(record.id) ?? 0) + 1);
      // A replay is answered as the first request was.
      if (status < 300 && record.creates) await look(record, pathOf(record, ids) + query, credential, last);
    }
  }
}

let last: object = {};
function withKey(record: Operation, request: object): object {
  const headers = record.creates ? { "idempotency-key": `try-${(count += 1)}` } : {};
  return (last = { ...request, headers });
}

/** What the operation changes for good is its own; the rest is put right again. */
async function ownIds({ id, path }: Operation): Promise<Ids> {
  if (id === "deleteAgent")
    return { agentId: (await service.ok("createAgent", { body: { name: `y ${(count += 1)}` } })).id };
  if (id === "deleteChat") return { chatId: await start(talker, { captureIds: [note], message: "Briefly: what?" }) };
  const todoId = path.includes("{todoId}") ? { todoId: boundary.takeSealed() } : {};
  const captureId = path.includes("{captureId}") ? { captureId: await copyOfNote() } : {};
  return { ...todoId, ...captureId };
}

const writes = operations.filter((record) => !isRead(record) && record.id !== "endSession");

test("the bodies are carried out for who may do it, and a reader of captures finds the canaries in the answers", async () => {
  const full = [...others, "captures:read"] as const;
  for (const record of writes) {
    if (record.auth === "session" || record.id === "sendMessage" || record.id === "createChat") continue;
    await tryAll(record, service.key, full);
  }
  for (const id of ["updateTodo", "restoreTodo"]) {
    assert.ok(
      found.some((each) => each.startsWith(id)),
      id,
    );
  }
  found.splice(0);
  const refused = writes.filter(({ id, auth }) => auth !== "session" && !carriedOut.has(id)).map(({ id }) => id);
  assert.deepEqual(refused, ["retireTodoSchedule", "createChat", "sendMessage", "stopCapture"]);
  carriedOut.clear();
});

test("no write and no refusal tells anything, whatever scopes but captures:read there are [boundary.scopes, boundary.replays]", async () => {
  const turns = new Map<string, number>();
  for (const { credential, held } of keys) {
    for (const record of writes) {
      if (record.id === "cancelChat" || record.auth === "session") continue;
      // Each set that opens the operation has another body, so that each body has many sets.
      const turn = (turns.get(record.id) ?? 0) + (mayCall(record, held, false) ? 1 : 0);
      turns.set(record.id, turn);
      await tryAll(record, credential, held, turn);
    }
  }
  for (const page of ["", "&includeArchived=true"]) {
    const { data } = await service.ok("listChats", { query: `limit=100${page}` });
    for (const { id } of data) await boundary.readChat(allOthers, id);
  }
  await boundary.readAll(allOthers, known);
  nothingFound();
  const seldom = writes
    .filter(({ id, auth }) => auth.includes(":") && (carriedOut.get(id) ?? 0) < 10)
    .map(({ id }) => id);
  assert.deepEqual(seldom, ["retireTodoSchedule", "cancelChat", "stopCapture"]);
});

test("what only signed-in people may do is refused to every key, and the refusal tells nothing [boundary.scopes]", async () => {
  const closed = operations.filter((record) => record.auth === "session" && record.id !== "endSession");
  assert.ok(closed.length > 20 && appTable.filter(({ auth }) => auth === "session").length > 15);
  for (const { credential } of [...keys.slice(0, 8), { credential: allOthers }]) {
    for (const record of closed) {
      for (const request of record.body === null ? [{}] : [{ body: anything }, { body: { decision: "approve" } }]) {
        const status = await look(record, pathOf(record, { ...known, todoId: boundary.sealed }), credential, request);
        assert.equal(status, 403, record.id);
      }
    }
  }
  nothingFound();
});

test("stopping what others began, and what has no schedule, tells nothing [boundary.scopes]", async () => {
  const stopper = await service.keyFor(["chats:write"]);
  assert.equal(await look(operation("cancelChat"), `/chats/${waiting}/cancel`, stopper), 200);
  const todoId = boundary.takeSealed();
  await service.ok("updateTodo", { path: { todoId }, body: soon });
  assert.equal(
    await look(operation("retireTodoSchedule"), `/todos/${todoId}/schedule/retire`, allOthers, { body: {} }),
    200,
  );
  nothingFound();
});

test("every tool of MCP, called with each scope alone and with all but captures:read, tells nothing [boundary.mcp]", async () => {
  const single = keys.filter(({ held }) => held.length === 1 || held.length === others.length);
  assert.equal(single.length, 8);
  let succeeded = 0;
  for (const { name, operation: record, input } of mcpTools) {
    for (const { credential, held } of single) {
      const opens = mayCall(record, held, false);
      const ids: Ids = {
        ...known,
        captureId: note,
        ...(opens && !isRead(record) ? await ownIds(record) : { todoId: boundary.sealed }),
      };
      for (const body of bodies[record.id as OperationId]?.() ?? [{}]) {
        const more = { query: "canar", permanent: true, includeArchived: true };
        const named = Object.entries({ ...ids, ...more }).filter(
          ([field]) => Object.hasOwn(input.entries, field) && !(field in body),
        );
        const isOwn = (field: string) => record.path.includes(`{${field}}`) || !(field in ids) || field === "captureId";
        const args = { ...Object.fromEntries(named.filter(([field]) => isOwn(field))), ...body };
        const result = await callTool(service, name, args, { credential });
        assert.doesNotMatch(JSON.stringify(result), /canary/i, `${name} ${held.join()}`);
        if (result.isError !== true) succeeded += 1;
      }
    }
  }
  assert.ok(succeeded > 100, String(succeeded));
});

test("the log tells nothing [boundary.logs]", () => {
  assert.doesNotMatch(service.log.join("\n"), /canary/i);
});
