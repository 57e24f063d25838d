/** A recurring todo that is finished until its next time. */
import { ApiError } from "../../schema/errors.ts";
import type { Context } from "../protocol/context.ts";
import { settleSeries } from "../series/lifecycle.ts";
import { completeByHand, noteDoneBy, nextOpen, plan } from "../series/plan.ts";
import { latestOf, plannedOf, waitingOf, type OccurrenceRow } from "../series/occurrence-rows.ts";
import { currentSeries, type SeriesRow, withSuccess } from "../series/series-rows.ts";
import { todoRow } from "../todos/queries.ts";
import type { TodoRow } from "../todos/row.ts";
import { refuseWhileRunning } from "./schedule.ts";
import { update } from "./update.ts";

/**
 * Completes what is due of the todo's schedule, else what comes next, and answers the todo: ready again and due on the day of the
 * planned time that follows, or done when none does. Throws 409 without a schedule that goes on.
 */
export function completeNext(context: Context, todo: TodoRow): TodoRow {
  refuseStopped(todo);
  const series = requireActive(context, todo);
  refuseWhileRunning(context, todo.id, null);
  const due = dueOf(context, series);
  for (const one of due) complete(context, one);
  settleSeries(context, withSuccess(due.length > 0 ? series : completePlanned(context, series)));
  const planned = plannedOf(context.sql, series.id);
  const now = todoRow(context.sql, todo.id);
  if (planned === undefined) return update(context, now, { status: "done" });
  return update(context, now, { status: "ready", dueDate: dayOf(planned, series) });
}

function refuseStopped({ status, isArchived }: TodoRow): void {
  if (status !== "done" && !isArchived) return;
  throw new ApiError("occurrence_invalid_transition", "The todo is done or archived: reopen or restore it first.");
}

function requireActive({ sql }: Context, todo: TodoRow): SeriesRow {
  const series = currentSeries(sql, todo.id);
  if (series?.state === "active") return series;
  const what = series === undefined ? "has no schedule" : series.state === "paused" ? "is paused" : "has ended";
  const subject = series === undefined ? "The todo" : "The schedule of the todo";
  throw new ApiError("occurrence_required", `${subject} ${what}: finish the todo itself with status done.`);
}

/** What waits of the series; else the newest one whose time has come, while nobody has finished it. */
function dueOf({ sql }: Context, series: SeriesRow): readonly OccurrenceRow[] {
  const waiting = waitingOf(sql, series.id);
  if (waiting.length > 0) return waiting;
  const latest = latestOf(sql, series.id);
  return latest !== undefined && isUnfinished(latest) ? [latest] : [];
}

function complete({ sql, now, caller }: Context, { id, status }: OccurrenceRow): void {
  if (status === "completed" || status === "failed") noteDoneBy(sql, id, caller.userId);
  else completeByHand(sql, id, caller.userId, now);
}

/** It came to people, or came to nothing. */
function isUnfinished({ status, runId, completedBy }: OccurrenceRow): boolean {
  if (completedBy !== null) return false;
  return status === "failed" || status === "missed" || (status === "completed" && runId === null);
}

/** Completes the planned one before its time; the one after it is planned. */
function completePlanned(context: Context, series: SeriesRow): SeriesRow {
  const { sql } = context;
  const planned = plannedOf(sql, series.id);
  if (planned === undefined) return series;
  complete(context, planned);
  const next = nextOpen(sql, series, planned.scheduledFor);
  if (next !== null) plan(context, series, next);
  return { ...series, countedTo: Math.max(series.countedTo, planned.scheduledFor) };
}

function dayOf({ localTime, scheduledFor }: OccurrenceRow, { schedule }: SeriesRow): string {
  return localTime?.slice(0, 10) ?? localDate(scheduledFor, schedule.timezone);
}

function localDate(moment: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone).toPlainDate().toString();
}
