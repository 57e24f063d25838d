/** Notifying people: who is notified, what stays at the todo of how it went, what an e-mail says. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { scopes } from "../../../src/schema/scopes.ts";
import type { Todo } from "../../../src/schema/todo.ts";
import { letterOf, recordMail, type News, notify } from "../../../src/workspace/notifications/notify.ts";
import { memberRows, replaceMembers } from "../../../src/workspace/members/queries.ts";
import { setPreferences, notificationRows } from "../../../src/workspace/notifications/rows.ts";
import { takeDue } from "../../../src/workspace/runs/turns.ts";
import { kindsOf } from "../../../src/workspace/work/queue.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { assistant, begin, colleague, me, setting, type Setting, unknown } from "../todos/setting.ts";

const person = (id: string) => ({ id, type: "user" as const });

function bench(t: TestContext, assignees: Todo["assignees"] = [person(me)], title = "Water the plants") {
  const space = setting(t);
  const ids = createFakeIds(0x5000);
  const { id: todoId } = space.run("createTodo", { body: { title, assignees } });
  const tell = (news: Partial<News> = {}): void =>
    notify(
      { sql: space.sql, now: space.now, newId: () => ids.uuid() },
      { kind: "run_completed", todoId, agentId: assistant, otherwise: me, ...news },
    );
  return { space, todoId, tell };
}

/** What a person finds in the inbox, oldest first. */
function inboxOf({ sql }: Setting, userId: string): string[] {
  const rows = notificationRows(sql, { userId, scopes }, { unreadOnly: false, before: Number.MAX_SAFE_INTEGER }, 100);
  return rows.map(({ notification }) => notification.title).reverse();
}

/** Sends every e-mail that is due, with that end; answers the letters. */
function send({ sql, now }: Setting, how: Parameters<typeof recordMail>[2] = "sent") {
  return takeDue(sql, kindsOf("background"), now, 100).map((work) => {
    const letter = letterOf(sql, work.subjectId);
    recordMail({ sql, now }, work, letter === null ? "none" : how);
    return letter;
  });
}

function shownAt(space: Setting, todoId: string) {
  const { lastNotificationStatus, lastNotificationSentAt } = space.run("getTodo", { path: { todoId } });
  return [lastNotificationStatus, lastNotificationSentAt];
}

const at = (ms: number): string => new Date(ms).toISOString();

const audiences: readonly {
  readonly what: string;
  readonly assignees: Todo["assignees"];
  readonly otherwise: string;
  readonly notified: readonly string[];
  /** Who leaves the workspace before. */
  readonly left?: string;
}[] = [
  {
    what: "every person who is assigned",
    assignees: [person(me), person(colleague)],
    otherwise: unknown,
    notified: [me, colleague],
  },
  {
    what: "the assigned person, not who began it",
    assignees: [person(colleague)],
    otherwise: me,
    notified: [colleague],
  },
  {
    what: "who began it, where an agent alone is assigned",
    assignees: [{ id: assistant, type: "agent" }],
    otherwise: me,
    notified: [me],
  },
  { what: "who began it, where nobody is assigned", assignees: [], otherwise: colleague, notified: [colleague] },
  { what: "the owner, where who began it has left", assignees: [], otherwise: unknown, notified: [me] },
  {
    what: "who began it, where the assigned person has left",
    assignees: [person(me)],
    otherwise: colleague,
    notified: [colleague],
    left: me,
  },
  {
    what: "the assigned person who is still there, where the other has left",
    assignees: [person(me), person(colleague)],
    otherwise: me,
    notified: [me],
    left: colleague,
  },
  {
    what: "the owner, where the assigned person and who began it are one, who has left",
    assignees: [person(colleague)],
    otherwise: colleague,
    notified: [me],
    left: colleague,
  },
  {
    what: "everybody, where it is not known yet who owns the workspace",
    assignees: [],
    otherwise: me,
    notified: [colleague],
    left: me,
  },
];
for (const { what, assignees, otherwise, notified, left } of audiences) {
  test(`notified is ${what}`, { rules: ["notifications.audience"] }, (t) => {
    const { space, todoId, tell } = bench(t, assignees);
    const people = memberRows(space.sql);
    replaceMembers(
      space.sql,
      people.filter(({ userId }) => userId !== left),
    );
    tell({ otherwise });
    for (const userId of [me, colleague]) {
      assert.equal(inboxOf(space, userId).length, notified.includes(userId) ? 1 : 0);
    }
    assert.equal(send(space).length, notified.length);
    assert.equal(shownAt(space, todoId)[0], notified.length === 0 ? null : "sent");
  });
}

