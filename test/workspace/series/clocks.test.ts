/** Clocks that jump far ahead and are set back: nothing planned is lost, nothing that ran runs again. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { daily, day, ends, hour, hourly, minute, monday, open, scheduled, type Space } from "./setting.ts";

const first = monday + hour;

/** A todo with that schedule, and a clock that then runs two months ahead. */
function ahead(t: TestContext, schedule: object = hourly, workingHours?: object) {
  const { space, todoId } = scheduled(t, schedule, workingHours);
  space.now = monday + 60 * day;
  space.fire();
  return { space, todoId };
}

/** The clock is set back to that moment. */
function setBack(space: Space, to = monday): void {
  space.now = to;
  space.reopen();
}
const seven = { ...daily, rrule: "FREQ=DAILY;COUNT=7" };
const late = { timezone: "UTC", windows: [{ days: ["monday"], start: "14:00", end: "16:00" }] };

test("a clock set back: what it passed comes, nothing twice", { rules: ["schedules.clock", "schedules.once"] }, (t) => {
  const { space, todoId } = ahead(t);
  space.end(todoId);
  const before = space.occurrences(todoId);
  assert.equal(before.length, 52);
  setBack(space, monday + minute);
  assert.equal(space.read(todoId).nextRunAt, "2026-01-05T10:00:00.000Z");
  space.passTo(first);
  space.end(todoId);
  space.passTo(first + hour);
  const records = new Map(space.occurrences(todoId).map((one) => [one.scheduledFor, one]));
  const came = records.get("2026-01-05T10:00:00.000Z");
  assert.deepEqual([came?.status, came?.reason, came?.error], ["completed", null, null]);
  // It takes up the record that it had, and its place in the count.
  assert.deepEqual([came?.id, came?.sequence], [before.at(-1)?.id, 1]);
  assert.equal(records.get("2026-01-05T11:00:00.000Z")?.status, "queued");
  assert.equal(records.get("2026-01-05T12:00:00.000Z")?.status, "scheduled");
  assert.equal(records.get("2026-01-05T13:00:00.000Z")?.reason, "service_down");
  assert.equal(records.get("2026-03-06T09:00:00.000Z")?.status, "completed", "what ran ahead stays");
  assert.equal(space.sql.get("SELECT count(*) FROM occurrences GROUP BY scheduled_for HAVING count(*) > 1"), undefined);
});

test("as the clock comes to what ran ahead of it, that is stepped over", { rules: ["schedules.once"] }, (t) => {
  const { space, todoId } = scheduled(t, hourly);
  space.now = first + 2 * hour;
  space.fire();
  space.end(todoId);
  assert.equal(space.story(todoId)[2], "01-05T12:00 completed");
  setBack(space, monday + 2 * minute);
  for (const at of [first, first + hour]) {
    space.passTo(at);
    space.end(todoId);
  }
  space.passTo(first + 3 * hour);
  assert.deepEqual(space.story(todoId), [
    "01-05T10:00 completed",
    "01-05T11:00 completed",
    "01-05T12:00 completed",
    "01-05T13:00 queued agent_busy",
    "01-05T14:00 scheduled",
  ]);
});

test("a clock set back and forward records what it passed once", { rules: ["schedules.clock"] }, (t) => {
  const { space, todoId } = scheduled(t, hourly);
  space.now = first + 2 * hour;
  space.fire();
  space.end(todoId);
  setBack(space, monday + 2 * minute);
  space.now = first + 2 * hour;
  space.fire();
  assert.deepEqual(space.story(todoId), [
    "01-05T10:00 missed service_down",
    "01-05T11:00 queued agent_busy",
    "01-05T12:00 completed",
    "01-05T13:00 scheduled",
  ]);
});

test("a rule with COUNT keeps its count after a clock that ran ahead", { rules: ["schedules.clock"] }, (t) => {
  const { space, todoId } = ahead(t, seven);
  space.end(todoId);
  assert.deepEqual([space.read(todoId).scheduleStatus, space.due], ["completed", null]);
  setBack(space);
  assert.equal(space.read(todoId).scheduleStatus, "pending");
  for (const at of [first, first + day]) {
    space.passTo(at);
    space.end(todoId);
  }
  assert.deepEqual(space.story(todoId), ["01-05T10:00 completed", "01-06T10:00 completed", "01-07T10:00 completed"]);
  const sequences = space.occurrences(todoId).map(({ sequence }) => sequence);
  assert.deepEqual([sequences, space.read(todoId).scheduleStatus, space.due], [[3, 2, 1], "completed", null]);
});

