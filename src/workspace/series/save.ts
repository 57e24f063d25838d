/** What follows from any change of a series: whether it is over, when it is looked at next, and what its todo shows. */
import type { Context } from "../protocol/context.ts";
import type { Sql } from "../protocol/sql.ts";
import { reschedule, withdraw } from "../work/queue.ts";
import { latestOf } from "./occurrence-rows.ts";
import { nextOpen } from "./plan.ts";
import { updateSeriesRow, type SeriesRow } from "./series-rows.ts";
import { type Open, openOf, show } from "./show.ts";

/** Writes the series, sets its moment in the table of work, and shows it at its todo. */
export function saveSeries({ sql, now }: Pick<Context, "sql" | "now">, changed: SeriesRow): void {
  const open = openOf(sql, changed.id);
  const isOver = changed.state !== "ended" && isExhausted(sql, changed, open);
  const series: SeriesRow = {
    ...changed,
    state: isOver ? "ended" : changed.state,
    nextRunAt: changed.state === "active" ? dueAt(changed, open) : null,
    updatedAt: Math.max(changed.updatedAt, now),
    plannedAt: Math.max(changed.plannedAt, now),
  };
  updateSeriesRow(sql, series);
  if (series.state === "active" && series.nextRunAt !== null)
    reschedule({ sql, now }, "occurrence", series.id, series.nextRunAt);
  else withdraw(sql, "occurrence", series.id);
  show(sql, series, open, now);
}

/**
 * One that ended badly is not over: it stays in sight until somebody deals with it. Nor is one whose last run fell to its being
 * paused.
 */
function isExhausted(sql: Sql, series: SeriesRow, { planned, waiting, started }: Open): boolean {
  if (planned !== undefined || waiting !== undefined || started !== undefined || series.error !== null) return false;
  if (series.state === "paused" && latestOf(sql, series.id)?.reason === "paused") return false;
  return nextOpen(sql, series, series.countedTo) === null;
}

function dueAt({ waitsUntil }: SeriesRow, { planned, waiting }: Open): number | null {
  const moments = [planned?.scheduledFor, waiting === undefined ? null : waitsUntil].filter((at) => at != null);
  return moments.length === 0 ? null : Math.min(...moments);
}
