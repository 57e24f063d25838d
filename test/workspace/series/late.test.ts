/** An occurrence that ran late says what it waited for; the public record says why one does not run, and nothing once it runs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { daily, day, hour, minute, monday, scheduled, type Space } from "./setting.ts";

const late = { timezone: "UTC", windows: [{ days: ["monday"], start: "14:00", end: "16:00" }] };

/** Oldest first, each as a line: status, reason, what it waited for. */
function waits(space: Space): string[] {
  const { data } = space.run("listAllOccurrences", { query: {} });
  const calendar = space.run("getCalendar", { query: { from: "2026-01-05", to: "2026-01-07" } });
  const inCalendar = new Map(calendar.data.map(({ occurrenceId, waitedFor }) => [occurrenceId, waitedFor]));
  return data
    .toReversed()
    .filter(({ status }) => status !== "scheduled")
    .map(({ id, status, reason, waitedFor }) => {
      assert.equal(inCalendar.get(id), waitedFor);
      return [status, reason ?? "-", waitedFor ?? "-"].join(" ");
    });
}

test("one that waited for the working hours says so once it runs", (t) => {
  const { space, todoId } = scheduled(t, daily, late);
  space.passTo(monday + hour);
  assert.deepEqual(waits(space), ["queued off_duty -"]);
  space.passTo(monday + 5 * hour);
  space.takeTurns();
  assert.deepEqual(waits(space), ["running - off_duty"]);
  space.end(todoId);
  assert.deepEqual(waits(space), ["completed - off_duty"]);
  assert.deepEqual(
    space.occurrences(todoId).map(({ reason }) => reason),
    [null, null],
  );
});

test("so does one behind another run, without minutes, and one whose turn was taken late", (t) => {
  const queue = { ...daily, overlapPolicy: "queue" };
  const behind = scheduled(t, queue);
  behind.space.run("runTodo", { path: { todoId: behind.todoId } });
  behind.space.passTo(monday + hour);
  behind.space.end(behind.todoId);
  behind.space.passTo(monday + hour + 2 * minute);
  behind.space.takeTurns();
  assert.deepEqual(waits(behind.space), ["running - previous_still_running"]);

  const broke = scheduled(t, daily);
  broke.space.secondsLeft = 0;
  broke.space.passTo(monday + hour);
  broke.space.secondsLeft = 60;
  broke.space.passTo(monday + 2 * hour);
  broke.space.takeTurns();
  assert.deepEqual(waits(broke.space), ["running - insufficient_minutes"]);

  const busy = scheduled(t, daily);
  busy.space.passTo(monday + hour + 2 * minute);
  busy.space.takeTurns();
  assert.deepEqual(waits(busy.space), ["running - agent_busy"]);
});

test("one that is caught up says that the service was not running; one on time waited for nothing", (t) => {
  const { space, todoId } = scheduled(t, daily);
  space.passTo(monday + hour);
  space.takeTurns();
  assert.deepEqual(waits(space), ["running - -"]);
  space.end(todoId);
  space.now = monday + day + 2 * hour;
  space.fire();
  space.takeTurns();
  assert.deepEqual(waits(space), ["completed - -", "running - service_down"]);
});

test("what comes again after its schedule was paused waits for nothing any more", (t) => {
  const { space, todoId } = scheduled(t, daily, late);
  space.passTo(monday + hour);
  space.patch(todoId, { schedulePaused: true });
  assert.deepEqual(waits(space), ["skipped paused -"]);
  space.now = monday;
  space.reopen();
  space.patch(todoId, { schedulePaused: false });
  const { data } = space.run("listAgents", {});
  for (const { id } of data) space.run("updateAgent", { path: { agentId: id }, body: { workingHoursEnabled: false } });
  space.passTo(monday + hour);
  space.takeTurns();
  assert.deepEqual(waits(space), ["running - -"]);
});
