/** Schedules as they are kept and shown; that they fire is another matter. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ErrorCode } from "../../../src/schema/errors.ts";
import type { Todo } from "../../../src/schema/todo.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { startTestService } from "../../helpers/service.ts";
import { hanging, runEnd } from "../../helpers/wait.ts";

// A Monday, 09:00 UTC, 10:00 in Berlin.
const clock = createFakeClock(Date.UTC(2026, 0, 5, 9));
const service = await startTestService({ after }, { clock });

const create = (schedule: object): Promise<Todo> =>
  service.ok("createTodo", { body: { title: "Recurring", schedule } });
const update = (todoId: string, body: object): Promise<Todo> => service.ok("updateTodo", { path: { todoId }, body });
const weekly = { rrule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0;BYSECOND=0", timezone: "Europe/Berlin" };

const wrong: readonly (readonly [what: string, schedule: object, param: RegExp])[] = [
  ["neither rule nor instant", {}, /^schedule/],
  ["both", { ...weekly, runAt: "2026-03-01T00:00:00Z" }, /^schedule/],
  ["no rule at all", { rrule: "whenever" }, /^schedule\.rrule$/],
  ["every second", { rrule: "FREQ=SECONDLY" }, /^schedule\.rrule$/],
  ["every minute", { rrule: "FREQ=MINUTELY;INTERVAL=5" }, /^schedule\.rrule$/],
  ["30 February", { rrule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" }, /^schedule\.rrule$/],
  [
    "a rule that is over",
    { rrule: "FREQ=DAILY;UNTIL=20200101T000000Z", startsAt: "2019-01-01T00:00:00" },
    /^schedule\.rrule$/,
  ],
  ["an interval of nothing", { rrule: "FREQ=DAILY;INTERVAL=0" }, /^schedule\.rrule$/],
  ["a rule of two lines", { rrule: "DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY" }, /^schedule\.rrule$/],
  ["an instant in the past", { runAt: "2026-01-05T08:59:59Z" }, /^schedule\.runAt$/],
  ["a local instant", { runAt: "2026-02-01T09:00:00" }, /^schedule\.runAt$/],
  ["an offset as zone", { rrule: "FREQ=DAILY", timezone: "+01:00" }, /^schedule\.timezone$/],
  ["a start with an offset", { rrule: "FREQ=DAILY", startsAt: "2026-02-01T09:00:00Z" }, /^schedule\.startsAt$/],
  [
    "a start together with an instant",
    { runAt: "2026-06-01T09:00:00Z", startsAt: "2026-06-01T09:00:00" },
    /^schedule\.startsAt$/,
  ],
  ["a start that does not exist", { rrule: "FREQ=DAILY", startsAt: "2026-02-30T09:00:00" }, /^schedule\.startsAt$/],
  ["a strange policy", { ...weekly, overlapPolicy: "stack" }, /^schedule\.overlapPolicy$/],
];

test(
  "an impossible schedule is refused with its place",
  { rules: ["todos.schedule.one-of", "todos.schedule.rule", "todos.schedule.one-off"] },
  async () => {
    for (const [what, schedule, param] of wrong) {
      const error = await service.refuses("createTodo", { body: { title: "a", schedule } }, "validation_failed");
      assert.match(String(error.param), param, `${what}: ${error.message}`);
    }
  },
);

test("an old start costs no counting", { rules: ["todos.schedule.rule", "todos.schedule.first-run"] }, async () => {
  const todo = await create({ rrule: "FREQ=HOURLY", startsAt: "1970-01-01T00:30:00" });
  assert.equal(todo.nextRunAt, "2026-01-05T09:30:00.000Z");
});

test("a rule shows with its zone, its next run and pending", { rules: ["todos.schedule.stored"] }, async () => {
  const todo = await create(weekly);
  assert.equal(todo.rrule, weekly.rrule);
  assert.equal(todo.timezone, "Europe/Berlin");
  assert.deepEqual([todo.scheduleType, todo.scheduleStatus], ["recurring", "pending"]);
  assert.equal(todo.nextRunAt, "2026-01-12T08:00:00.000Z");
  assert.deepEqual([todo.lastRunAt, todo.scheduleError], [null, null]);
});

test("an instant makes a one_off schedule", { rules: ["todos.schedule.one-off"] }, async () => {
  const todo = await create({ runAt: "2026-02-01T09:00:00+02:00" });
  assert.deepEqual([todo.scheduleType, todo.scheduleStatus, todo.rrule], ["one_off", "pending", null]);
  assert.equal(todo.nextRunAt, "2026-02-01T07:00:00.000Z");
});

const firsts: readonly (readonly [what: string, schedule: object, first: string])[] = [
  ["the usual zone is UTC", { rrule: "FREQ=DAILY;BYHOUR=10;BYMINUTE=0;BYSECOND=0" }, "2026-01-05T10:00:00.000Z"],
  [
    "the prefix is tolerated",
    { rrule: "RRULE:FREQ=DAILY;BYHOUR=10;BYMINUTE=0;BYSECOND=0" },
    "2026-01-05T10:00:00.000Z",
  ],
  [
    "hour and minute come from startsAt",
    { rrule: "FREQ=DAILY", startsAt: "2026-01-01T17:45:00" },
    "2026-01-05T17:45:00.000Z",
  ],
  [
    "a start in the future is the first",
    { rrule: "FREQ=WEEKLY", startsAt: "2026-06-01T12:00:00" },
    "2026-06-01T12:00:00.000Z",
  ],
  [
    "the last day of a month",
    { rrule: "FREQ=MONTHLY;BYMONTHDAY=-1", startsAt: "2026-01-01T08:00:00" },
    "2026-01-31T08:00:00.000Z",
  ],
  [
    "a leap day",
    { rrule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", startsAt: "2026-01-01T08:00:00" },
    "2028-02-29T08:00:00.000Z",
  ],
];

const berlin = "Europe/Berlin";

const localTimes: readonly (readonly [what: string, schedule: object, first: string])[] = [
  // On 2026-03-29 02:00 becomes 03:00 in Berlin; on 2026-10-25 03:00 becomes 02:00.
  [
    "a skipped local time",
    { rrule: "FREQ=DAILY;COUNT=1", startsAt: "2026-03-29T02:30:00", timezone: berlin },
    "2026-03-29T01:00:00.000Z",
  ],
  [
    "an ambiguous local time",
    { rrule: "FREQ=DAILY;COUNT=1", startsAt: "2026-10-25T02:30:00", timezone: berlin },
    "2026-10-25T00:30:00.000Z",
  ],
  [
    "a day before the change",
    { rrule: "FREQ=DAILY;COUNT=1", startsAt: "2026-03-28T02:30:00", timezone: berlin },
    "2026-03-28T01:30:00.000Z",
  ],
];

test("the first run is the first occurrence after now", { rules: ["todos.schedule.first-run"] }, async () => {
  for (const [what, schedule, first] of firsts) assert.equal((await create(schedule)).nextRunAt, first, what);
});

test("skipped and doubled local times have one instant", { rules: ["todos.schedule.local-time"] }, async () => {
  for (const [what, schedule, first] of localTimes) assert.equal((await create(schedule)).nextRunAt, first, what);
});

test("null ends a schedule and clears what followed from it", { rules: ["todos.schedule.cleared"] }, async () => {
  const { id } = await create(weekly);
  const todo = await update(id, { schedule: null });
  const { rrule, timezone, nextRunAt, scheduleType, scheduleStatus } = todo;
  assert.deepEqual([rrule, timezone, nextRunAt, scheduleType, scheduleStatus], [null, null, null, null, null]);
  assert.equal((await update(id, { schedule: null })).scheduleStatus, null);
});

test("a new schedule replaces the old one", { rules: ["todos.schedule.stored"] }, async () => {
  const { id } = await create(weekly);
  const todo = await update(id, { schedule: { runAt: "2026-04-01T00:00:00Z" } });
  assert.deepEqual([todo.rrule, todo.scheduleType, todo.nextRunAt], [null, "one_off", "2026-04-01T00:00:00.000Z"]);
});

test("schedules pause and resume", { rules: ["todos.schedule.paused", "todos.schedule.pause-nothing"] }, async () => {
  const { id } = await create(weekly);
  const paused = await update(id, { schedulePaused: true });
  assert.deepEqual([paused.scheduleStatus, paused.nextRunAt, paused.rrule], ["disabled", null, weekly.rrule]);
  assert.equal((await update(id, { schedulePaused: true })).scheduleStatus, "disabled");
  const resumed = await update(id, { schedulePaused: false });
  assert.deepEqual([resumed.scheduleStatus, resumed.nextRunAt], ["pending", "2026-01-12T08:00:00.000Z"]);
  assert.equal((await update(id, { schedule: weekly, schedulePaused: true })).scheduleStatus, "disabled");
  const { id: plain } = await service.ok("createTodo", { body: { title: "Plain" } });
  for (const schedulePaused of [true, false]) {
    const request = { path: { todoId: plain }, body: { schedulePaused } };
    await service.refuses("updateTodo", request, "occurrence_required");
  }
});

const done = (todoId: string) => update(todoId, { status: "done" });
const reopened = (todoId: string) => update(todoId, { status: "ready" });
const paused = (todoId: string) => update(todoId, { schedulePaused: true });
const archived = (todoId: string) => service.ok("deleteTodo", { path: { todoId } });
const restored = (todoId: string) => service.ok("restoreTodo", { path: { todoId } });

const stays: readonly (readonly ((todoId: string) => Promise<unknown>)[])[] = [
  [archived, restored],
  [paused, done, reopened],
  [done, paused, reopened],
  [done, archived, restored, reopened],
];

test("what a person paused stays paused until resumed", { rules: ["todos.schedule.stopped"] }, async () => {
  for (const steps of stays) {
    const { id } = await create(weekly);
    for (const step of steps) await step(id);
    const stopped = await service.ok("getTodo", { path: { todoId: id } });
    assert.deepEqual([stopped.scheduleStatus, stopped.nextRunAt], ["disabled", null]);
    assert.equal((await update(id, { schedulePaused: false })).scheduleStatus, "pending");
  }
});

test("what done stopped resumes on reopening", { rules: ["todos.schedule.done-and-back"] }, async () => {
  for (const status of ["ready", "in_progress"]) {
    const { id } = await create(weekly);
    assert.deepEqual((await done(id)).scheduleStatus, "disabled");
    const back = await update(id, { status });
    assert.deepEqual([back.scheduleStatus, back.nextRunAt], ["pending", "2026-01-12T08:00:00.000Z"]);
  }
  const { id } = await create({ runAt: "2026-01-05T09:00:10Z" });
  await done(id);
  clock.advance(60_000);
  assert.equal((await reopened(id)).nextRunAt, null);
});

test("a closed todo's schedule is not resumed", { rules: ["todos.schedule.invalid-resume"] }, async () => {
  for (const [stop, back, status] of [
    [done, reopened, "pending"],
    [archived, restored, "disabled"],
  ] as const) {
    const { id } = await create(weekly);
    await stop(id);
    const resume = { path: { todoId: id }, body: { schedulePaused: false } };
    await service.refuses("updateTodo", resume, "occurrence_invalid_transition", "schedulePaused");
    const set = await update(id, { schedule: weekly });
    assert.deepEqual([set.scheduleStatus, set.nextRunAt], ["disabled", null]);
    assert.equal((await back(id)).scheduleStatus, status);
  }
});

test("an archived agent has no schedules", { rules: ["todos.schedule.archived-agent"] }, async () => {
  const agent = await service.ok("createAgent", { body: { name: "Somebody archived", instructions: "Work." } });
  const assignees = [{ id: agent.id, type: "agent" }];
  const { id } = await service.ok("createTodo", { body: { title: "Recurring", assignees, schedule: weekly } });
  await paused(id);
  await service.ok("deleteAgent", { path: { agentId: agent.id } });
  const resume = { path: { todoId: id }, body: { schedulePaused: false } };
  await service.refuses("updateTodo", resume, "resource_conflict", "schedulePaused");
  const set = { path: { todoId: id }, body: { schedule: weekly } };
  await service.refuses("updateTodo", set, "resource_conflict", "schedule");
  const other = await update(id, { assignees: [{ id: service.userId, type: "user" }], schedulePaused: false });
  assert.equal(other.scheduleStatus, "pending");
});

const erasures: readonly (readonly [what: string, before: (id: string) => Promise<unknown>, code: ErrorCode | null])[] =
  [
    ["live", () => Promise.resolve(), "series_action_required"],
    ["paused", (id) => update(id, { schedulePaused: true }), null],
    ["ended", (id) => update(id, { schedule: null }), null],
  ];

test("a todo with a live schedule is not erased", { rules: ["todos.delete.live-series"] }, async () => {
  for (const [what, before, code] of erasures) {
    const { id } = await create(weekly);
    await before(id);
    const request = { path: { todoId: id }, query: { permanent: true } };
    if (code === null) assert.equal((await service.ok("deleteTodo", request)).recoverable, false, what);
    else await service.refuses("deleteTodo", request, code);
  }
});

test("a todo whose schedule is paused or over cannot be run by hand", { rules: ["runs.stopped-series"] }, async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker" } });
  const { id } = await create(weekly);
  await update(id, { schedulePaused: true });
  const request = { path: { todoId: id }, body: { agentId } };
  assert.match((await service.refuses("runTodo", request, "occurrence_required", null)).message, /paused/);
});

test("a todo that runs is refused as such, with a paused schedule", { rules: ["runs.one-at-a-time"] }, async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Busy worker" } });
  const { id } = await create(weekly);
  const request = { path: { todoId: id }, body: { agentId, message: "hang" } };
  await service.ok("runTodo", request);
  await hanging(service);
  await update(id, { schedulePaused: true });
  await service.refuses("runTodo", request, "resource_conflict");
  service.model.release();
  await runEnd(service, id);
  await service.refuses("runTodo", request, "occurrence_required");
});

test("an agent on which a live schedule depends is not archived", { rules: ["agents.series"] }, async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Needed" } });
  const body = { title: "Needs it", schedule: weekly, assignees: [{ id: agentId, type: "agent" }] };
  const { id } = await service.ok("createTodo", { body });
  const path = { agentId };
  assert.match((await service.refuses("deleteAgent", { path }, "series_action_required", null)).message, /Needs it/);
  await service.refuses("updateAgent", { path, body: { archived: true } }, "series_action_required", null);
  await update(id, { schedulePaused: true });
  assert.equal((await service.ok("deleteAgent", { path })).recoverable, true);
});

test("schedules survive a restart", { rules: ["restart.persists"] }, async () => {
  const todo = await create(weekly);
  await service.restart();
  assert.deepEqual(await service.ok("getTodo", { path: { todoId: todo.id } }), todo);
});

const session = { credential: service.session };

test("a schedule is previewed in words, with its next five times, and what createTodo refuses is refused", async () => {
  const preview = (schedule: object) => service.ok("previewSchedule", { ...session, body: { schedule } });
  assert.deepEqual(await preview(weekly), {
    object: "schedule_preview",
    words: "Every week on Monday at 09:00",
    next: ["12", "19", "26"]
      .map((day) => `2026-01-${day}T08:00:00.000Z`)
      .concat(["02", "09"].map((day) => `2026-02-${day}T08:00:00.000Z`)),
  });
  const started = await preview({ rrule: "FREQ=DAILY", startsAt: "2026-01-12T07:30:00", timezone: "UTC" });
  assert.equal(started.words, "Every day at 07:30");
  const twice = await preview({ rrule: "FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=17;BYMINUTE=30;COUNT=2", timezone: "UTC" });
  assert.deepEqual(
    [twice.words, twice.next],
    ["Every month on the last Friday at 17:30 2 times", ["2026-01-30T17:30:00.000Z", "2026-02-27T17:30:00.000Z"]],
  );
  const once = await preview({ runAt: "2026-06-01T09:00:00Z" });
  assert.deepEqual([once.words, once.next], ["Once", ["2026-06-01T09:00:00.000Z"]]);
  for (const [what, schedule, param] of wrong) {
    const error = await service.refuses("previewSchedule", { ...session, body: { schedule } }, "validation_failed");
    assert.match(String(error.param), param, `${what}: ${error.message}`);
  }
});
