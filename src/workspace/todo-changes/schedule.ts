/** The schedule of a todo as a change of the todo sets it. What a series goes through is in series/lifecycle.ts. Decisions §4 and §8. */
import { ApiError } from "../../schema/errors.ts";
import type { TodoUpdate } from "../../schema/todo.ts";
import type { Context } from "../protocol/context.ts";
import { beginSeries, endSeries, pauseSeries, resumeSeries, type Stop } from "../series/lifecycle.ts";
import { startedOfTodo } from "../series/occurrence-rows.ts";
import { saveSeries } from "../series/plan.ts";
import { currentSeries, type SeriesRow } from "../series/series-rows.ts";
import type { Sql } from "../protocol/sql.ts";
import { hasOnlyArchivedAgents } from "../todos/assignees.ts";
import { noSchedule, setSchedule } from "../todos/queries.ts";
import type { TodoRow } from "../todos/row.ts";

/** True while the schedule starts runs, or will once what holds it up is over. */
export function isLive(status: TodoRow["scheduleStatus"]): boolean {
  return status === "pending" || status === "queued" || status === "error";
}

/**
 * Sets, replaces or ends the schedule, then pauses or resumes it; false when nothing changed. `stop`: what the todo is by then.
 * Throws 400 naming the part at fault, 409 where there is nothing to pause.
 */
export function changeSchedule(
  context: Context,
  todoId: string,
  { schedule, schedulePaused }: Pick<TodoUpdate, "schedule" | "schedulePaused">,
  stop: Stop | null,
): boolean {
  let changed = false;
  if (schedule === null) changed = clearSchedule(context, todoId);
  else if (schedule !== undefined) {
    beginSeries(context, todoId, schedule, stop);
    changed = true;
  }
  if (schedulePaused === undefined) return changed;
  const series = requireSeries(context.sql, todoId);
  return (schedulePaused ? pause(context, series) : resume(context, series, stop)) || changed;
}

/** Stops the schedule of a todo that was done or archived. What `done` stopped resumes when the todo is reopened; the rest stays paused. */
export function stopSchedule(context: Context, todoId: string, stop: Stop): void {
  const series = currentSeries(context.sql, todoId);
  if (series?.state === "active") pauseSeries(context, series, stop);
  else if (series !== undefined && stop === "archived") keepPaused(context, series);
}

/** Resumes what `done` stopped, with the next future time; a schedule without one, or of an archived agent, stays as it is. */
export function resumeStopped(context: Context, { id, assignees }: Pick<TodoRow, "id" | "assignees">): void {
  const series = currentSeries(context.sql, id);
  if (series?.state !== "paused" || !series.stoppedByDone) return;
  if (!hasOnlyArchivedAgents(context.sql, assignees)) resumeSeries(context, series);
}

/** From now on a person's, whatever stopped it. */
function keepPaused(context: Context, series: SeriesRow): void {
  if (series.stoppedByDone) saveSeries(context, { ...series, stoppedByDone: false });
}

/** Refuses to run by hand what has been paused or has ended (409). */
export function refuseEndedSeries(todo: Pick<TodoRow, "scheduleStatus">): void {
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

/** Refuses what would change a todo under an occurrence that is at work (409); the agent at work itself may. */
export function refuseWhileRunning({ sql, acting }: Context, todoId: string, param: string | null): void {
  const started = startedOfTodo(sql, todoId);
  if (started === undefined || started.chatId === acting?.chatId) return;
  throw new ApiError(
    "occurrence_running",
    `A scheduled run of this todo is going on: wait for it, cancel its chat (${started.chatId}), or retire the schedule with retirementRunPolicy cancel.`,
    { param },
  );
}

function clearSchedule(context: Context, todoId: string): boolean {
  if (!endSeries(context, todoId)) return false;
  setSchedule(context.sql, todoId, noSchedule, context.now);
  return true;
}

function pause(context: Context, series: SeriesRow): boolean {
  if (series.state === "active") pauseSeries(context, series);
  else keepPaused(context, series);
  return series.state === "active";
}

function resume(context: Context, series: SeriesRow, stop: Stop | null): boolean {
  if (series.state !== "paused") return false;
  if (stop !== null) throw notWhile(stop);
  if (!resumeSeries(context, series)) throw occurrenceRequired("The schedule has no run left: set a new one.");
  return true;
}

function notWhile(stop: Stop): ApiError {
  const way = stop === "done" ? "The todo is done: set its status back" : "The todo is archived: restore it";
  return new ApiError("occurrence_invalid_transition", `${way} before its schedule is resumed.`, {
    param: "schedulePaused",
  });
}

function requireSeries(sql: Sql, todoId: string): SeriesRow {
  const series = currentSeries(sql, todoId);
  if (series === undefined) throw occurrenceRequired("The todo has no schedule: set one with schedule.");
  if (series.state === "ended") throw occurrenceRequired("The schedule has ended: set a new one.");
  return series;
}

function occurrenceRequired(message: string, param: string | null = "schedulePaused"): ApiError {
  return new ApiError("occurrence_required", message, { param });
}
