/**
 * The boundary of captures, for whatever changes something: every operation of both interfaces that is no GET, with every set of
 * scopes without `captures:read`, refused and carried out, and what no key may do. What would take the canaries away gets a copy.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isRead, type Operation } from "../../../src/schema/operation.ts";
import { appTable, mayCall } from "../../../src/schema/operations/index.ts";
import type { Scope } from "../../../src/schema/scopes.ts";
import { content, type Ids, operation, operations, others, pathOf, startBoundary } from "../../helpers/boundary.ts";
import { type FeedChange, openFeed } from "../../helpers/feed.ts";
import { verifyDeclared } from "../../helpers/journal.ts";
import { asTimePasses } from "../../helpers/settle.ts";
import { prepareWrites, soon } from "../../helpers/boundary-writes.ts";

const boundary = await startBoundary({ after });
const { service, note, keys, allOthers, found, look, nothingFound } = boundary;
const { known, waiting, bodiesOf, ownIds, next } = await prepareWrites(boundary);

/** Names captures where nothing else is known of the body. */
const anything = { captureId: note, captureIds: [note], title: "x", message: "x", type: "note", content: "x" };

const carriedOut = new Map<string, number>();

/** The writes of an operation, as one credential makes them; of the bodies that are carried out all, or the one whose turn it is. */
async function tryAll(record: Operation, credential: string, held: readonly Scope[], turn?: number): Promise<void> {
  const opens = mayCall(record, held, false);
  const ids: Ids = opens ? { ...known, ...(await ownIds(record)) } : { ...known, todoId: boundary.redacted };
  const all = bodiesOf(record);
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
  const headers = record.creates ? { "idempotency-key": `try-${next()}` } : {};
  return (last = { ...request, headers });
}

const writes = operations.filter((record) => !isRead(record) && record.id !== "endSession");

/** They start agents; the next test has them. */
const inChats: ReadonlySet<string> = new Set([
  "createChat",
  "sendMessage",
  "createChatWithImages",
  "sendMessageWithImages",
]);

test("the bodies are accepted, and a reader of captures finds the canaries in the answers", async () => {
  const full = [...others, "captures:read"] as const;
  for (const record of writes) {
    if (record.auth === "session" || inChats.has(record.id)) continue;
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
  assert.deepEqual(refused, [
    "retireTodoSchedule",
    "createChat",
    "sendMessage",
    "stopCapture",
    "createChatWithImages",
    "sendMessageWithImages",
  ]);
  carriedOut.clear();
});

test("no write and no refusal shows captures", { rules: ["boundary.scopes", "boundary.replays"] }, async () => {
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

test("what only signed-in people may do is refused to every key", { rules: ["boundary.scopes"] }, async () => {
  const closed = operations.filter((record) => record.auth === "session" && record.id !== "endSession");
  assert.ok(closed.length > 20 && appTable.filter(({ auth }) => auth === "session").length > 15);
  for (const { credential } of keys) {
    for (const record of closed) {
      for (const request of record.body === null ? [{}] : [{ body: anything }, { body: { decision: "approve" } }]) {
        const status = await look(record, pathOf(record, { ...known, todoId: boundary.redacted }), credential, request);
        assert.equal(status, 403, record.id);
      }
    }
  }
  nothingFound();
});

test("stopping the work of others shows nothing", { rules: ["boundary.scopes"] }, async () => {
  const stopper = await service.keyFor(["chats:write"]);
  assert.equal(await look(operation("cancelChat"), `/chats/${waiting}/cancel`, stopper), 200);
  const todoId = boundary.takeRedacted();
  await service.ok("updateTodo", { path: { todoId }, body: soon });
  assert.equal(
    await look(operation("retireTodoSchedule"), `/todos/${todoId}/schedule/retire`, allOthers, { body: {} }),
    200,
  );
  nothingFound();
});

test("a follower without captures:read is sent no word of it", { rules: ["boundary.scopes"] }, async () => {
  const { data: chats } = await service.ok("listChats", { query: { limit: 1 } });
  const chatId = chats[0]?.id ?? assert.fail("There is no chat.");
  await service.ok("updateChat", { path: { chatId }, body: { title: "The end" } });
  const ends = {
    "todos:read": (await service.ok("createTodo", { body: { title: "The end" } })).id,
    "agents:read": (await service.ok("createAgent", { body: { name: "The end" } })).id,
    "chats:read": chatId,
  };
  const allOf = async (credential: string, end: string): Promise<string> => {
    const start = { type: "start", workspaceId: service.workspaceId, after: "0-" };
    const feed = await openFeed({ url: service.url, credential, start });
    const isEnd = ({ id, record }: FeedChange) => id === end && /The end/.test(JSON.stringify(record));
    await asTimePasses(service.clock, "all has been sent", () => feed.changes.some(isEnd), 25);
    feed.cut();
    return JSON.stringify(feed.frames);
  };
  assert.match(await allOf(service.key, ends["todos:read"]), /canary/i);
  for (const [scope, end] of Object.entries(ends)) {
    assert.doesNotMatch(await allOf(await service.keyFor([scope as Scope]), end), content);
    assert.doesNotMatch(await allOf(allOthers, end), content);
  }
});

test("the log shows nothing", { rules: ["boundary.logs"] }, () => {
  assert.doesNotMatch(service.log.join("\n"), /canary/i);
});

test("no operation changes a kind of record that it does not declare", () => {
  verifyDeclared(service.dataDir, [service.workspaceId]);
});
