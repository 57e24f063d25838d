/** Scheduled work of an agent that is off duty. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { daily, day, hour, hourly, minute, monday, open, scheduled } from "./setting.ts";

const days = ["monday", "tuesday", "wednesday", "thursday", "friday"];
const late = { timezone: "UTC", windows: [{ days, start: "14:00", end: "16:00" }] };

test("off duty an occurrence waits for the next opening", { rules: ["hours.hold", "hours.manual"] }, (t) => {
  const space = open(t);
  const agentId = space.agent("Worker", late);
  const todoId = space.todo(daily, agentId);
  space.passTo(monday + hour);
  assert.deepEqual(space.story(todoId), ["01-05T10:00 queued off_duty", "01-06T10:00 scheduled"]);
  const { scheduleStatus, nextRunAt, latestRun, scheduleError } = space.read(todoId);
  assert.deepEqual(
    [scheduleStatus, nextRunAt, latestRun, scheduleError],
    ["queued", "2026-01-05T14:00:00.000Z", null, null],
  );
  assert.equal(space.series()[0]?.nextRunAt, "2026-01-05T14:00:00.000Z");
  const { id: other } = space.run("createTodo", {
    body: { title: "Now", assignees: [{ id: agentId, type: "agent" }] },
  });
  assert.equal(space.run("runTodo", { path: { todoId: other } }).status, "running");
  assert.equal(space.run("createChat", { body: { message: "Hello", agentId } }).status, "queued");
  space.passTo(monday + 5 * hour - 1);
  assert.equal(space.story(todoId)[0], "01-05T10:00 queued off_duty");
  space.passTo(monday + 5 * hour);
  assert.equal(space.story(todoId)[0], "01-05T10:00 queued agent_busy");
  space.takeTurns();
  space.end(todoId);
  assert.deepEqual(
    [space.read(todoId).scheduleStatus, space.read(todoId).lastRunAt],
    ["pending", "2026-01-05T14:00:00.000Z"],
  );
});

test("one waits for the opening, however many come due; the others say why", { rules: ["hours.hold"] }, (t) => {
  const { space, todoId } = scheduled(t, hourly, late);
  space.passTo(monday + 5 * hour + minute);
  assert.deepEqual(space.story(todoId), [
    "01-05T10:00 queued agent_busy",
    "01-05T11:00 skipped off_duty",
    "01-05T12:00 skipped off_duty",
    "01-05T13:00 skipped off_duty",
    "01-05T14:00 skipped previous_still_running",
    "01-05T15:00 scheduled",
  ]);
});

test("hours that change while work waits apply at once", { rules: ["hours.changed"] }, (t) => {
  const changes: readonly (readonly [what: string, body: object, waits: string | null])[] = [
    ["switched off", { workingHoursEnabled: false }, null],
    ["longer", { workingHours: { timezone: "UTC", windows: [{ days, start: "10:00", end: "16:00" }] } }, null],
    ["another zone", { workingHours: { ...late, timezone: "Asia/Tokyo" } }, "2026-01-06T05:00:00.000Z"],
    [
      "later",
      { workingHours: { timezone: "UTC", windows: [{ days, start: "15:00", end: "16:00" }] } },
      "2026-01-05T15:00:00.000Z",
    ],
  ];
  for (const [what, body, waits] of changes) {
    const space = open(t);
    const agentId = space.agent("Worker", late);
    const todoId = space.todo(daily, agentId);
    space.passTo(monday + 2 * hour);
    space.run("updateAgent", { path: { agentId }, body });
    space.fire();
    assert.equal(space.story(todoId)[0], `01-05T10:00 queued ${waits === null ? "agent_busy" : "off_duty"}`, what);
    if (waits !== null) assert.equal(space.read(todoId).nextRunAt, waits, what);
  }
});

test("hours switched on delay what comes due later, not what has started", { rules: ["hours.changed"] }, (t) => {
  const space = open(t);
  const agentId = space.agent("Worker");
  const todoId = space.todo(daily, agentId);
  space.passTo(monday + hour);
  space.run("updateAgent", { path: { agentId }, body: { workingHours: late, workingHoursEnabled: true } });
  space.takeTurns();
  assert.equal(space.story(todoId)[0], "01-05T10:00 running");
  space.end(todoId);
  space.passTo(monday + hour + day);
  assert.equal(space.story(todoId)[1], "01-06T10:00 queued off_duty");
});

test("work that waits goes to the agent assigned instead", { rules: ["hours.changed"] }, (t) => {
  const { space, todoId } = scheduled(t, daily, late);
  space.passTo(monday + hour);
  space.patch(todoId, { assignees: [] });
  space.fire();
  assert.equal(space.story(todoId)[0], "01-05T10:00 completed");
});

test("off duty comes before minutes: it waits for both in turn", { rules: ["hours.hold"] }, (t) => {
  const { space, todoId } = scheduled(t, daily, late);
  space.secondsLeft = 0;
  space.passTo(monday + hour);
  assert.equal(space.read(todoId).scheduleError, null);
  space.passTo(monday + 5 * hour);
  assert.equal(space.story(todoId)[0], "01-05T10:00 queued insufficient_minutes");
});

test("each that waits says what delays it now", { rules: ["hours.hold", "schedules.reason"] }, (t) => {
  const space = open(t);
  const hours = { timezone: "UTC", windows: [{ days, start: "09:00", end: "11:30" }] };
  const todoId = space.todo({ ...hourly, overlapPolicy: "queue" }, space.agent("Worker", hours));
  const reasons = () =>
    space
      .occurrences(todoId)
      .filter(({ status, runId }) => status === "queued" && runId === null)
      .map(({ reason }) => reason);
  space.passTo(monday + 4 * hour);
  assert.deepEqual(reasons(), ["previous_still_running", "previous_still_running", "previous_still_running"]);
  space.end(todoId);
  space.fire();
  assert.deepEqual(reasons(), ["off_duty", "off_duty", "off_duty"]);
  space.secondsLeft = 0;
  space.passTo(monday + day);
  assert.deepEqual(new Set(reasons()), new Set(["insufficient_minutes"]));
  space.secondsLeft = 600;
  space.passTo(monday + day + hour);
  assert.deepEqual(new Set(reasons()), new Set(["previous_still_running"]));
});