test("an ended schedule stays so once a person closed the todo or retired it", { rules: ["schedules.clock"] }, (t) => {
  for (const how of ["done", "retired", "cleared"] as const) {
    const { space, todoId } = ahead(t, seven);
    if (how === "retired") space.run("retireTodoSchedule", { path: { todoId }, body: {} });
    space.end(todoId);
    if (how === "done") space.patch(todoId, { status: "done" });
    if (how === "cleared") space.patch(todoId, { schedule: null });
    setBack(space);
    assert.deepEqual([space.read(todoId).nextRunAt, space.due], [null, null], how);
  }
});

test("a one_off run missed by a clock ahead comes at its time", { rules: ["schedules.clock"] }, (t) => {
  const { space, todoId } = ahead(t, { runAt: "2026-01-05T10:00:00Z", catchUpPolicy: "skip" });
  assert.equal(space.read(todoId).scheduleError?.code, "missed");
  setBack(space);
  assert.deepEqual([space.read(todoId).scheduleError, space.read(todoId).scheduleStatus], [null, "pending"]);
  space.passTo(first);
  assert.deepEqual(space.story(todoId), ["01-05T10:00 queued agent_busy"]);
});

test("what waits for its agent since a clock ahead still waits", { rules: ["schedules.clock"] }, (t) => {
  const { space, todoId } = ahead(t, daily, late);
  assert.equal(space.story(todoId).at(-2), "03-05T10:00 queued off_duty");
  setBack(space);
  assert.equal(space.read(todoId).nextRunAt, "2026-01-05T10:00:00.000Z");
  space.passTo(monday + 5 * hour);
  assert.ok(space.story(todoId).includes("03-05T10:00 queued agent_busy"));
});

test("a paused schedule stays paused over clocks, and resumes from now", { rules: ["schedules.clock"] }, (t) => {
  const { space, todoId } = scheduled(t, hourly);
  space.now = monday + 60 * day;
  space.patch(todoId, { schedulePaused: true });
  setBack(space);
  assert.equal(space.read(todoId).scheduleStatus, "disabled");
  assert.equal(space.patch(todoId, { schedulePaused: false }).nextRunAt, "2026-01-05T10:00:00.000Z");
});

test("a clock that was never set right changes no plan", { rules: ["schedules.clock"] }, (t) => {
  const { space, todoId } = scheduled(t, { ...hourly, startsAt: "2025-01-01T00:00:00" });
  space.passTo(first);
  space.end(todoId, ends.completed);
  // As if it had been there for as long as the rule goes back.
  const series = space.series()[0]?.id ?? "";
  for (let at = Date.UTC(2025, 0, 1), n = 100; at < first; at += hour, n += 1) {
    space.sql.run(
      `INSERT INTO occurrences (id, series_id, todo_id, sequence, scheduled_for, status, run_id, created_at)
       VALUES (?, ?, ?, ?, ?, 'completed', ?, 0)`,
      `past ${n}`,
      series,
      todoId,
      n,
      at,
      `run ${n}`,
    );
  }
  setBack(space, Date.UTC(1970, 0, 1, 1));
  space.now = first + minute;
  space.fire();
  assert.equal(space.read(todoId).nextRunAt, "2026-01-05T11:00:00.000Z");
  assert.equal(space.sql.get("SELECT count(*) FROM occurrences WHERE status <> 'completed'")?.[0], 1);
});

test("all else that a clock ahead put off is looked at at once", { rules: ["schedules.clock"] }, (t) => {
  const { space, todoId } = ahead(t, daily);
  const due = () => space.sql.get("SELECT due_at FROM work WHERE kind = 'turn'")?.[0];
  assert.equal(due(), space.now);
  setBack(space);
  assert.equal(due(), monday);
  space.end(todoId);
  assert.equal(space.read(todoId).scheduleStatus, "pending");
});

test("what was planned by a clock that is not ahead is left alone", { rules: ["schedules.clock"] }, (t) => {
  const space = open(t);
  space.todo(hourly, space.agent("Worker"));
  space.passTo(first);
  space.reopen();
  const changes = () => space.sql.get("SELECT total_changes()")?.[0];
  const before = changes();
  space.now += minute;
  space.reopen();
  assert.equal(changes(), before);
});

test("a time that comes before the set-back is noticed is not lost", { rules: ["schedules.clock"] }, (t) => {
  const { space, todoId } = ahead(t);
  space.end(todoId);
  setBack(space, first + 15_000);
  assert.equal(space.story(todoId)[0], "01-05T10:00 queued agent_busy");
  assert.equal(space.read(todoId).nextRunAt, "2026-01-05T11:00:00.000Z");
});
