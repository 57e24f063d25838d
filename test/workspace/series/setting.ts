/** A workspace whose schedules a test fires by hand: it says what time it is, which turns are taken, and how they end. */
import type { TestContext } from "node:test";
import type { Caller } from "../../../src/schema/caller.ts";
import type { ErrorCode } from "../../../src/schema/errors.ts";
import {
  type InputOf,
  type OperationId,
  operationById,
  type OutputOf,
  type WorkspaceOperationId,
} from "../../../src/schema/operations/index.ts";
import type { ScheduledOccurrence, ScheduledSeries } from "../../../src/schema/schedule.ts";
import { scopes } from "../../../src/schema/scopes.ts";
import type { Todo } from "../../../src/schema/todo.ts";
import { validateBody, validateQuery } from "../../../src/schema/validate.ts";
import type { Context } from "../../../src/workspace/protocol/context.ts";
import { carryOut, isInOrder, reconcile } from "../../../src/workspace/maintenance.ts";
import { execute } from "../../../src/workspace/execute.ts";
import { findTurn } from "../../../src/workspace/chats/turn-rows.ts";
import { endTurn, failure, normalEnd, timedOut, type TurnEnd, takeDue } from "../../../src/workspace/runs/turns.ts";
import { initialise } from "../../../src/workspace/initialise.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { dueRules, nextDue, kindsOf } from "../../../src/workspace/work/queue.ts";
import assert from "node:assert/strict";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { refusalOf } from "../../helpers/refusal.ts";
import { openTestFile } from "../sql.ts";

/** Version of the time-zone data. */
const zones = "2026a";
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
/** A Monday, 09:00 UTC. */
export const monday = Date.UTC(2026, 0, 5, 9);
export const me = fakeId(0xb);
export const colleague = fakeId(0xd);
export const daily = { rrule: "FREQ=DAILY", startsAt: "2026-01-01T10:00:00" };
export const hourly = { rrule: "FREQ=HOURLY", startsAt: "2026-01-01T00:00:00" };

export const ends = {
  completed: normalEnd,
  failed: failure("error", "The model is out of order."),
  timedOut,
} as const satisfies Readonly<Record<string, TurnEnd>>;

type Given<Id extends OperationId> = { [Part in keyof InputOf<Id>]?: unknown };

export interface Space {
  readonly sql: Sql;
  now: number;
  secondsLeft: number | null;
  acting: Context["acting"];
  caller: Caller;
  run<Id extends WorkspaceOperationId>(id: Id, input?: Given<Id>): OutputOf<Id>;
  refuses<Id extends WorkspaceOperationId>(id: Id, input: Given<Id>, code: ErrorCode, words?: RegExp): void;
  /** A new agent that is on duty unless its hours say otherwise; answers its id. */
  agent(name: string, workingHours?: object): string;
  /** A todo with that schedule, given to the agent unless null; answers its id. */
  todo(schedule: object, agentId: string | null, more?: object): string;
  /** Lets time pass up to that moment; each rule that is due is carried out at its own moment. */
  passTo(moment: number): void;
  /** Carries out what is due now, as after a time in which nobody was there. */
  fire(): void;
  /** What a service does that takes the file over, or notices that its clock was set back; then carries out what is due. */
  reopen(zoneData?: string): void;
  /** A worker takes the turns that are due. */
  takeTurns(): void;
  /** Ends the run of the todo that is going on; a worker takes its turn first when none has it. */
  end(todoId: string, how?: TurnEnd): void;
  read(todoId: string): Todo;
  patch(todoId: string, body: object): Todo;
  /** Oldest first, each as a line: planned time, status, reason. */
  story(todoId: string): string[];
  occurrences(todoId: string): ScheduledOccurrence[];
  series(view?: string): ScheduledSeries[];
  /** When the file wants to be looked at next. */
  readonly due: number | null;
}

