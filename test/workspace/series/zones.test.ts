/** Newer rules of a time zone, distinguished by the version of the data. What was planned by the older ones is written by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { daily, day, hour, hourly, minute, monday, open, type Space } from "./setting.ts";

const first = monday + hour;

/** As if the rules of the zone at the time had put the next run that much later. */
function shift(space: Space, todoId: string, by: number): void {
  const { sql } = space;
  sql.run("UPDATE occurrences SET scheduled_for = scheduled_for + ? WHERE todo_id = ?", by, todoId);
  sql.run(
    "UPDATE series SET next_run_at = next_run_at + ?, counted_to = counted_to + ? WHERE todo_id = ?",
    by,
    by,
    todoId,
  );
  sql.run(
    "UPDATE work SET due_at = due_at + ? WHERE subject_id = (SELECT id FROM series WHERE todo_id = ?)",
    by,
    todoId,
  );
}

function opened(t: Parameters<typeof open>[0], schedule: object, by: number) {
  const space = open(t);
  space.reopen("2026a");
  const todoId = space.todo(schedule, space.agent("Worker"));
  shift(space, todoId, by);
  return { space, todoId };
}

test("a planned time that newer rules put later waits for that time", { rules: ["schedules.zone-data"] }, (t) => {
  const { space, todoId } = opened(t, daily, -hour / 2);
  space.reopen("2026b");
  assert.equal(space.read(todoId).nextRunAt, "2026-01-05T10:00:00.000Z");
  space.passTo(first - 1);
  assert.deepEqual(space.story(todoId), ["01-05T10:00 scheduled"]);
  space.passTo(first);
  assert.deepEqual(space.story(todoId), ["01-05T10:00 queued agent_busy", "01-06T10:00 scheduled"]);
});

test("one moved earlier runs at that time, at once if it has passed", { rules: ["schedules.zone-data"] }, (t) => {
  for (const learnt of [monday, first + minute]) {
    const { space, todoId } = opened(t, daily, hour);
    space.now = learnt;
    space.reopen("2026b");
    space.passTo(Math.max(learnt, first));
    assert.deepEqual(space.story(todoId), ["01-05T10:00 queued agent_busy", "01-06T10:00 scheduled"]);
    assert.equal(space.sql.get("SELECT count(*) FROM todo_runs")?.[0], 1);
  }
});

test("the same version changes nothing", { rules: ["schedules.zone-data"] }, (t) => {
  const { space, todoId } = opened(t, daily, hour);
  space.reopen("2026a");
  assert.deepEqual([space.due, space.story(todoId)], [first + hour, ["01-05T11:00 scheduled"]]);
});

test("a local time that ran does not run again", { rules: ["schedules.zone-data", "schedules.once"] }, (t) => {
  const twice = { rrule: "FREQ=DAILY;BYHOUR=10,11", startsAt: "2026-01-01T10:00:00" };
  const { space, todoId } = opened(t, twice, -hour);
  space.passTo(first - hour);
  space.end(todoId);
  shift(space, todoId, 0);
  space.sql.run(
    "UPDATE occurrences SET scheduled_for = ?, local_time = '2026-01-05T11:00:00' WHERE status = 'scheduled'",
    first,
  );
  space.reopen("2026b");
  assert.deepEqual(space.story(todoId), ["01-05T09:00 completed", "01-05T11:00 scheduled"]);
  space.passTo(first + hour);
  assert.equal(space.sql.get("SELECT count(*) FROM todo_runs")?.[0], 2);
});

test("one moved to where another ran is that one", { rules: ["schedules.zone-data", "schedules.once"] }, (t) => {
  const space = open(t);
  space.reopen("2026a");
  const todoId = space.todo(hourly, space.agent("Worker"));
  space.passTo(first);
  space.end(todoId);
  space.sql.run("UPDATE occurrences SET local_time = '2026-01-05T10:00:00' WHERE status = 'scheduled'");
  space.reopen("2026b");
  assert.deepEqual(space.story(todoId), ["01-05T10:00 completed", "01-05T11:00 scheduled"]);
});

test("a plan without a local time is what the rule names next", { rules: ["schedules.zone-data"] }, (t) => {
  const { space, todoId } = opened(t, daily, hour);
  space.sql.run("UPDATE occurrences SET local_time = NULL");
  space.sql.run("UPDATE series SET counted_to = counted_to - ?", hour);
  space.reopen("2026b");
  assert.equal(space.read(todoId).nextRunAt, "2026-01-05T10:00:00.000Z");
  const once = space.todo({ runAt: "2026-01-05T12:00:00Z" }, null);
  space.reopen("2026c");
  assert.equal(space.read(once).nextRunAt, "2026-01-05T12:00:00.000Z");
});

test("the hours of an agent are computed again, too", { rules: ["schedules.zone-data"] }, (t) => {
  const hours = { timezone: "UTC", windows: [{ days: ["monday"], start: "14:00", end: "16:00" }] };
  const space = open(t);
  space.reopen("2026a");
  const todoId = space.todo(daily, space.agent("Worker", hours));
  space.passTo(first);
  // By the older rules they began an hour later.
  space.sql.run("UPDATE series SET waits_until = waits_until + ?, next_run_at = next_run_at + ?", hour, hour);
  space.sql.run("UPDATE work SET due_at = due_at + ? WHERE kind = 'occurrence'", hour);
  space.reopen("2026b");
  assert.equal(space.read(todoId).nextRunAt, "2026-01-05T14:00:00.000Z");
  space.passTo(first + day);
});
