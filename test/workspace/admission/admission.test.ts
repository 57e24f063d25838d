/** Why a todo does not run: a table of situations, each with what holds and until when, and that it then starts as foretold. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TodoAdmission } from "../../../src/schema/admission.ts";
import { fakeId } from "../../helpers/ids.ts";
import { daily, ends, hour, hourly, minute, monday, open, scheduled, type Space } from "../series/setting.ts";

const workdays = ["monday", "tuesday", "wednesday", "thursday", "friday"];
const late = { timezone: "UTC", windows: [{ days: workdays, start: "14:00", end: "16:00" }] };
const parts = ["schedule", "agent", "hours", "budget", "overlap", "approval"] as const;

const ask = (space: Space, todoId: string): TodoAdmission => space.run("getTodoAdmission", { path: { todoId } });

/** What holds, as `part until`. */
function holdingOf(answer: TodoAdmission): string[] {
  return parts.filter((part) => answer[part].holds).map((part) => `${part} ${answer[part].until?.slice(5, 16) ?? "-"}`);
}

/** What holds, then when it starts, then the status of the occurrence that it is about; as far as there is such a thing. */
function tellingOf(answer: TodoAdmission): string {
  const { startsAt, occurrence } = answer;
  const start = startsAt === null ? [] : [`starts ${startsAt.slice(5, 16)}`];
  return [...holdingOf(answer), ...start, ...(occurrence === null ? [] : [occurrence.status])].join(", ");
}

/** Brings about the situation of a todo; answers its id. */
type Set = (space: Space) => string;

const due = (space: Space, schedule: object, agentId: string | null): string => {
  const todoId = space.todo(schedule, agentId);
  space.passTo(monday + hour);
  return todoId;
};
const planned =
  (schedule: object, hours?: object): Set =>
  (space) =>
    space.todo(schedule, space.agent("Worker", hours));
const nowDue =
  (schedule: object, hours?: object): Set =>
  (space) =>
    due(space, schedule, space.agent("Worker", hours));
const byHand: Set = (space) => {
  const assignees = [{ id: space.agent("Worker", late), type: "agent" }];
  return space.run("createTodo", { body: { title: "By hand", assignees } }).id;
};
const withoutMinutes =
  (set: Set): Set =>
  (space) => {
    space.secondsLeft = 0;
    return set(space);
  };
const then =
  (set: Set, action: (space: Space, todoId: string) => unknown): Set =>
  (space) => {
    const todoId = set(space);
    action(space, todoId);
    return todoId;
  };

const queues = { ...hourly, overlapPolicy: "queue" };
const running = (schedule: object) => then(nowDue(schedule), (space) => space.takeTurns());
const fiveFailures = (space: Space, todoId: string): void => {
  for (let n = 1; n <= 5; n += 1) {
    space.passTo(monday + n * hour);
    space.end(todoId, ends.failed);
  }
};
const archiveAgent = (space: Space): unknown => {
  const agent = space.run("listAgents").data.find(({ name }) => name === "Worker");
  return space.run("deleteAgent", { path: { agentId: agent?.id } });
};
const archived = (space: Space, todoId: string) => space.run("deleteTodo", { path: { todoId } });