const sentences: readonly (readonly [News["kind"], string])[] = [
  ["run_completed", 'Assistant has finished the scheduled run of "Water the plants".'],
  ["run_failed", 'The scheduled run of "Water the plants" failed.'],
  ["run_timed_out", 'The scheduled run of "Water the plants" took too long and was stopped.'],
  ["todo_due", '"Water the plants" is due.'],
  ["series_paused", 'The schedule of "Water the plants" was paused.'],
  ["approval_waiting", 'Assistant waits for your decision on "Water the plants".'],
];
test("each kind says in one sentence what happened", { rules: ["notifications.kinds"] }, (t) => {
  const { space, tell } = bench(t);
  for (const [kind] of sentences) tell({ kind });
  assert.deepEqual(
    inboxOf(space, me),
    sentences.map(([, sentence]) => sentence),
  );
});

interface Way {
  readonly inApp: boolean;
  readonly email: boolean;
  readonly push: boolean;
}
const both = { inApp: true, email: true, push: false };
const inboxOnly = { inApp: true, email: false, push: false };
const mailOnly = { inApp: false, email: true, push: false };
const off = { inApp: false, email: false, push: false };

const outcomes: readonly {
  readonly ways: readonly [Way, Way];
  readonly mail: Parameters<typeof recordMail>[2];
  readonly before: string | null;
  readonly after: string | null;
}[] = [
  { ways: [both, both], mail: "sent", before: "sent", after: "sent" },
  { ways: [both, both], mail: "failed", before: "sent", after: "partial" },
  { ways: [both, both], mail: { retryAt: begin + 1 }, before: "sent", after: "partial" },
  { ways: [both, both], mail: "none", before: "sent", after: "sent" },
  { ways: [inboxOnly, off], mail: "sent", before: "sent", after: "sent" },
  { ways: [inboxOnly, mailOnly], mail: "failed", before: "sent", after: "partial" },
  { ways: [mailOnly, mailOnly], mail: "sent", before: null, after: "sent" },
  { ways: [mailOnly, mailOnly], mail: "failed", before: null, after: "failed" },
  { ways: [mailOnly, off], mail: { retryAt: begin + 1 }, before: null, after: "failed" },
  { ways: [mailOnly, off], mail: "none", before: null, after: "suppressed" },
  { ways: [off, off], mail: "sent", before: "suppressed", after: "suppressed" },
];
for (const [index, { ways, mail, before, after }] of outcomes.entries()) {
  test(
    `the todo shows ${before}, ${after} (${index + 1})`,
    { rules: ["notifications.status", "notifications.preferences"] },
    (t) => {
      const { space, todoId, tell } = bench(t, [person(me), person(colleague)]);
      setPreferences(space.sql, me, ways[0]);
      setPreferences(space.sql, colleague, ways[1]);
      tell();
      assert.deepEqual(shownAt(space, todoId), [before, before === "sent" ? at(begin) : null]);
      send(space, mail);
      const isReached = after === "sent" || after === "partial";
      assert.deepEqual(shownAt(space, todoId), [after, isReached ? at(begin) : null]);
      assert.equal(inboxOf(space, me).length, ways[0].inApp ? 1 : 0);
    },
  );
}

test("an e-mail sent after a failure ends as sent, and polling shows it", { rules: ["notifications.status"] }, (t) => {
  const { space, todoId, tell } = bench(t);
  tell();
  send(space, { retryAt: begin + 30_000 });
  assert.deepEqual(shownAt(space, todoId), ["partial", at(begin)]);
  space.now = begin + 30_000;
  send(space);
  assert.deepEqual(shownAt(space, todoId), ["sent", at(begin + 30_000)]);
  assert.equal(space.run("getTodo", { path: { todoId } }).updatedAt, at(begin + 30_000));
});

test("a later event that reaches nobody leaves the earlier time", { rules: ["notifications.status"] }, (t) => {
  const { space, todoId, tell } = bench(t);
  tell();
  send(space, { retryAt: begin + 60_000 });
  setPreferences(space.sql, me, off);
  space.now = begin + 10_000;
  tell();
  assert.deepEqual(shownAt(space, todoId), ["suppressed", at(begin)]);
  setPreferences(space.sql, me, both);
  space.now = begin + 60_000;
  assert.equal(send(space).length, 1);
  assert.deepEqual(shownAt(space, todoId), ["suppressed", at(begin)]);
});

