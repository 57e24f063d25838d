/** The journal of a file that was made before its checks cost less (version 33) and is opened now: the same rows, the same chain. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { journalPorts } from "../../../src/actors/store/journal-ports.ts";
import { createJournal } from "../../../src/workspace/protocol/journal/journal.ts";
import { unverified, verifyChain } from "../../../src/workspace/protocol/journal/verify.ts";
import type { Recorded, Sql } from "../../../src/workspace/protocol/sql.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { filledBefore } from "../../helpers/old-workspace.ts";

const record: Recorded = { kind: "todo", image: () => ({ fields: { title: "Call Ana" }, carried: null }) };

/** Two entries and a touch. */
function writeEntries(sql: Sql): void {
  const journal = createJournal(sql, journalPorts(createFakeClock(), createFakeIds(), 90));
  for (const n of [1, 2]) {
    journal.begin();
    journal.created(record, fakeId(n));
    if (n === 2) journal.touched("chat", fakeId(3));
    journal.end();
  }
}

const open = (t: TestContext) => filledBefore(t, 33, writeEntries);

test("its entries and touches are there, and verify", async (t) => {
  const { store } = await open(t);
  const rows = store.sql.all("SELECT n, kind, record_id, op FROM changes ORDER BY n");
  assert.deepEqual(rows, [
    [1, "todo", fakeId(1), "created"],
    [2, "todo", fakeId(2), "created"],
    [3, "chat", fakeId(3), "touched"],
  ]);
  const { broken, checked } = verifyChain(store.sql, unverified, 10);
  assert.deepEqual([broken, checked], [null, 2]);
});

test("the values of an entry are still checked, without a table being filled at each insert", async (t) => {
  const { store } = await open(t);
  const text =
    "INSERT INTO changes (at, actor_type, change_set, kind, record_id, op, commitment, hash) VALUES (1, ?, 's', 'todo', 'r', ?, 'c', 'h')";
  const program = store.sql.all(`EXPLAIN ${text}`, "user", "created").map((row) => row[1]);
  assert.ok(program.includes("Halt"));
  assert.equal(program.includes("OpenEphemeral"), false);
  store.begin();
  for (const [actorType, op] of [
    ["nobody", "created"],
    ["user", "seen"],
    [null, "created"],
  ] as const) {
    assert.throws(() => store.sql.run(text, actorType, op), /CHECK constraint failed/);
  }
  for (const op of ["created", "updated", "archived", "restored", "erased"]) {
    for (const actorType of ["user", "agent", "service"]) store.sql.run(text, actorType, op);
  }
  store.sql.run(text, null, "touched");
  store.rollback();
});
