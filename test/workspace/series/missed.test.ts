/** Planned times that nobody was there for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { nextRun, readSchedule } from "../../../src/workspace/time/recurrence/recurrence.ts";
import { lastPlanned } from "../../../src/workspace/series/missed.ts";
import { daily, day, hour, hourly, minute, monday, open, scheduled } from "./setting.ts";

const first = monday + hour;

test("after downtime the last missed one runs, the others are recorded", { rules: ["schedules.catch-up"] }, (t) => {
  const { space, todoId } = scheduled(t, daily);
  space.now = first + 2 * day + 5 * hour;
  space.fire();
  assert.deepEqual(space.story(todoId), [
    "01-05T10:00 missed service_down",
    "01-06T10:00 missed service_down",
    "01-07T10:00 queued agent_busy",
    "01-08T10:00 scheduled",
  ]);
  assert.equal(space.read(todoId).scheduleError, null);
  assert.equal(space.sql.get("SELECT count(*) FROM todo_runs")?.[0], 1);
});

test("with skip none runs, and the series says so", { rules: ["schedules.catch-up"] }, (t) => {
  const { space, todoId } = scheduled(t, { ...daily, catchUpPolicy: "skip" });
  space.now = first + minute;
  space.fire();
  assert.equal(space.story(todoId)[0], "01-05T10:00 queued agent_busy");
  space.end(todoId);
  space.now = first + day + minute + 1;
  space.fire();
  assert.deepEqual(space.story(todoId).slice(1), ["01-06T10:00 missed service_down", "01-07T10:00 scheduled"]);
  const { scheduleError, scheduleStatus, nextRunAt } = space.read(todoId);
  assert.deepEqual([scheduleError?.code, scheduleError?.consecutiveFailures], ["missed", 0]);
  assert.deepEqual([scheduleStatus, nextRunAt], ["error", "2026-01-07T10:00:00.000Z"]);
});

test("a one_off schedule missed with skip stays in sight", { rules: ["schedules.catch-up"] }, (t) => {
  const { space, todoId } = scheduled(t, { runAt: "2026-01-05T10:00:00Z", catchUpPolicy: "skip" });
  space.now = first + day;
  space.fire();
  assert.deepEqual(space.story(todoId), ["01-05T10:00 missed service_down"]);
  assert.deepEqual(
    [space.read(todoId).scheduleStatus, space.series("attention").length, space.due],
    ["error", 1, null],
  );
});

test("a year of missed hours is fifty records and one run, at once", { rules: ["schedules.catch-up-bounded"] }, (t) => {
  const { space, todoId } = scheduled(t, hourly);
  space.now = first + 365 * day + minute;
  space.fire();
  const story = space.story(todoId);
  assert.equal(story.length, 52);
  assert.ok(story.slice(0, 50).every((line) => line.endsWith("missed service_down")));
  assert.deepEqual(story.slice(50), ["01-05T10:00 queued agent_busy", "01-05T11:00 scheduled"]);
  assert.match(space.occurrences(todoId)[2]?.error ?? "", /Later ones were missed as well/);
});

test("the last planned time is found for every frequency", { rules: ["schedules.catch-up-bounded"] }, () => {
  for (const rrule of [
    "FREQ=HOURLY;BYMINUTE=0,7",
    "FREQ=DAILY",
    "FREQ=WEEKLY;BYDAY=MO,FR",
    "FREQ=MONTHLY;BYMONTHDAY=-1",
    "FREQ=YEARLY",
  ]) {
    const { schedule, next: first } = readSchedule(
      { rrule, startsAt: "2026-01-01T10:00:00", timezone: "Europe/Berlin" },
      monday,
    );
    const nextOf = (after: number) => nextRun(schedule, after);
    for (const now of [first.at, first.at + 90 * day + 17 * minute, first.at + 3 * 366 * day]) {
      const { at } = lastPlanned(nextOf, first, now);
      assert.ok(at <= now && (nextOf(at)?.at ?? Infinity) > now, `${rrule} at ${now}`);
      assert.equal(nextOf(at - 1)?.at, at, rrule);
    }
  }
});

test("a rule that is carried out twice starts once", { rules: ["schedules.once"] }, (t) => {
  const { space, todoId } = scheduled(t, daily);
  space.passTo(first);
  space.sql.run(
    "INSERT INTO work (kind, lane, subject_id, due_at) SELECT 'occurrence', 'rules', id, 0 FROM series WHERE true ON CONFLICT DO UPDATE SET due_at = 0",
  );
  space.fire();
  assert.deepEqual(space.story(todoId), ["01-05T10:00 queued agent_busy", "01-06T10:00 scheduled"]);
  assert.equal(space.sql.get("SELECT count(*) FROM todo_runs")?.[0], 1);
});

test("planned times that clocks of a zone skip or repeat run once each", { rules: ["schedules.dst"] }, (t) => {
  const space = open(t);
  space.now = Date.UTC(2026, 2, 27, 12);
  const rule = { rrule: "FREQ=DAILY", startsAt: "2026-03-01T02:30:00", timezone: "Europe/Berlin" };
  const todoId = space.todo(rule, null, { assignees: [] });
  space.passTo(Date.UTC(2026, 2, 31));
  assert.deepEqual(space.story(todoId).slice(0, 3), [
    "03-28T01:30 completed",
    "03-29T01:00 completed",
    "03-30T00:30 completed",
  ]);
  space.now = Date.UTC(2026, 9, 24, 12);
  const autumn = space.todo({ ...rule, startsAt: "2026-10-01T02:30:00" }, null, { assignees: [] });
  space.passTo(Date.UTC(2026, 9, 27));
  assert.deepEqual(space.story(autumn).slice(0, 2), ["10-25T00:30 completed", "10-26T01:30 completed"]);
});
