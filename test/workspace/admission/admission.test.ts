/** Why a todo does not run: a table of situations, each with what holds and until when, and that it then starts as foretold. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TodoAdmission } from "../../../src/schema/admission.ts";
import { fakeId } from "../../helpers/ids.ts";
import { daily, ends, hour, hourly, minute, monday, open, type Space } from "../series/setting.ts";

const workdays = ["monday", "tuesday", "wednesday", "thursday", "friday"];
const late = { timezone: "UTC", windows: [{ days: workdays, start: "14:00", end: "16:00" }] };
const parts = ["schedule", "agent", "hours", "budget", "overlap", "approval"] as const;

const ask = (space: Space, todoId: string): TodoAdmission => space.run("getTodoAdmission", { path: { todoId } });

/** What holds, as `part until`. */
function holdingOf(answer: TodoAdmission): string[] {
  return parts.filter((part) => answer[part].holds).map((part) => `${part} ${answer[part].until?.slice(5, 16) ?? "-"}`);
}

interface Scene {
  readonly what: string;
  /** Answers the todo that is asked about. */
  readonly set: (space: Space) => string;
  readonly holds: readonly string[];
  readonly startsAt: string | null;
  /** Status of the occurrence that it is about. */
  readonly about: string | null;
  readonly says: RegExp;
}

const due = (space: Space, schedule: object, agentId: string | null, more?: object): string => {
  const todoId = space.todo(schedule, agentId, more);
  space.passTo(monday + hour);
  return todoId;
};

const byHand = (space: Space, agentId: string | null): string => {
  const assignees = agentId === null ? [] : [{ id: agentId, type: "agent" }];
  return space.run("createTodo", { body: { title: "By hand", assignees } }).id;
};

const scenes: readonly Scene[] = [
  {
    what: "planned, nothing in the way",
    set: (space) => space.todo(daily, space.agent("Worker")),
    holds: ["schedule 01-05T10:00"],
    startsAt: "01-05T10:00",
    about: "scheduled",
    says: /not due yet/,
  },
  {
    what: "planned for a time off duty",
    set: (space) => space.todo(daily, space.agent("Worker", late)),
    holds: ["schedule 01-05T10:00", "hours 01-05T14:00"],
    startsAt: "01-05T14:00",
    about: "scheduled",
    says: /next opening/,
  },
  {
    what: "due and off duty",
    set: (space) => due(space, daily, space.agent("Worker", late)),
    holds: ["hours 01-05T14:00"],
    startsAt: "01-05T14:00",
    about: "queued",
    says: /^The agent is off duty/,
  },
  {
    what: "due without minutes",
    set: (space) => {
      space.secondsLeft = 0;
      return due(space, daily, space.agent("Worker"));
    },
    holds: ["budget 02-01T00:00"],
    startsAt: "02-01T00:00",
    about: "queued",
    says: /used its minutes/,
  },
  {
    what: "due without minutes and off duty: the hours of the day on which there are minutes again",
    set: (space) => {
      space.secondsLeft = 0;
      return due(space, daily, space.agent("Worker", late));
    },
    holds: ["hours 01-05T14:00", "budget 02-01T00:00"],
    startsAt: "02-02T14:00",
    about: "queued",
    says: /off duty.*minutes/,
  },
  {
    what: "no minutes now, planned for the next month",
    set: (space) => {
      space.secondsLeft = 0;
      return space.todo({ runAt: "2026-02-03T10:00:00Z" }, space.agent("Worker"));
    },
    holds: ["schedule 02-03T10:00"],
    startsAt: "02-03T10:00",
    about: "scheduled",
    says: /not due yet/,
  },
  {
    what: "started, no place free",
    set: (space) => due(space, daily, space.agent("Worker")),
    holds: ["agent -"],
    startsAt: null,
    about: "queued",
    says: /places for agents at work are taken/,
  },
  {
    what: "the one before is going on",
    set: (space) => {
      const todoId = due(space, hourly, space.agent("Worker"));
      space.takeTurns();
      return todoId;
    },
    holds: ["schedule 01-05T11:00", "overlap -"],
    startsAt: null,
    about: "scheduled",
    says: /that one is skipped/,
  },
  {
    what: "the one before is going on, and this one is to be queued",
    set: (space) => {
      const todoId = due(space, { ...hourly, overlapPolicy: "queue" }, space.agent("Worker"));
      space.takeTurns();
      return todoId;
    },
    holds: ["schedule 01-05T11:00", "overlap -"],
    startsAt: null,
    about: "scheduled",
    says: /that one waits for it/,
  },
  {
    what: "due, behind one that is going on",
    set: (space) => {
      const todoId = due(space, { ...hourly, overlapPolicy: "queue" }, space.agent("Worker"));
      space.takeTurns();
      space.passTo(monday + 2 * hour);
      return todoId;
    },
    holds: ["overlap -"],
    startsAt: null,
    about: "queued",
    says: /wait for it, or cancel its chat/,
  },
  {
    what: "paused",
    set: (space) => {
      const todoId = space.todo(daily, space.agent("Worker"));
      space.patch(todoId, { schedulePaused: true });
      return todoId;
    },
    holds: ["schedule -"],
    startsAt: null,
    about: "scheduled",
    says: /is paused: resume it/,
  },
  {
    what: "paused itself",
    set: (space) => {
      const todoId = space.todo(hourly, space.agent("Worker"));
      for (let n = 1; n <= 5; n += 1) {
        space.passTo(monday + n * hour);
        space.end(todoId, ends.failed);
      }
      return todoId;
    },
    holds: ["schedule -"],
    startsAt: null,
    about: "scheduled",
    says: /paused itself after 5 failures/,
  },
  {
    what: "done",
    set: (space) => {
      const todoId = space.todo(daily, space.agent("Worker"));
      space.patch(todoId, { status: "done" });
      return todoId;
    },
    holds: ["schedule -"],
    startsAt: null,
    about: "scheduled",
    says: /The todo is done/,
  },
  {
    what: "archived",
    set: (space) => {
      const todoId = space.todo(daily, space.agent("Worker"));
      space.run("deleteTodo", { path: { todoId } });
      return todoId;
    },
    holds: ["schedule -"],
    startsAt: null,
    about: "scheduled",
    says: /The todo is archived/,
  },
  {
    what: "retired",
    set: (space) => {
      const todoId = space.todo(daily, space.agent("Worker"));
      space.run("retireTodoSchedule", { path: { todoId } });
      return todoId;
    },
    holds: ["schedule -"],
    startsAt: null,
    about: null,
    says: /was retired: set a new one/,
  },
  {
    what: "run its last time",
    set: (space) => {
      const todoId = due(space, { runAt: "2026-01-05T10:00:00Z" }, space.agent("Worker"));
      space.end(todoId);
      return todoId;
    },
    holds: ["schedule -"],
    startsAt: null,
    about: null,
    says: /run its last time/,
  },
  {
    what: "nobody assigned: it is for people, and needs no minutes",
    set: (space) => {
      space.secondsLeft = 0;
      return space.todo(daily, null);
    },
    holds: ["schedule 01-05T10:00"],
    startsAt: "01-05T10:00",
    about: "scheduled",
    says: /not due yet/,
  },
  {
    what: "by hand, nothing in the way",
    set: (space) => byHand(space, space.agent("Worker", late)),
    holds: [],
    startsAt: null,
    about: null,
    says: /^Nothing holds it back\.$/,
  },
  {
    what: "by hand, without an agent",
    set: (space) => byHand(space, null),
    holds: ["agent -"],
    startsAt: null,
    about: null,
    says: /name one in agentId/,
  },
  {
    what: "by hand, without minutes",
    set: (space) => {
      space.secondsLeft = 0;
      return byHand(space, space.agent("Worker"));
    },
    holds: ["budget 02-01T00:00"],
    startsAt: null,
    about: null,
    says: /used its minutes/,
  },
  {
    what: "by hand, running already",
    set: (space) => {
      const todoId = byHand(space, space.agent("Worker"));
      space.run("runTodo", { path: { todoId } });
      return todoId;
    },
    holds: ["overlap -"],
    startsAt: null,
    about: null,
    says: /is going on/,
  },
  {
    what: "by hand, the agent archived",
    set: (space) => {
      const agentId = space.agent("Worker");
      const todoId = byHand(space, agentId);
      space.run("deleteAgent", { path: { agentId } });
      return todoId;
    },
    holds: ["agent -"],
    startsAt: null,
    about: null,
    says: /The agent is archived/,
  },
  {
    what: "by hand, archived",
    set: (space) => {
      const todoId = byHand(space, space.agent("Worker"));
      space.run("deleteTodo", { path: { todoId } });
      return todoId;
    },
    holds: ["schedule -"],
    startsAt: null,
    about: null,
    says: /restore it first/,
  },
];

