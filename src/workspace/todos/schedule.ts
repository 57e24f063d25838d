/** The schedule of a todo: set, ended, paused, resumed, and stopped when the todo is done or archived. Decisions §4 and §8. */
import { ApiError, conflict } from "../../schema/errors.ts";
import type { ScheduleInput } from "../../schema/schedule.ts";
import { nextRun, readSchedule, type Schedule } from "../recurrence.ts";
import type { Sql } from "../sql.ts";
import { type ScheduleColumns, setSchedule, setScheduleState } from "./queries.ts";
import type { TodoRow } from "./row.ts";

/** What decides about a schedule: the todo as it will be. */
type Scheduled = Pick<TodoRow, "n" | "scheduleStatus" | "schedule" | "nextRunAt"> & {
  /** Done or archived: nothing runs by itself. */
  readonly isStopped: boolean;
};

const noSchedule: ScheduleColumns = {
  schedule: null,
  rrule: null,
  timezone: null,
  nextRunAt: null,
  scheduleType: null,
  scheduleStatus: null,
};

/** True while the schedule starts runs, or will once what holds it up is over. */
export function isLive(status: TodoRow["scheduleStatus"]): boolean {
  return status === "pending" || status === "queued" || status === "error";
}

/** Sets or replaces the schedule. Throws 400 naming the part at fault. A todo that is done or archived gets it paused. */
export function putSchedule(
  sql: Sql,
  todo: Pick<Scheduled, "n" | "isStopped">,
  input: ScheduleInput,
  now: number,
): void {
  const { schedule, nextRunAt } = readSchedule(input, now);
  setSchedule(sql, todo.n, {
    schedule: JSON.stringify(schedule),
    rrule: schedule.type === "recurring" ? schedule.rrule : null,
    timezone: schedule.timezone,
    nextRunAt: todo.isStopped ? null : nextRunAt,
    scheduleType: schedule.type,
    scheduleStatus: todo.isStopped ? "disabled" : "pending",
  });
}

/** Ends the schedule; false when there was none. */
export function endSchedule(sql: Sql, todo: Pick<Scheduled, "n" | "schedule">): boolean {
  if (todo.schedule === null) return false;
  setSchedule(sql, todo.n, noSchedule);
  return true;
}

/** Pauses a live schedule; false when it was paused. Throws 409 when there is none, or it has ended. */
export function pauseSchedule(sql: Sql, todo: Scheduled): boolean {
  requireSeries(todo);
  if (todo.scheduleStatus === "disabled") return false;
  setScheduleState(sql, todo.n, "disabled", null);
  return true;
}

/** Resumes a paused schedule; false when it runs. Throws 409 when there is none, it has ended, or the todo is done or archived. */
export function resumeSchedule(sql: Sql, todo: Scheduled, now: number): boolean {
  const schedule = requireSeries(todo);
  if (todo.scheduleStatus !== "disabled") return false;
  if (todo.isStopped) throw conflict("The todo is done or archived: reopen or restore it first.", "schedulePaused");
  const nextRunAt = nextRun(schedule, now);
  if (nextRunAt === null) throw occurrenceRequired("The schedule has no run left: set a new one.");
  setScheduleState(sql, todo.n, "pending", nextRunAt);
  return true;
}

/** Stops a live schedule because the todo was done or archived; it stays paused until somebody resumes it. */
export function stopSchedule(sql: Sql, todo: Pick<Scheduled, "n" | "scheduleStatus">): void {
  if (isLive(todo.scheduleStatus)) setScheduleState(sql, todo.n, "disabled", null);
}

/** Refuses to run by hand what has been paused or has ended (409). */
export function refuseEndedSeries(todo: Pick<Scheduled, "scheduleStatus">): void {
  if (todo.scheduleStatus === "disabled") {
    throw new ApiError(
      "occurrence_required",
      "The schedule of this todo is paused: resume it with schedulePaused false.",
    );
  }
  if (todo.scheduleStatus === "completed") {
    throw occurrenceRequired("The schedule of this todo has ended: set a new one, or end it with schedule null.", null);
  }
}

function requireSeries(todo: Scheduled): Schedule {
  if (todo.schedule === null) throw occurrenceRequired("The todo has no schedule: set one with schedule.");
  if (todo.scheduleStatus === "completed") throw occurrenceRequired("The schedule has ended: set a new one.");
  return JSON.parse(todo.schedule) as Schedule;
}

function occurrenceRequired(message: string, param: string | null = "schedulePaused"): ApiError {
  return new ApiError("occurrence_required", message, { param });
}
