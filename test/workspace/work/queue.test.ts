/** The table of due work: what is taken, in which order, and given back. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import {
  complete,
  earliest,
  enqueue,
  progressed,
  hasTaken,
  nextDue,
  reschedule,
  retryLater,
  kindsOf,
} from "../../../src/workspace/work/queue.ts";
import { releaseTaken, takeDue } from "../../../src/workspace/runs/turns.ts";
import { openTestFile } from "../sql.ts";

function open(t: TestContext) {
  const { sql } = openTestFile(t);
  const add = (subject: string, dueAt: number) => enqueue({ sql, now: 0 }, "turn", subject, dueAt);
  const take = (now: number, limit = 10) =>
    takeDue(sql, kindsOf("turns"), now, limit).map(({ subjectId }) => subjectId);
  return { sql, add, take };
}

test("what is not due, and what is taken, is not taken", (t) => {
  const { sql, add, take } = open(t);
  add("late", 20);
  add("early", 10);
  assert.deepEqual(take(9), []);
  assert.deepEqual(take(10), ["early"]);
  assert.deepEqual(take(10), []);
  assert.equal(nextDue(sql).turns, 20);
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
  assert.equal(nextDue(sql).turns, 5);
  assert.deepEqual(take(100), ["a"]);
  add("a", 0);
  assert.deepEqual(take(100), [], "it stays with the worker that has it");
});

test("each lane has its own: background work is not taken for a turn", (t) => {
  const { sql, add, take } = open(t);
  add("turn", 10);
  enqueue({ sql, now: 5 }, "describe", "chat");
  assert.deepEqual(nextDue(sql), { turns: 10, background: 5, rules: null });
  assert.equal(earliest(nextDue(sql)), 5);
  assert.deepEqual(take(10), ["turn"]);
  assert.equal(takeDue(sql, kindsOf("background"), 10, 10)[0]?.subjectId, "chat");
  assert.deepEqual(nextDue(sql), { turns: null, background: null, rules: null });
});

test("while one note is taken the next one is not due, and other work is", (t) => {
  const { sql } = open(t);
  enqueue({ sql, now: 1 }, "note", "first");
  enqueue({ sql, now: 2 }, "note", "second");
  const [first] = takeDue(sql, kindsOf("background"), 5, 10);
  assert.ok(first?.subjectId === "first");
  assert.equal(nextDue(sql).background, null);
  enqueue({ sql, now: 3 }, "capture", "other");
  assert.equal(nextDue(sql).background, 3);
  complete(sql, first.id);
  assert.equal(nextDue(sql).background, 2);
});

test("attempts are counted until the piece gets on, and a piece given back is due again", (t) => {
  const { sql, add } = open(t);
  add("a", 0);
  const attempt = () => takeDue(sql, kindsOf("turns"), 100, 1)[0];
  const first = attempt();
  assert.equal(first?.attempts, 1);
  retryLater({ sql, now: 1 }, first?.id ?? 0, 50);
  assert.equal(nextDue(sql).turns, 50);
  assert.equal(attempt()?.attempts, 2);
  progressed(sql, "turn", "a");
  releaseTaken(sql, 60);
  assert.equal(attempt()?.attempts, 1);
});

test("work in the background that is in hand when the process ends, again and again, waits longer each time", (t) => {
  const { sql } = open(t);
  enqueue({ sql, now: 0 }, "media", "hostile");
  const waits = Array.from({ length: 12 }, () => {
    const now = nextDue(sql).background ?? assert.fail("It is due once more.");
    takeDue(sql, kindsOf("background"), now, 1);
    releaseTaken(sql, now);
    return ((nextDue(sql).background ?? now) - now) / 60_000;
  });
  assert.deepEqual(waits, [0, 0, 1, 2, 4, 8, 16, 32, 64, 64, 64, 64]);
  const now = nextDue(sql).background ?? 0;
  takeDue(sql, kindsOf("background"), now, 1);
  progressed(sql, "media", "hostile");
  releaseTaken(sql, now);
  assert.equal(nextDue(sql).background, now, "what got on is due at once");
});

test("a piece that is put aside belongs to nobody until its moment, and a complete one is gone", (t) => {
  const { sql, add } = open(t);
  add("a", 0);
  takeDue(sql, kindsOf("turns"), 0, 1);
  reschedule({ sql, now: 1 }, "turn", "a", 70);
  assert.deepEqual([hasTaken(sql), nextDue(sql).turns], [false, 70]);
  complete(sql, takeDue(sql, kindsOf("turns"), 70, 1)[0]?.id ?? 0);
  assert.deepEqual([hasTaken(sql), nextDue(sql).turns], [false, null]);
});
