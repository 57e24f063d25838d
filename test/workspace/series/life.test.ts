/** Pausing, replacing, ending and retiring a series, and what a run that is going on forbids. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorCode } from "../../../src/schema/errors.ts";
import { scopes } from "../../../src/schema/scopes.ts";
import { currentSeries } from "../../../src/workspace/series/series-rows.ts";
import { fakeId } from "../../helpers/ids.ts";
import { hasLiveSeries } from "../../../src/workspace/todos/queries.ts";
import { daily, day, ends, hour, me, monday, open, scheduled, type Space } from "./setting.ts";
import { pluck } from "../../helpers/pluck.ts";

const first = monday + hour;
const retire = (space: Space, todoId: string, body: object = {}) =>
  space.run("retireTodoSchedule", { path: { todoId }, body });

test("changes to a todo under a scheduled run are refused", { rules: ["schedules.running"] }, (t) => {
  const space = open(t);
  const agentId = space.agent("Worker");
  const todoId = space.todo(daily, agentId);
  const change = (body: object) => ({ path: { todoId }, body });
  space.passTo(first);
  const refused = [{ schedule: null }, { schedule: daily }, { assignees: [] }, { status: "done" }, { status: "ready" }];
  for (const stage of ["queued", "running", "awaiting_input"]) {
    if (stage === "running") space.takeTurns();
    if (stage === "awaiting_input") space.sql.run("UPDATE turns SET state = 'awaiting_input'");
    for (const body of refused) space.refuses("updateTodo", change(body), "occurrence_running", /going on/);
  }
  assert.equal(space.patch(todoId, { title: "Other words", status: "in_progress" }).title, "Other words");
  assert.equal(space.patch(todoId, { schedulePaused: true }).scheduleStatus, "disabled");
  const { chatId } = space.read(todoId).latestRun ?? assert.fail();
  space.acting = { turnId: "t", chatId, agentId, depth: 0, carried: null, isApproved: false, shows() {} };
  assert.equal(space.patch(todoId, { status: "done" }).status, "done", "the agent at work may");
});

test("the chat of an ended scheduled run takes no message", { rules: ["schedules.final"] }, (t) => {
  const { space, todoId } = scheduled(t, daily);
  for (const [n, end] of [ends.completed, ends.failed, ends.timedOut].entries()) {
    space.passTo(first + n * day);
    space.end(todoId, end);
    const { chatId } = space.read(todoId).latestRun ?? assert.fail();
    const message = { path: { chatId }, body: { message: "And then?" } };
    space.refuses("sendMessage", message, "occurrence_invalid_transition", /has ended/);
  }
  space.passTo(first + 3 * day);
  space.takeTurns();
  const { chatId } = space.read(todoId).latestRun ?? assert.fail();
  space.sql.run("UPDATE turns SET state = 'awaiting_input' WHERE state = 'running'");
  space.sql.run("UPDATE chats SET status = 'awaiting_input' WHERE id = ?", chatId);
  const { status } = space.run("sendMessage", { path: { chatId }, body: { message: "Go on" } });
  assert.equal(status, "running");
});

test("pausing skips what waits; resuming continues from now", { rules: ["todos.schedule.paused"] }, (t) => {
  const { space, todoId } = scheduled(t, daily);
  space.secondsLeft = 0;
  space.passTo(first);
  space.patch(todoId, { schedulePaused: true });
  assert.deepEqual(space.story(todoId), ["01-05T10:00 skipped paused", "01-06T10:00 scheduled paused"]);
  assert.equal(space.due, null);
  space.patch(todoId, { schedulePaused: false });
  assert.deepEqual(space.story(todoId), ["01-05T10:00 skipped paused", "01-06T10:00 scheduled"]);
  space.patch(todoId, { schedulePaused: true });
  space.now = first + 3 * day;
  assert.equal(space.patch(todoId, { schedulePaused: false }).nextRunAt, "2026-01-09T10:00:00.000Z");
  assert.deepEqual(space.story(todoId).slice(1), ["01-06T10:00 skipped paused", "01-09T10:00 scheduled"]);
});

test("a run under way when its series is paused ends as usual", { rules: ["todos.schedule.paused"] }, (t) => {
  const { space, todoId } = scheduled(t, { runAt: "2026-01-05T10:00:00Z" });
  space.passTo(first);
  space.patch(todoId, { schedulePaused: true });
  space.end(todoId);
  assert.deepEqual([space.story(todoId), space.read(todoId).scheduleStatus], [["01-05T10:00 completed"], "completed"]);
});

test("a series whose last run waits can be paused and resumed", { rules: ["todos.schedule.paused"] }, (t) => {
  const { space, todoId } = scheduled(t, { runAt: "2026-01-05T10:00:00Z" });
  space.secondsLeft = 0;
  space.passTo(first);
  assert.equal(space.read(todoId).scheduleStatus, "queued");
  const { scheduleStatus, nextRunAt } = space.patch(todoId, { schedulePaused: true });
  assert.deepEqual([scheduleStatus, nextRunAt], ["disabled", null]);
  assert.deepEqual(space.story(todoId), ["01-05T10:00 skipped paused"]);
  assert.deepEqual(pluck(space.series("paused"), "todoId"), [todoId]);
  const resume = { path: { todoId }, body: { schedulePaused: false } };
  space.refuses("updateTodo", resume, "occurrence_required", /no run left: set a new one/);
  space.patch(todoId, { title: "Changed" });
  assert.equal(space.read(todoId).scheduleStatus, "disabled");
});

test("a replaced schedule ends its series, and the next one starts", { rules: ["schedules.replaced"] }, (t) => {
  const { space, todoId } = scheduled(t, daily);
  space.passTo(first);
  space.end(todoId, ends.failed);
  const [former] = space.series("attention");
  const todo = space.patch(todoId, { schedule: { ...daily, rrule: "FREQ=WEEKLY" } });
  assert.deepEqual(
    [todo.scheduleStatus, todo.scheduleError, todo.lastRunAt, todo.rrule],
    ["pending", null, "2026-01-05T10:00:00.000Z", "FREQ=WEEKLY"],
  );
  const [ended] = space.series("history");
  assert.deepEqual([ended?.id, ended?.status, ended?.nextRunAt], [former?.id, "ended", null]);
  assert.notEqual(space.series()[0]?.id, former?.id);
  assert.deepEqual(space.story(todoId), [
    "01-05T10:00 failed",
    "01-06T10:00 cancelled retired",
    "01-08T10:00 scheduled",
  ]);
  space.patch(todoId, { schedule: null });
  assert.deepEqual([space.series("history").length, space.series().length, space.due], [2, 0, null]);
  assert.equal(space.read(todoId).lastRunAt, "2026-01-05T10:00:00.000Z");
});

test("retiring ends the series for good; what runs finishes, or is cancelled", { rules: ["schedules.retire"] }, (t) => {
  for (const [policy, body] of [
    ["finish", {}],
    ["cancel", { retirementRunPolicy: "cancel" }],
  ] as const) {
    const { space, todoId } = scheduled(t, daily);
    space.passTo(first);
    const todo = retire(space, todoId, body);
    assert.deepEqual(
      [todo.retiredAt, todo.retiredBy, todo.retirementRunPolicy, todo.scheduleStatus, todo.nextRunAt, todo.rrule],
      ["2026-01-05T10:00:00.000Z", me, policy, "completed", null, daily.rrule],
    );
    assert.equal(todo.latestRun?.status, policy === "finish" ? "running" : "cancelled");
    if (policy === "finish") space.end(todoId);
    const ended = policy === "finish" ? "completed" : "cancelled retired";
    assert.deepEqual(space.story(todoId), [`01-05T10:00 ${ended}`, "01-06T10:00 cancelled retired"]);
    const [series] = space.series("history");
    assert.deepEqual([series?.retiredBy, series?.retirementRunPolicy, space.due], [me, policy, null]);
    assert.equal(space.read(todoId).scheduleStatus, "completed");
    const again = space.patch(todoId, { schedule: daily });
    assert.deepEqual([again.retiredAt, again.retirementRunPolicy, again.scheduleStatus], [null, null, "pending"]);
  }
});

test("an agent that retires the schedule of its own run continues", { rules: ["schedules.retire"] }, (t) => {
  const space = open(t);
  const agentId = space.agent("Worker");
  const todoId = space.todo(daily, agentId);
  space.passTo(first);
  const { chatId } = space.read(todoId).latestRun ?? assert.fail();
  space.acting = { turnId: "t", chatId, agentId, depth: 0, carried: null, isApproved: false, shows() {} };
  assert.equal(retire(space, todoId, { retirementRunPolicy: "cancel" }).latestRun?.status, "running");
});

const needsOne: readonly (readonly [
  what: string,
  before: (space: Space, todoId: string) => unknown,
  paused: boolean,
])[] = [
  ["no schedule", (space, todoId) => space.patch(todoId, { schedule: null }), false],
  ["a retired one", (space, todoId) => retire(space, todoId), false],
  [
    "one that is over",
    (space, todoId) => {
      space.patch(todoId, { schedule: { runAt: "2026-01-05T11:00:00Z" } });
      space.passTo(monday + 2 * hour);
      space.end(todoId);
    },
    false,
  ],
  ["a paused one", (space, todoId) => space.patch(todoId, { schedulePaused: true }), true],
];

test("running, pausing, retiring need an occurrence", { rules: ["schedules.required", "runs.stopped-series"] }, (t) => {
  for (const [what, before, isPaused] of needsOne) {
    const { space, todoId } = scheduled(t, daily);
    before(space, todoId);
    const path = { todoId };
    const code: ErrorCode = "occurrence_required";
    if (what !== "no schedule") space.refuses("runTodo", { path }, code, isPaused ? /paused/ : /ended/);
    if (isPaused) assert.equal(retire(space, todoId).scheduleStatus, "completed", "a paused one can be retired");
    space.refuses("retireTodoSchedule", { path, body: {} }, code);
    for (const schedulePaused of [true, false]) {
      const ended = what === "one that is over" ? /ended/ : /./;
      space.refuses("updateTodo", { path, body: { schedulePaused } }, code, ended);
    }
  }
});

test("a live series protects what it needs from erasing", { rules: ["schedules.action-required"] }, (t) => {
  const space = open(t);
  const agentId = space.agent("Worker");
  const todoId = space.todo(daily, agentId);
  const [archive, patch, erase] = [
    ["deleteAgent", { path: { agentId } }],
    ["updateAgent", { path: { agentId }, body: { archived: true } }],
    ["deleteTodo", { path: { todoId }, query: { permanent: true } }],
  ] as const;
  for (const status of ["pending", "queued", "error"]) {
    space.sql.run("UPDATE todos SET schedule_status = ?", status);
    for (const [id, input] of [archive, patch, erase])
      space.refuses(id, input, "series_action_required", /pause or retire/);
  }
  retire(space, todoId);
  space.run(...archive);
  assert.equal(space.run("deleteTodo", erase[1]).recoverable, false);
  assert.deepEqual(space.sql.all("SELECT id FROM series UNION ALL SELECT id FROM occurrences"), []);
});

test("a capture knows the todo of its live series, no paused one", { rules: ["schedules.capture"] }, (t) => {
  const space = open(t);
  const captureId = fakeId(0xca);
  space.sql.run(
    `INSERT INTO captures (id, type, status, created_at, updated_at, created_by, content)
     VALUES (?, 'note', 'completed', 0, 0, ?, 'Remember')`,
    captureId,
    me,
  );
  const todoId = space.todo(daily, null, { captureId });
  assert.equal(hasLiveSeries(space.sql, captureId), true);
  assert.equal(space.series()[0]?.captureId, captureId);
  space.patch(todoId, { schedulePaused: true });
  assert.equal(hasLiveSeries(space.sql, captureId), false);
});

test("a schedule set on a done todo runs when reopened", { rules: ["todos.schedule.done-and-back"] }, (t) => {
  const { space, todoId } = scheduled(t, daily);
  space.patch(todoId, { status: "done" });
  assert.equal(space.patch(todoId, { schedule: daily }).scheduleStatus, "disabled");
  assert.equal(space.due, null);
  space.patch(todoId, { status: "ready" });
  space.passTo(first);
  assert.equal(space.story(todoId).at(-2), "01-05T10:00 queued agent_busy");
});

test("runs act for the key, or the person, that set the schedule", { rules: ["schedules.rights"] }, (t) => {
  const space = open(t);
  const agentId = space.agent("Worker");
  const table = [
    ["session", "membership", me],
    ["api_key", "api_key", space.caller.credentialId],
    ["oauth_token", "oauth_token", space.caller.credentialId],
  ] as const;
  for (const [given, kept, credentialId] of table) {
    space.caller = { ...space.caller, credentialType: given, scopes: scopes.slice(0, 3) };
    const todoId = space.todo(daily, agentId);
    const caller = { ...space.caller, credentialType: kept, credentialId };
    assert.deepEqual(currentSeries(space.sql, todoId)?.caller, caller);
    space.passTo(first);
    const turn = space.sql.get(
      "SELECT caller FROM turns WHERE id = (SELECT turn_id FROM todo_runs WHERE todo_id = ?)",
      todoId,
    );
    assert.deepEqual(JSON.parse(String(turn?.[0])), caller);
    space.now = monday;
  }
});
