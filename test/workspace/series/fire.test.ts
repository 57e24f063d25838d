/** What becomes of an occurrence that is due. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { colleague, daily, day, ends, hour, hourly, me, minute, monday, open, scheduled } from "./setting.ts";

const first = monday + hour;

test("a due occurrence waits for a turn and ends with it", { rules: ["schedules.record", "schedules.next"] }, (t) => {
  const { space, todoId } = scheduled(t, { ...daily, message: "Write it" });
  space.passTo(first);
  assert.deepEqual(space.story(todoId), ["01-05T10:00 queued agent_busy", "01-06T10:00 scheduled"]);
  const queued = space.read(todoId);
  assert.deepEqual(
    [queued.scheduleStatus, queued.status, queued.latestRun?.status],
    ["queued", "in_progress", "running"],
  );
  space.takeTurns();
  assert.deepEqual(space.story(todoId), ["01-05T10:00 running", "01-06T10:00 scheduled"]);
  assert.equal(space.read(todoId).scheduleStatus, "pending");
  space.now += minute;
  space.end(todoId);
  const todo = space.read(todoId);
  assert.deepEqual(
    [todo.scheduleStatus, todo.lastRunAt, todo.nextRunAt, todo.latestRun?.status],
    ["pending", "2026-01-05T10:00:00.000Z", "2026-01-06T10:00:00.000Z", "completed"],
  );
  const [, done] = space.occurrences(todoId);
  assert.deepEqual(
    [done?.status, done?.runId, done?.startedAt, done?.finishedAt],
    ["completed", todo.latestRun?.id, "2026-01-05T10:00:00.000Z", "2026-01-05T10:01:00.000Z"],
  );
});

test("a run on request is the last one of the todo, none of the schedule's", { rules: ["runs.last"] }, (t) => {
  const { space, todoId } = scheduled(t, daily);
  space.passTo(first);
  space.end(todoId);
  space.now += hour;
  space.run("runTodo", { path: { todoId } });
  space.end(todoId);
  space.patch(todoId, { schedulePaused: true });
  assert.equal(space.read(todoId).lastRunAt, "2026-01-05T11:00:00.000Z");
  assert.equal(space.series("paused")[0]?.lastRunAt, "2026-01-05T10:00:00.000Z");
  space.patch(todoId, { schedulePaused: false });
  space.passTo(first + day);
  assert.equal(space.read(todoId).lastRunAt, "2026-01-06T10:00:00.000Z");
});

test("a run that waits for a decision is running and says why", { rules: ["schedules.awaiting-approval"] }, (t) => {
  const { space, todoId } = scheduled(t, daily);
  space.passTo(first);
  space.takeTurns();
  space.sql.run("UPDATE turns SET state = 'awaiting_input'");
  assert.equal(space.story(todoId)[0], "01-05T10:00 running awaiting_approval");
});

test("an occurrence without an agent makes the todo ready for its people", { rules: ["schedules.people"] }, (t) => {
  const space = open(t);
  const assignees = [{ id: colleague, type: "user" }];
  const todoId = space.todo(daily, null, { assignees });
  space.patch(todoId, { status: "in_progress" });
  space.passTo(first);
  const [, done] = space.occurrences(todoId);
  assert.deepEqual([done?.status, done?.runId, done?.chatId], ["completed", null, null]);
  const todo = space.read(todoId);
  assert.deepEqual(
    [todo.status, todo.lastRunAt, todo.scheduleStatus],
    ["ready", "2026-01-05T10:00:00.000Z", "pending"],
  );
  assert.deepEqual(space.sql.all("SELECT user_id, kind FROM notifications"), [[colleague, "todo_due"]]);
  assert.equal(todo.lastNotificationStatus, "sent");
});

const outcomes = [
  ["completed", ends.completed, "completed", null, "pending"],
  ["failed", ends.failed, "failed", "run_failed", "error"],
  ["timed out", ends.timedOut, "failed", "run_timed_out", "error"],
] as const;

test("a failed run and one that timed out set the error, a success clears it", { rules: ["schedules.errors"] }, (t) => {
  for (const [what, end, status, code, shown] of outcomes) {
    const { space, todoId } = scheduled(t, daily);
    space.passTo(first);
    space.end(todoId, end);
    const [, done] = space.occurrences(todoId);
    const { scheduleError, scheduleStatus, nextRunAt } = space.read(todoId);
    assert.deepEqual([done?.status, done?.error ?? null], [status, end.errorMessage], what);
    assert.deepEqual([scheduleError?.code ?? null, scheduleStatus], [code, shown], what);
    assert.equal(nextRunAt, "2026-01-06T10:00:00.000Z", what);
    if (code === null) continue;
    assert.deepEqual([scheduleError?.occurrenceId, scheduleError?.consecutiveFailures], [done?.id, 1], what);
    assert.deepEqual([space.series("attention")[0]?.todoId, space.series().length], [todoId, 1], what);
    space.passTo(first + day);
    space.end(todoId);
    assert.deepEqual([space.read(todoId).scheduleError, space.read(todoId).scheduleStatus], [null, "pending"], what);
  }
});

test("a good run started by a person clears the schedule's trouble", { rules: ["schedules.errors"] }, (t) => {
  const { space, todoId } = scheduled(t, { runAt: "2026-01-05T10:00:00Z" });
  space.passTo(first);
  space.end(todoId, ends.failed);
  const failed = space.read(todoId);
  assert.deepEqual(
    [failed.scheduleStatus, failed.nextRunAt, failed.scheduleError?.code],
    ["error", null, "run_failed"],
  );
  space.run("runTodo", { path: { todoId } });
  space.end(todoId);
  const { scheduleStatus, scheduleError } = space.read(todoId);
  assert.deepEqual([scheduleStatus, scheduleError], ["completed", null]);
});

test("after five failures in a row the series pauses itself", { rules: ["schedules.five-failures"] }, (t) => {
  const { space, todoId } = scheduled(t, daily);
  for (let n = 0; n < 5; n += 1) {
    assert.equal(space.read(todoId).scheduleStatus, n === 0 ? "pending" : "error", `before failure ${n + 1}`);
    space.passTo(first + n * day);
    space.end(todoId, ends.failed);
  }
  const paused = space.read(todoId);
  assert.deepEqual(
    [paused.scheduleStatus, paused.nextRunAt, paused.scheduleError?.consecutiveFailures],
    ["disabled", null, 5],
  );
  assert.equal(space.due, null);
  const [series] = space.series("paused");
  assert.deepEqual(
    [series?.status, series?.pausedAt, space.series("attention").length],
    ["paused", "2026-01-09T10:00:00.000Z", 1],
  );
  const notified = space.sql.all("SELECT user_id, kind FROM notifications ORDER BY n DESC LIMIT 1");
  assert.deepEqual(notified, [[me, "series_paused"]]);
  assert.equal(space.patch(todoId, { schedulePaused: false }).nextRunAt, "2026-01-10T10:00:00.000Z");
  space.passTo(first + 5 * day);
  space.end(todoId, ends.failed);
  const again = space.read(todoId);
  assert.deepEqual([again.scheduleStatus, again.scheduleError?.consecutiveFailures], ["error", 1]);
});

test("a run due during another is skipped or waits, as the policy says", { rules: ["schedules.overlap"] }, (t) => {
  const space = open(t);
  const skips = space.todo(hourly, space.agent("One"));
  const queues = space.todo({ ...hourly, overlapPolicy: "queue" }, space.agent("Two"));
  space.passTo(first + 2 * hour);
  assert.deepEqual(space.story(skips), [
    "01-05T10:00 queued agent_busy",
    "01-05T11:00 skipped previous_still_running",
    "01-05T12:00 skipped previous_still_running",
    "01-05T13:00 scheduled",
  ]);
  assert.deepEqual(space.story(queues).slice(1, 3), [
    "01-05T11:00 queued previous_still_running",
    "01-05T12:00 queued previous_still_running",
  ]);
  assert.equal(space.read(queues).scheduleStatus, "queued");
  for (const at of [1, 2]) {
    space.end(queues);
    space.fire();
    assert.equal(space.story(queues)[at], `01-05T1${at}:00 queued agent_busy`);
  }
  space.end(queues);
  space.fire();
  assert.deepEqual(
    space.story(queues).map((line) => line.split(" ")[1]),
    ["completed", "completed", "completed", "scheduled"],
  );
});

test("a run that a person started is in the way like any other", { rules: ["schedules.overlap"] }, (t) => {
  const { space, todoId } = scheduled(t, { ...daily, overlapPolicy: "queue" });
  space.run("runTodo", { path: { todoId } });
  space.passTo(first);
  assert.equal(space.story(todoId)[0], "01-05T10:00 queued previous_still_running");
  space.end(todoId);
  space.fire();
  assert.equal(space.story(todoId)[0], "01-05T10:00 queued agent_busy");
});

test("what waits is bounded: past a hundred the next ones are skipped", { rules: ["schedules.overlap"] }, (t) => {
  const space = open(t);
  const rule = { rrule: "FREQ=HOURLY;BYMINUTE=0,15,30,45", startsAt: "2026-01-01T00:00:00", overlapPolicy: "queue" };
  const todoId = space.todo(rule, space.agent("Worker"));
  space.passTo(first + 30 * hour);
  const [waiting] = space.sql.get("SELECT count(*) FROM occurrences WHERE status = 'queued' AND run_id IS NULL") ?? [];
  assert.equal(waiting, 100);
  assert.match(space.story(todoId).at(-2) ?? "", /skipped previous_still_running/);
});

test("without minutes an occurrence is retried each hour", { rules: ["schedules.minutes"] }, (t) => {
  const { space, todoId } = scheduled(t, daily);
  space.secondsLeft = 0;
  space.passTo(first);
  assert.equal(space.story(todoId)[0], "01-05T10:00 queued insufficient_minutes");
  const { scheduleError, scheduleStatus, latestRun } = space.read(todoId);
  assert.deepEqual([scheduleError?.code, scheduleError?.consecutiveFailures], ["insufficient_minutes", 0]);
  assert.deepEqual([scheduleStatus, latestRun], ["queued", null]);
  assert.equal(space.due, first + hour);
  space.passTo(first + hour);
  assert.equal(space.due, first + 2 * hour);
  space.secondsLeft = 600;
  space.passTo(first + 2 * hour);
  assert.equal(space.story(todoId)[0], "01-05T10:00 queued agent_busy");
  space.end(todoId);
  assert.equal(space.read(todoId).scheduleError, null);
});

test("what waits for minutes is looked at as the month begins", { rules: ["schedules.minutes"] }, (t) => {
  const space = open(t);
  space.now = Date.UTC(2026, 0, 31, 9);
  space.todo({ runAt: "2026-01-31T23:30:00Z" }, space.agent("Worker"));
  space.secondsLeft = 0;
  space.passTo(Date.UTC(2026, 0, 31, 23, 30));
  assert.equal(space.due, Date.UTC(2026, 1, 1));
});

test("an archived agent alone with a schedule does not run", { rules: ["schedules.agent-archived"] }, (t) => {
  const space = open(t);
  const agentId = space.agent("Worker");
  const left = [{ id: agentId, type: "agent" }];
  const todoId = space.todo(daily, null, { assignees: [...left, { id: space.agent("Other"), type: "agent" }] });
  space.patch(todoId, { schedulePaused: true });
  space.run("deleteAgent", { path: { agentId } });
  space.patch(todoId, { schedulePaused: false });
  space.patch(todoId, { assignees: left });
  space.passTo(first);
  assert.deepEqual(space.story(todoId), ["01-05T10:00 skipped agent_archived", "01-06T10:00 scheduled"]);
  const { scheduleError, scheduleStatus } = space.read(todoId);
  assert.deepEqual(
    [scheduleError?.code, scheduleError?.consecutiveFailures, scheduleStatus],
    ["agent_archived", 1, "error"],
  );
  space.run("restoreAgent", { path: { agentId } });
  space.passTo(first + day);
  assert.equal(space.story(todoId)[1], "01-06T10:00 queued agent_busy");
});

test("the last occurrence of a rule completes the schedule once it has run", { rules: ["schedules.one-off"] }, (t) => {
  const { space, todoId } = scheduled(t, { ...daily, rrule: "FREQ=DAILY;UNTIL=20260106T100000Z" });
  space.passTo(first);
  space.end(todoId);
  assert.equal(space.read(todoId).scheduleStatus, "pending");
  space.passTo(first + day);
  const running = space.read(todoId);
  assert.deepEqual([running.scheduleStatus, running.nextRunAt], ["queued", null]);
  space.end(todoId);
  assert.equal(space.read(todoId).scheduleStatus, "completed");
  assert.deepEqual([space.series("history").length, space.due], [1, null]);
});

test("a cancelled run cancels its occurrence, and the schedule continues", { rules: ["schedules.record"] }, (t) => {
  const { space, todoId } = scheduled(t, daily);
  space.passTo(first);
  space.run("cancelChat", { path: { chatId: space.read(todoId).latestRun?.chatId ?? "" } });
  assert.deepEqual(space.story(todoId), ["01-05T10:00 cancelled cancelled", "01-06T10:00 scheduled"]);
  const { scheduleStatus, scheduleError } = space.read(todoId);
  assert.deepEqual([scheduleStatus, scheduleError], ["pending", null]);
});

test("schedules that agents set through one another are bounded in depth", { rules: ["schedules.depth"] }, (t) => {
  const space = open(t);
  const agentId = space.agent("Worker");
  space.acting = { turnId: "t", chatId: "c", agentId, depth: 2, carried: null, isApproved: false, shows() {} };
  const todoId = space.todo(daily, agentId);
  space.acting = { ...space.acting, depth: 3 };
  space.refuses("createTodo", { body: { title: "A", schedule: daily } }, "resource_conflict", /person/);
  space.passTo(first);
  assert.equal(
    space.sql.get("SELECT depth FROM turns WHERE id = (SELECT turn_id FROM todo_runs WHERE todo_id = ?)", todoId)?.[0],
    3,
  );
});