const scenes: readonly (readonly [what: string, set: Set, tells: string, says: RegExp])[] = [
  ["planned", planned(daily), "schedule 01-05T10:00, starts 01-05T10:00, scheduled", /not due yet/],
  [
    "planned for a time off duty",
    planned(daily, late),
    "schedule 01-05T10:00, hours 01-05T14:00, starts 01-05T14:00, scheduled",
    /next opening/,
  ],
  ["due and off duty", nowDue(daily, late), "hours 01-05T14:00, starts 01-05T14:00, queued", /^The agent is off duty/],
  [
    "due without minutes",
    withoutMinutes(nowDue(daily)),
    "budget 02-01T00:00, starts 02-01T00:00, queued",
    /used its minutes/,
  ],
  [
    "due without minutes and off duty: the hours of the day on which there are minutes again",
    withoutMinutes(nowDue(daily, late)),
    "hours 01-05T14:00, budget 02-01T00:00, starts 02-02T14:00, queued",
    /off duty.*minutes/,
  ],
  [
    "no minutes now, planned for the next month",
    withoutMinutes(planned({ runAt: "2026-02-03T10:00:00Z" })),
    "schedule 02-03T10:00, starts 02-03T10:00, scheduled",
    /not due yet/,
  ],
  ["started, no place free", nowDue(daily), "agent -, queued", /places for agents at work are taken/],
  ["the one before is going on", running(hourly), "schedule 01-05T11:00, overlap -, scheduled", /that one is skipped/],
  [
    "the one before is going on",
    running(queues),
    "schedule 01-05T11:00, overlap -, scheduled",
    /that one waits for it/,
  ],
  [
    "due, behind one that is going on",
    then(running(queues), (space) => space.passTo(monday + 2 * hour)),
    "overlap -, queued",
    /wait for it, or cancel its chat/,
  ],
  [
    "paused",
    then(planned(daily), (space, todoId) => space.patch(todoId, { schedulePaused: true })),
    "schedule -, scheduled",
    /is paused: resume it/,
  ],
  ["paused itself", then(planned(hourly), fiveFailures), "schedule -, scheduled", /paused itself after 5 failures/],
  [
    "done",
    then(planned(daily), (space, todoId) => space.patch(todoId, { status: "done" })),
    "schedule -, scheduled",
    /The todo is done/,
  ],
  ["archived", then(planned(daily), archived), "schedule -, scheduled", /The todo is archived/],
  [
    "retired",
    then(planned(daily), (space, todoId) => space.run("retireTodoSchedule", { path: { todoId } })),
    "schedule -",
    /was retired: set a new one/,
  ],
  [
    "run its last time",
    then(nowDue({ runAt: "2026-01-05T10:00:00Z" }), (space, todoId) => space.end(todoId)),
    "schedule -",
    /run its last time/,
  ],
  [
    "nobody assigned: it is for people, and needs no minutes",
    withoutMinutes((space) => space.todo(daily, null)),
    "schedule 01-05T10:00, starts 01-05T10:00, scheduled",
    /not due yet/,
  ],
  ["by hand, nothing in the way", byHand, "", /^Nothing holds it back\.$/],
  [
    "by hand, without an agent",
    then(byHand, (space, todoId) => space.patch(todoId, { assignees: [] })),
    "agent -",
    /name one in agentId/,
  ],
  ["by hand, without minutes", withoutMinutes(byHand), "budget 02-01T00:00", /used its minutes/],
  [
    "by hand, running already",
    then(byHand, (space, todoId) => space.run("runTodo", { path: { todoId } })),
    "overlap -",
    /is going on/,
  ],
  ["by hand, the agent archived", then(byHand, archiveAgent), "agent -", /The agent is archived/],
  ["by hand, archived", then(byHand, archived), "schedule -", /restore it first/],
];

for (const [what, set, tells, says] of scenes) {
  test(`admission: ${what}`, { rules: ["schedules.admission"] }, (t) => {
    const space = open(t);
    const todoId = set(space);
    const before = space.story(todoId);
    const answer = ask(space, todoId);
    assert.equal(tellingOf(answer), tells);
    assert.equal(answer.isHeld, holdingOf(answer).length > 0);
    assert.equal(answer.startedBy, what.startsWith("by hand") ? "person" : "schedule");
    assert.match(answer.summary, says);
    for (const part of parts) assert.match(answer[part].why, /^[A-Z].*\.$/);
    assert.deepEqual(space.story(todoId), before, "a question changes nothing");
  });
}

