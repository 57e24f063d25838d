/**
 * A clock that was set back: what a series planned while the clock ran ahead is planned again from now, so that the times in between
 * come; from a little before now, for it may have taken that long to be noticed. A planned time that ran stays as it is and does not
 * run again. One that only passed, missed or skipped, is still to come, and nobody would understand that it does not: it takes up its
 * record again when it is the next. What came due and waits keeps waiting.
 */
import type { DueContext } from "../protocol/context.ts";
import { findOccurrence, plannedOf } from "../series/occurrence-rows.ts";
import { removePlanned, nextOpen, plan } from "../series/plan.ts";
import { grace } from "../series/missed.ts";
import type { SeriesRow } from "../series/series-rows.ts";
import { todoRow } from "../todos/queries.ts";

/** The series as the clock that was set back has it, for the caller to save. A paused one is planned when it resumes. */
export function planAgain(context: DueContext, series: SeriesRow): SeriesRow {
  const { sql, now } = context;
  const countedTo = now - grace;
  const again = { ...series, countedTo, plannedAt: now, error: errorNow(context, series) };
  const planned = plannedOf(sql, series.id);
  const isDue = planned !== undefined && planned.scheduledFor <= now;
  if (series.state === "paused" || isDue || isOverForPeople(context, series)) return again;
  const next = nextOpen(sql, series, countedTo);
  if (next === null) return again;
  if (planned !== undefined && planned.scheduledFor !== next.at) removePlanned(sql, planned.id);
  if (planned?.scheduledFor !== next.at) plan(context, series, next);
  return { ...again, state: "active" };
}

/** Its runs came to an end by a clock that ran ahead, and since then a person has closed the todo. */
function isOverForPeople({ sql }: DueContext, { state, todoId }: SeriesRow): boolean {
  const todo = todoRow(sql, todoId);
  return state === "ended" && (todo.status === "done" || todo.isArchived);
}

/** A planned time that is still to come was not missed. */
function errorNow({ sql, now }: DueContext, { error }: SeriesRow): SeriesRow["error"] {
  if (error?.code !== "missed" || error.occurrenceId === null) return error;
  const missed = findOccurrence(sql, error.occurrenceId);
  return missed !== undefined && missed.scheduledFor > now ? null : error;
}