export function open(t: Pick<TestContext, "after">): Space {
  const file = openTestFile(t);
  const { sql } = file;
  const command = <T>(action: () => T): T => file.command(action);
  const ids = createFakeIds();
  const newId = () => ids.uuid();
  const people = [me, colleague].map((userId) => ({
    userId,
    email: `${userId}@example.org`,
    name: "Somebody",
    isOwner: userId === me,
  }));
  initialise(sql, { now: monday, newId, members: people });
  const moment = () => ({ sql, now: space.now, newId, secondsLeft: space.secondsLeft });
  const fire = (): void => {
    for (let round = 0; round < 1000; round += 1) {
      const due = dueRules(sql, space.now, 10);
      if (due.length === 0) return;
      for (const work of due) command(() => carryOut(moment(), work));
    }
    assert.fail("The rules that are due do not come to an end.");
  };
  const space: Space = {
    sql,
    now: monday,
    secondsLeft: null,
    acting: null,
    caller: { workspaceId: fakeId(0xa), userId: me, credentialType: "session", credentialId: fakeId(0xc), scopes },
    run(id, input = {}) {
      const { body, query } = operationById(id);
      const whole = {
        path: input.path ?? {},
        query: validateQuery(query, (input.query ?? {}) as never),
        body: body === null ? undefined : validateBody(body, input.body ?? {}),
      };
      const { caller, acting } = space;
      return command(() => execute({ ...moment(), caller, acting }, id, whole)) as never;
    },
    refuses(id, input, code, words = /./) {
      const refusal = refusalOf(() => space.run(id, input));
      assert.equal(refusal.code, code, refusal.message);
      assert.match(refusal.message, words);
    },
    agent(name, workingHours) {
      const { id: agentId } = space.run("createAgent", { body: { name, requiresApproval: false } });
      const hours = { workingHours, workingHoursEnabled: true };
      if (workingHours !== undefined) space.run("updateAgent", { path: { agentId }, body: hours });
      return agentId;
    },
    todo(schedule, agentId, more = {}) {
      const assignees = agentId === null ? [] : [{ id: agentId, type: "agent" }];
      return space.run("createTodo", { body: { title: "Report", assignees, schedule, ...more } }).id;
    },
    passTo(until) {
      for (let at = nextDue(sql).rules; at !== null && at <= until; at = nextDue(sql).rules) {
        space.now = Math.max(space.now, at);
        fire();
      }
      space.now = until;
    },
    fire,
    reopen(zoneData = zones) {
      if (!isInOrder(sql, space.now, zoneData)) command(() => reconcile(moment(), zoneData));
      fire();
      assert.ok(isInOrder(sql, space.now, zoneData));
    },
    takeTurns: () => void command(() => takeDue(sql, kindsOf("turns"), space.now, 16)),
    end(todoId, how = normalEnd) {
      const row = sql.get("SELECT turn_id FROM todo_runs WHERE todo_id = ? AND status = 'running'", todoId);
      space.takeTurns();
      const turn = findTurn(sql, row?.[0] as string) ?? assert.fail("No run of the todo is going on.");
      command(() => endTurn(moment(), turn, how));
    },
    read: (todoId) => space.run("getTodo", { path: { todoId } }),
    patch: (todoId, body) => space.run("updateTodo", { path: { todoId }, body }),
    story: (todoId) =>
      space
        .occurrences(todoId)
        .reverse()
        .map(
          ({ scheduledFor, status, reason }) => `${scheduledFor.slice(5, 16)} ${status}${reason ? ` ${reason}` : ""}`,
        ),
    occurrences: (todoId) => space.run("listScheduledOccurrences", { path: { todoId }, query: { limit: 100 } }).data,
    series: (view = "scheduled") => space.run("listScheduledSeries", { query: { view } }).data,
    get due() {
      return nextDue(sql).rules;
    },
  };
  return space;
}

/** Such a workspace with a todo that has this schedule and an agent of its own. */
export function scheduled(t: Pick<TestContext, "after">, schedule: object, workingHours?: object) {
  const space = open(t);
  return { space, todoId: space.todo(schedule, space.agent("Worker", workingHours)) };
}
