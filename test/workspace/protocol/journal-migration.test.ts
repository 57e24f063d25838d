/** The journal of a file from before version 40 that is opened now: the same entries, the same chain, which goes on, record by record. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { journalPorts, sha256 } from "../../../src/actors/runtime/ids.ts";
import type { Store } from "../../../src/actors/store/store.ts";
import { newestEntryOf } from "../../../src/workspace/protocol/journal/rows.ts";
import { commitmentOf, noHash } from "../../../src/workspace/protocol/journal/entry-hash.ts";
import { createJournal } from "../../../src/workspace/protocol/journal/journal.ts";
import { unverified, verifyChain } from "../../../src/workspace/protocol/journal/verify.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { todoListRecord } from "../../../src/workspace/todo-lists/queries.ts";
import { entries } from "../../../src/workspace/undo/entries.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { filledBefore } from "../../helpers/old-workspace.ts";

const columns =
  "n, at, operation, actor_type, actor_id, on_behalf_of, credential_type, credential_id, chat_id, run_id, turn_id, call_key, approval_id, change_set, kind, record_id, op, undoes, captures, commitment";

/** What an agent did, as version 27 wrote it: with a call key in which every kind of character stands that JSON writes in another way. */
const callKey = 'call "1" \\ \b\f\n\r\t\u0001 é 😀';

function writeEntries(sql: Sql): void {
  let last = noHash;
  for (const [n, op, before, after] of [
    [1, "created", null, '{"name":"L"}'],
    [2, "updated", '{"name":"L"}', '{"name":"Home"}'],
  ] as const) {
    const commitment = commitmentOf(sha256, "salt", before, after);
    const who = ["updateTodoList", "agent", fakeId(1), fakeId(2), "session", fakeId(3)];
    const work = [fakeId(4), null, fakeId(5), callKey, null];
    const hashed = [n, 1000 + n, ...who, ...work, fakeId(6), "todo_list", "l", op, null, null, commitment];
    last = sha256(last + JSON.stringify(hashed));
    const values = [...hashed, before, after, "salt", last];
    sql.run(
      `INSERT INTO changes (${columns}, before, after, salt, hash) VALUES (${values.map(() => "?").join()})`,
      ...values,
    );
  }
  sql.run("INSERT INTO changes (n, at, kind, record_id, op, hash) VALUES (3, 1003, 'chat', 'c', 'touched', 'mark')");
}

const open = (t: TestContext) => filledBefore(t, 39, writeEntries);

/** Renames the list, and answers what the journal has of it. */
function rename({ sql }: Pick<Store, "sql">): void {
  const journal = createJournal(sql, journalPorts(createFakeClock(), createFakeIds(), 90));
  journal.begin();
  journal.changing(todoListRecord, "l");
  sql.run("UPDATE todo_lists SET name = name || '!' WHERE id = 'l'");
  journal.end();
}

const ofList = (sql: Sql) => entries(sql, { of: { record: todoListRecord, id: "l" } }, 10);

test("its entries and touches are there, and verify", async (t) => {
  const { store } = await open(t);
  const rows = store.sql.all("SELECT n, kind, record_id, op, chat_id, cause ->> 7 FROM changes ORDER BY n");
  assert.deepEqual(rows, [
    [1, "todo_list", "l", "created", fakeId(4), callKey],
    [2, "todo_list", "l", "updated", fakeId(4), callKey],
    [3, "chat", "c", "touched", null, null],
  ]);
  const { broken, checked } = verifyChain(store.sql, unverified, 10);
  assert.deepEqual([broken, checked], [null, 2]);
});

test("new entries go on from the old ones, in the chain and of each record", async (t) => {
  const { store } = await open(t);
  store.begin();
  assert.equal(newestEntryOf(store.sql, todoListRecord, "l"), 2);
  rename(store);
  rename(store);
  assert.deepEqual(
    ofList(store.sql).map(({ n, operation }) => [n, operation]),
    [
      [5, "service"],
      [4, "service"],
      [2, "updateTodoList"],
      [1, "updateTodoList"],
    ],
  );
  assert.deepEqual(store.sql.all("SELECT n, previous FROM changes WHERE op <> 'touched' ORDER BY n"), [
    [1, -1],
    [2, -1],
    [4, null],
    [5, 4],
  ]);
  assert.deepEqual(
    [newestEntryOf(store.sql, todoListRecord, "l"), verifyChain(store.sql, unverified, 10).broken],
    [5, null],
  );
  store.rollback();
});

test("a record that is erased takes what old and new entries hold of it along; its entries are found all the same", async (t) => {
  const { store } = await open(t);
  store.begin();
  rename(store);
  const journal = createJournal(store.sql, journalPorts(createFakeClock(), createFakeIds(), 90));
  journal.begin();
  journal.erasing(todoListRecord, "l");
  store.sql.run("DELETE FROM todo_lists WHERE id = 'l'");
  journal.end();
  assert.deepEqual(store.sql.all("SELECT n FROM changes WHERE coalesce(before, after, salt) IS NOT NULL"), []);
  assert.deepEqual(
    ofList(store.sql).map(({ n, op }) => [n, op]),
    [
      [5, "erased"],
      [4, "updated"],
      [2, "updated"],
      [1, "created"],
    ],
  );
  assert.equal(verifyChain(store.sql, unverified, 10).broken, null);
  store.rollback();
});

test("a changed byte of an old entry names it, whichever column it is in", async (t) => {
  const { store } = await open(t);
  const changes = [
    "cause = replace(cause, 'session', 'api_key')",
    "cause = replace(cause, ',', ', ')",
    "cause = 'no JSON'",
    "previous = 1",
    "previous = NULL",
    "change_set = 'x'",
    "chat_id = NULL",
    "run_id = 'x'",
    "undoes = 1",
    "captures = '[]'",
    "record_id = 'm'",
    "at = 1",
  ];
  store.begin();
  for (const change of changes) {
    store.savepoint();
    store.sql.run(`UPDATE changes SET ${change} WHERE n = 2`);
    assert.equal(verifyChain(store.sql, unverified, 10).broken?.n, 2, change);
    store.rollbackTo();
  }
  store.rollback();
});

test("the values of an entry are checked, without a table being filled at each insert", async (t) => {
  const { store } = await open(t);
  const text =
    "INSERT INTO changes (at, cause, change_set, kind, record_id, op, commitment, hash) VALUES (1, ?, 's', 'todo', 'r', ?, 'c', 'h')";
  const program = store.sql.all(`EXPLAIN ${text}`, "[]", "created").map((row) => row[1]);
  assert.ok(program.includes("Halt"));
  assert.equal(program.includes("OpenEphemeral"), false);
  store.begin();
  for (const [cause, op] of [
    ["[]", "seen"],
    [null, "created"],
  ] as const) {
    assert.throws(() => store.sql.run(text, cause, op), /CHECK constraint failed/);
  }
  for (const op of ["created", "updated", "archived", "restored", "erased"]) store.sql.run(text, "[]", op);
  store.sql.run(text, null, "touched");
  store.rollback();
});
