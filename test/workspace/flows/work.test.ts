import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import {
  complete,
  enqueue,
  gotOn,
  hasTaken,
  nextDue,
  putAside,
  releaseTaken,
  retryLater,
  takeDue,
} from "../../../src/workspace/work.ts";
import { openTestFile } from "../sql.ts";

function open(t: TestContext) {
  const file = openTestFile();
  t.after(() => file.close());
  const { sql } = file;
  const add = (subject: string, dueAt: number) => enqueue({ sql, now: 0 }, "turn", subject, dueAt);
  const take = (now: number, limit = 10) => takeDue(sql, now, limit).map(({ subjectId }) => subjectId);
  return { sql, add, take };
}

test("what is not due, and what is taken, is not taken", (t) => {
  const { sql, add, take } = open(t);
  add("late", 20);
  add("early", 10);
  assert.deepEqual(take(9), []);
  assert.deepEqual(take(10), ["early"]);
  assert.deepEqual(take(10), []);
  assert.equal(nextDue(sql), 20);
  assert.ok(hasTaken(sql));
});

test("the longest due comes first, and no more than asked for", (t) => {
  const { add, take } = open(t);
  add("c", 3);
  add("a", 1);
  add("b", 2);
  assert.deepEqual(take(5, 2), ["a", "b"]);
  assert.deepEqual(take(5, 2), ["c"]);
});

test("a subject that is queued twice is there once, at the earlier moment", (t) => {
  const { sql, add, take } = open(t);
  add("a", 10);
  add("a", 5);
  add("a", 20);
  assert.equal(nextDue(sql), 5);
  assert.deepEqual(take(100), ["a"]);
  add("a", 0);
  assert.deepEqual(take(100), [], "whoever has it keeps it");
});

test("attempts are counted until the piece gets on, and a piece given back is due again", (t) => {
  const { sql, add } = open(t);
  add("a", 0);
  const attempt = () => takeDue(sql, 100, 1)[0];
  const first = attempt();
  assert.equal(first?.attempts, 1);
  retryLater(sql, first?.id ?? 0, 50);
  assert.equal(nextDue(sql), 50);
  assert.equal(attempt()?.attempts, 2);
  gotOn(sql, "turn", "a");
  releaseTaken(sql);
  assert.equal(attempt()?.attempts, 1);
});

test("a piece that is put aside belongs to nobody until its moment, and a complete one is gone", (t) => {
  const { sql, add } = open(t);
  add("a", 0);
  takeDue(sql, 0, 1);
  putAside(sql, "turn", "a", 70);
  assert.deepEqual([hasTaken(sql), nextDue(sql)], [false, 70]);
  complete(sql, takeDue(sql, 70, 1)[0]?.id ?? 0);
  assert.deepEqual([hasTaken(sql), nextDue(sql)], [false, null]);
});
