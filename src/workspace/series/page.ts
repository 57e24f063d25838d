/** Series by view, a page at a time, with what they take from their todos. */
import type { ScheduledSeries } from "../../schema/schedule.ts";
import type { TodoAssignee } from "../../schema/todo.ts";
import { toInstant, toInstantOrNull } from "../time/instant.ts";
import { invalidCursor, type Position } from "../protocol/cursor.ts";
import type { Sql, SqlRow } from "../protocol/sql.ts";
import { latestOf, toOccurrence } from "./occurrence-rows.ts";
import { seriesColumns, type SeriesRow, seriesWidth, toSeriesRow } from "./series-rows.ts";

export type View = "scheduled" | "paused" | "attention" | "history";

/** A series with what its todo says of it. */
export interface ListedSeries extends SeriesRow {
  readonly n: number;
  readonly captureId: string | null;
  readonly title: string | null;
  readonly todo: { readonly n: number; readonly redacted: number };
  readonly todoListId: string;
  readonly assignees: readonly TodoAssignee[];
}

/** An active one with an error may have had its last run: then nothing of it is planned, waits or runs. */
const willRun = `(s.error IS NULL OR s.next_run_at IS NOT NULL
  OR EXISTS (SELECT 1 FROM occurrences o WHERE o.series_id = s.id AND o.status IN ('queued', 'running')))`;
const conditions: Readonly<Record<View, string>> = {
  scheduled: `s.state = 'active' AND ${willRun}`,
  paused: "s.state = 'paused'",
  attention: "s.state IN ('active', 'paused') AND s.error IS NOT NULL",
  history: "s.state = 'ended'",
};

/** How those without a next run sort: last. */
const never = Number.MAX_SAFE_INTEGER;
const nextRun = "coalesce(s.next_run_at, 9007199254740991)";
const inList = "(?1 IS NULL OR t.todo_list_id = ?1)";

const select = `SELECT ${seriesColumns}, s.n, t.capture_id, t.title, t.todo_list_id, t.assignees, t.n, t.redacted
  FROM series s JOIN todos t ON t.id = s.todo_id`;

/** The series with that id; undefined when there is none. */
export function listedSeries(sql: Sql, id: string): ListedSeries | undefined {
  const row = sql.get(`${select} WHERE s.id = ?`, id);
  return row && toListed(row);
}

/** Up to `limit` series of a view after the position: the soonest first, those that ended newest first. Throws `invalid_cursor`. */
export function seriesRows(
  sql: Sql,
  { view, todoListId }: { readonly view: View; readonly todoListId: string | null },
  limit: number,
  position: Position | null,
): ListedSeries[] {
  const from = `${select} WHERE ${conditions[view]} AND ${inList}`;
  if (view === "history") {
    const [, n] = position === null ? [0, never] : numbersOf(position);
    return sql.all(`${from} AND s.n < ?2 ORDER BY s.n DESC LIMIT ?3`, todoListId, n, limit).map(toListed);
  }
  const [at, n] = position === null ? [0, 0] : numbersOf(position);
  const after = `(${nextRun}, s.n) > (?2, ?3)`;
  return sql.all(`${from} AND ${after} ORDER BY ${nextRun}, s.n LIMIT ?4`, todoListId, at, n, limit).map(toListed);
}

/** How many there are in the view. */
export function countSeries(sql: Sql, view: View, todoListId: string | null): number {
  const row = sql.get(
    `SELECT count(*) FROM series s JOIN todos t ON t.id = s.todo_id WHERE ${conditions[view]} AND ${inList}`,
    todoListId,
  );
  return row?.[0] as number;
}

/** Where the page after this series begins. */
export function positionOf({ nextRunAt, n }: ListedSeries): Position {
  return [nextRunAt ?? never, n];
}

/** The series as the interface shows it. */
export function toSeries(sql: Sql, series: ListedSeries): ScheduledSeries {
  const { schedule } = series;
  const latest = latestOf(sql, series.id);
  return {
    object: "scheduled_series",
    id: series.id,
    todoId: series.todoId,
    captureId: series.captureId,
    agentId: series.assignees.find(({ type }) => type === "agent")?.id ?? null,
    title: series.title,
    todoListId: series.todoListId,
    scheduleType: schedule.type,
    rrule: schedule.type === "recurring" ? schedule.rrule : null,
    runAt: schedule.type === "one_off" ? toInstant(schedule.runAt) : null,
    timezone: schedule.timezone,
    status: series.state === "active" && series.error !== null ? "attention" : series.state,
    nextRunAt: toInstantOrNull(series.nextRunAt),
    lastRunAt: toInstantOrNull(series.lastRunAt),
    latestOccurrence: latest === undefined ? null : toOccurrence(latest),
    scheduleError: series.error,
    overlapPolicy: schedule.overlapPolicy,
    catchUpPolicy: schedule.catchUpPolicy,
    pausedAt: toInstantOrNull(series.pausedAt),
    retiredAt: toInstantOrNull(series.retiredAt),
    retiredBy: series.retiredBy,
    retirementRunPolicy: series.retirementRunPolicy,
    createdAt: toInstant(series.createdAt),
    updatedAt: toInstant(series.updatedAt),
  };
}

function numbersOf(position: Position): readonly [number, number] {
  const [at, n] = position;
  if (typeof at !== "number" || typeof n !== "number") throw invalidCursor();
  return [at, n];
}

function toListed(row: SqlRow): ListedSeries {
  const [n, captureId, title, todoListId, assignees, todoN, redacted] = row.slice(seriesWidth);
  return {
    ...toSeriesRow(row),
    n: n as number,
    captureId: captureId as string | null,
    title: title as string | null,
    todo: { n: todoN as number, redacted: redacted as number },
    todoListId: todoListId as string,
    assignees: JSON.parse(assignees as string) as TodoAssignee[],
  };
}
