/** What follows from any change of a series: whether it is over, when it is looked at next, and what its todo shows. */
import { ApiError } from "../../schema/errors.ts";
import type { Context } from "../context.ts";
import { nextRun } from "../recurrence/recurrence.ts";
import { putAside, withdraw } from "../work.ts";
import { saveSeries, type SeriesRow } from "./series-rows.ts";
import { type Open, openOf, show } from "./show.ts";

/** Writes the series, sets its moment in the table of work, and shows it at its todo. */
export function keepSeries({ sql, now }: Pick<Context, "sql" | "now">, changed: SeriesRow): void {
  const open = openOf(sql, changed.id);
  const isOver = changed.state !== "ended" && isExhausted(changed, open);
  const series: SeriesRow = {
    ...changed,
    state: isOver ? "ended" : changed.state,
    nextRunAt: changed.state === "active" ? dueAt(changed, open) : null,
    updatedAt: Math.max(changed.updatedAt, now),
  };
  saveSeries(sql, series);
  if (series.state === "active" && series.nextRunAt !== null) putAside(sql, "occurrence", series.id, series.nextRunAt);
  else withdraw(sql, "occurrence", series.id);
  show(sql, series, open, now);
}

/** When the schedule plans to run after that moment; null when never more. A rule that can not be read any more plans nothing. */
export function planAfter({ schedule }: Pick<SeriesRow, "schedule">, after: number): number | null {
  try {
    return nextRun(schedule, after);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** One that ended badly is not over: it stays in sight until somebody deals with it. */
function isExhausted(series: SeriesRow, { planned, waiting, started }: Open): boolean {
  if (planned !== undefined || waiting !== undefined || started !== undefined || series.error !== null) return false;
  return planAfter(series, series.countedTo) === null;
}

function dueAt({ waitsUntil }: SeriesRow, { planned, waiting }: Open): number | null {
  const moments = [planned?.scheduledFor, waiting === undefined ? null : waitsUntil].filter((at) => at != null);
  return moments.length === 0 ? null : Math.min(...moments);
}