for (const { what, set, holds, startsAt, about, says } of scenes) {
  test(`admission: ${what} [schedules.admission]`, (t) => {
    const space = open(t);
    const todoId = set(space);
    const before = space.story(todoId);
    const answer = ask(space, todoId);
    assert.deepEqual(holdingOf(answer), holds);
    assert.equal(answer.isHeld, holds.length > 0);
    assert.equal(answer.startsAt?.slice(5, 16) ?? null, startsAt);
    assert.equal(answer.occurrence?.status ?? null, about);
    assert.equal(answer.startedBy, what.startsWith("by hand") ? "person" : "schedule");
    assert.match(answer.summary, says);
    for (const part of parts) assert.match(answer[part].why, /^[A-Z].*\.$/);
    assert.deepEqual(space.story(todoId), before, "a question changes nothing");
  });
}

test("what the answer foretells comes about: nothing starts before, and it starts then [schedules.admission]", (t) => {
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

test("an agent that was archived behind the schedule's back holds it; another that is assigned takes its place [schedules.admission]", (t) => {
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

test("the last occurrence is told with its reason: why it did not run, though the next one will [schedules.admission]", (t) => {
  const space = open(t);
  const todoId = space.todo(hourly, space.agent("Worker"));
  space.passTo(monday + hour);
  space.takeTurns();
  space.passTo(monday + 2 * hour);
  space.end(todoId);
  const { latestOccurrence, isHeld, startsAt } = ask(space, todoId);
  assert.deepEqual([latestOccurrence?.status, latestOccurrence?.reason], ["skipped", "previous_still_running"]);
  assert.deepEqual([isHeld, startsAt], [true, new Date(monday + 3 * hour).toISOString()]);
});

test("minutes that are left are told whole, and a todo that is not there is missing [schedules.admission]", (t) => {
  const space = open(t);
  space.secondsLeft = 119;
  const todoId = space.todo(daily, space.agent("Worker"));
  assert.equal(ask(space, todoId).budget.remainingMinutes, 1);
  space.secondsLeft = null;
  assert.equal(ask(space, todoId).budget.remainingMinutes, null);
  space.refuses("getTodoAdmission", { path: { todoId: fakeId(0x99) } }, "resource_not_found");
});
