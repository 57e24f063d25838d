/**
 * An occurrence that is due: it starts, or waits, or ends with its reason, and the next one is planned, all in one transaction.
 * A planned time exists once, and the next one is counted from the last planned time, not from the clock; so neither a
 * restart nor a clock that is set forward or back runs one twice.
 */
import type { Context, DueContext } from "../protocol/context.ts";
import { saveSeries } from "../series/save.ts";
import { grace, lastPlanned } from "../series/missed.ts";
import { close, setWaiting } from "../series/occurrence-changes.ts";
import type { OccurrenceReason, OccurrenceRow } from "../series/occurrence-row.ts";
import { plannedOf, startedOf, waitingOf } from "../series/occurrence-rows.ts";
import { nextOpen, plan } from "../series/plan.ts";
import { withProblem } from "../series/problems.ts";
import { findSeries, type SeriesRow } from "../series/series-rows.ts";
import { hasRunningRun } from "../todos/run-rows.ts";
import { settleSeries } from "../series/lifecycle.ts";
import { planAgain } from "./clock-moved-back.ts";
import { startWaiting } from "./start-occurrence.ts";

/** Missed occurrences of one series that are recorded one by one. */
const maxMissed = 50;
/** Occurrences of one series that may wait, where its rule is to queue them. */
const maxWaiting = 100;

/** Carries out what is due of the series. Nothing when it was paused or has ended, unless the clock was set back since. */
export function fireOccurrence(context: DueContext, seriesId: string): void {
  const found = findSeries(context.sql, seriesId);
  if (found === undefined) return;
  const series = found.plannedAt > context.now ? planAgain(context, found) : found;
  if (series.state === "active") fireActive(context, series);
  else if (series !== found) saveSeries(context, series);
}

function fireActive(context: DueContext, series: SeriesRow): void {
  // What waits goes first: an occurrence that comes due at the opening hour finds the one of the night before it at work.
  const before = startWaiting(context, series);
  settleSeries(context, startWaiting(context, comeDue(context, before)));
}

/** The planned one, when its time has come, waits or ends; the one after it is planned. */
function comeDue(context: DueContext, series: SeriesRow): SeriesRow {
  const { sql, now } = context;
  const planned = plannedOf(sql, series.id);
  if (planned === undefined || planned.scheduledFor > now) return series;
  const due = passMissed(context, series, planned);
  const next = nextOpen(sql, series, due.scheduledFor);
  const admitted = admit(context, { ...series, countedTo: due.scheduledFor }, due);
  if (next !== null) plan(context, series, next);
  return admitted;
}

/** Of several that came due together, all but the last were missed; answers the last. */
function passMissed(context: DueContext, series: SeriesRow, planned: OccurrenceRow): OccurrenceRow {
  const { sql, now } = context;
  const nextOf = (after: number) => nextOpen(sql, series, after);
  let due = planned;
  for (let missed = 0; ; missed += 1) {
    const next = nextOf(due.scheduledFor);
    if (next === null || next.at > now) return due;
    const isMore = missed + 1 >= maxMissed;
    close(sql, due.id, { status: "missed", reason: "service_down", error: isMore ? andMore : wasDown }, now);
    due = plan(context, series, isMore ? lastPlanned(nextOf, next, now) : next);
    if (isMore) return due;
  }
}

/** The due one waits to be started, unless its policies let it pass. */
function admit(context: DueContext, series: SeriesRow, due: OccurrenceRow): SeriesRow {
  const { sql, now } = context;
  if (series.schedule.catchUpPolicy === "skip" && now - due.scheduledFor > grace) {
    close(sql, due.id, { status: "missed", reason: "service_down", error: wasDown }, now);
    return withProblem(series, { code: "missed", message: wasDown, occurrenceId: due.id }, now);
  }
  const before = inTheWay(context, series);
  if (before === null) setWaiting(sql, due.id, null);
  else if (series.schedule.overlapPolicy === "skip" || before.waiting >= maxWaiting) {
    close(sql, due.id, { status: "skipped", reason: before.reason }, now);
  } else setWaiting(sql, due.id, before.reason);
  return series;
}

/** What an occurrence that comes due finds before it: one that runs, or one that waits, and for what. */
function inTheWay(
  { sql }: Pick<Context, "sql">,
  series: SeriesRow,
): { readonly reason: OccurrenceReason; readonly waiting: number } | null {
  const waiting = waitingOf(sql, series.id);
  const [oldest] = waiting;
  if (oldest !== undefined) return { reason: oldest.reason ?? "previous_still_running", waiting: waiting.length };
  const isRunning = startedOf(sql, series.id) !== undefined || hasRunningRun(sql, series.todoId);
  return isRunning ? { reason: "previous_still_running", waiting: 0 } : null;
}

const wasDown = "The service was not running at that time.";
const andMore = `${wasDown} Later ones were missed as well, and are not listed one by one.`;