test("what the answer foretells happens, and nothing before", { rules: ["schedules.admission"] }, (t) => {
  for (const secondsLeft of [null, 0]) {
    const space = open(t);
    space.secondsLeft = secondsLeft;
    const todoId = due(space, daily, space.agent("Worker", late));
    const { startsAt, occurrence } = ask(space, todoId);
    const start = Date.parse(startsAt ?? "");
    const one = () => space.occurrences(todoId).find(({ id }) => id === occurrence?.id);
    space.passTo(start - minute);
    assert.deepEqual([one()?.status, one()?.runId], ["queued", null]);
    space.secondsLeft = secondsLeft === null ? null : 3600;
    space.passTo(start);
    assert.equal(one()?.reason, "agent_busy");
    assert.equal(ask(space, todoId).hours.holds, false);
  }
});

test("an agent archived unseen suspends the schedule; another resumes it", { rules: ["schedules.admission"] }, (t) => {
  const space = open(t);
  const gone = space.agent("Gone");
  const todoId = space.todo(daily, gone);
  space.sql.run("UPDATE agents SET is_archived = 1 WHERE id = ?", gone);
  const { agent, startsAt } = ask(space, todoId);
  assert.deepEqual([agent.holds, agent.agentId, startsAt], [true, gone, null]);
  assert.match(agent.why, /what comes due is skipped/);
  const there = space.agent("There");
  const assignees = [gone, there].map((id) => ({ id, type: "agent" }));
  space.patch(todoId, { assignees });
  assert.deepEqual(
    holdingOf(ask(space, todoId)).filter((part) => part.startsWith("agent")),
    [],
  );
  assert.equal(ask(space, todoId).agent.agentId, there);
});

test("the last occurrence shows why it did not run", { rules: ["schedules.admission"] }, (t) => {
  const { space, todoId } = scheduled(t, hourly);
  space.passTo(monday + hour);
  space.takeTurns();
  space.passTo(monday + 2 * hour);
  space.end(todoId);
  const { latestOccurrence, isHeld, startsAt } = ask(space, todoId);
  assert.deepEqual([latestOccurrence?.status, latestOccurrence?.reason], ["skipped", "previous_still_running"]);
  assert.deepEqual([isHeld, startsAt], [true, new Date(monday + 3 * hour).toISOString()]);
});

test("the list of times says until when one waits, as the answer does", { rules: ["schedules.admission"] }, (t) => {
  const waits = (space: Space, todoId: string) =>
    space
      .run("listAllOccurrences", { query: { todoId } })
      .data.map(({ status, waitsUntil }) => `${status} ${waitsUntil ?? "-"}`);
  const off = scheduled(t, daily, late);
  off.space.passTo(monday + hour);
  assert.deepEqual(waits(off.space, off.todoId), ["scheduled -", `queued ${ask(off.space, off.todoId).hours.until}`]);
  off.space.passTo(monday + 5 * hour);
  assert.deepEqual(waits(off.space, off.todoId), ["scheduled -", "queued -"], "it has started");

  const broke = scheduled(t, daily);
  broke.space.secondsLeft = 0;
  broke.space.passTo(monday + hour);
  const { until: end } = ask(broke.space, broke.todoId).budget;
  assert.deepEqual([end, waits(broke.space, broke.todoId)[1]], ["2026-02-01T00:00:00.000Z", `queued ${end}`]);

  const behind = scheduled(t, { ...daily, overlapPolicy: "queue" });
  behind.space.run("runTodo", { path: { todoId: behind.todoId } });
  behind.space.passTo(monday + hour);
  assert.deepEqual(waits(behind.space, behind.todoId), ["scheduled -", "queued -"]);
});

test("minutes left are shown whole, and an unknown todo is missing", { rules: ["schedules.admission"] }, (t) => {
  const space = open(t);
  space.secondsLeft = 119;
  const todoId = space.todo(daily, space.agent("Worker"));
  assert.equal(ask(space, todoId).budget.remainingMinutes, 1);
  space.secondsLeft = null;
  assert.equal(ask(space, todoId).budget.remainingMinutes, null);
  space.refuses("getTodoAdmission", { path: { todoId: fakeId(0x99) } }, "resource_not_found");
});