test("approvals and paused schedules leave the todo's notification", { rules: ["notifications.status"] }, (t) => {
  const { space, todoId, tell } = bench(t);
  tell({ kind: "approval_waiting" });
  tell({ kind: "series_paused" });
  assert.deepEqual(shownAt(space, todoId), [null, null]);
  assert.equal(inboxOf(space, me).length, 2);
});

test("an e-mail says what happened and why, and repeats nothing", { rules: ["notifications.mail-text"] }, (t) => {
  const { space, todoId, tell } = bench(t);
  tell({ kind: "run_failed", detail: "The model is out of order." });
  tell({ kind: "approval_waiting", detail: "May I quote the transcript?" });
  const letters = send(space);
  assert.deepEqual(
    letters.map((letter) => [letter?.to, letter?.subject, letter?.text]),
    [
      [
        `${me}@example.org`,
        'The scheduled run of "Water the plants" failed.',
        'The scheduled run of "Water the plants" failed.\n\nThe model is out of order.',
      ],
      [
        `${me}@example.org`,
        'Assistant waits for your decision on "Water the plants".',
        'Assistant waits for your decision on "Water the plants".\n\nSign in to see what it wants to do, and decide.',
      ],
    ],
  );
  const captureId = fakeId(0x777);
  space.sql.run(
    "INSERT INTO captures (id, type, status, created_at, updated_at, created_by) VALUES (?, 'note', 'completed', 0, 0, ?)",
    captureId,
    me,
  );
  space.sql.run("UPDATE todos SET capture_id = ? WHERE id = ?", captureId, todoId);
  tell({ kind: "todo_due" });
  assert.equal(send(space)[0]?.text, "A todo is due.");
  assert.equal(inboxOf(space, me).at(-1), '"Water the plants" is due.');
});

test("the title of a todo stays on one line, inside its quotes", { rules: ["notifications.mail-text"] }, (t) => {
  const { space, todoId, tell } = bench(t);
  space.sql.run(
    "UPDATE todos SET title = ? WHERE id = ?",
    'Plants"\r\nBcc: evil@example.org\u2028\u202ex ' + "long ".repeat(100),
    todoId,
  );
  tell({ kind: "todo_due" });
  const subject = send(space)[0]?.subject ?? assert.fail("no letter");
  assert.doesNotMatch(subject, /[\p{Cc}\u2028\u202e]/u);
  assert.match(subject, /^"Plants' Bcc: evil@example\.org x long [^"]*…" is due\.$/);
});

test("an unsent e-mail is not sent to those who left or opted out", { rules: ["notifications.preferences"] }, (t) => {
  const { space, todoId, tell } = bench(t, [person(me), person(colleague)]);
  tell();
  setPreferences(space.sql, me, inboxOnly);
  space.sql.run("DELETE FROM members WHERE user_id = ?", colleague);
  assert.deepEqual(send(space), [null, null]);
  assert.equal(takeDue(space.sql, kindsOf("background"), Number.MAX_SAFE_INTEGER, 10).length, 0);
  assert.equal(shownAt(space, todoId)[0], "sent");
});

test("notifications go with their todo, or after 90 days", { rules: ["notifications.kept"] }, (t) => {
  const { space, todoId, tell } = bench(t);
  tell();
  space.now = begin + 90 * 86_400_000;
  tell();
  assert.equal(inboxOf(space, me).length, 2);
  space.now += 1;
  tell();
  assert.equal(inboxOf(space, me).length, 2);
  space.run("deleteTodo", { path: { todoId }, query: { permanent: true } });
  assert.deepEqual(inboxOf(space, me), []);
  assert.ok(send(space).every((letter) => letter === null));
});

test("a redacted todo is not named in e-mails, in the inbox only to readers", { rules: ["boundary.todos"] }, (t) => {
  const { space, todoId, tell } = bench(t);
  space.sql.run("UPDATE todos SET redacted = 1 WHERE id = ?", todoId);
  tell({ kind: "todo_due" });
  assert.deepEqual(
    send(space).map((letter) => letter?.subject),
    ["A todo is due."],
  );
  assert.deepEqual(inboxOf(space, me), ['"Water the plants" is due.']);
  const stranger = { userId: me, scopes: [] };
  const rows = notificationRows(space.sql, stranger, { unreadOnly: false, before: Number.MAX_SAFE_INTEGER }, 1);
  assert.equal(rows[0]?.notification.title, "A todo is due.");
});
