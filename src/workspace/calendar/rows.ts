/** What the calendar reads: todos by the day they are due, occurrences by their planned time, and the schedules that go on. */
import type { TodoAssignee } from "../../schema/todo.ts";
import type { Sql, SqlRow, SqlValue } from "../protocol/sql.ts";
import { occurrenceSelect, type OccurrenceRow, toOccurrenceRow } from "../series/occurrence-rows.ts";
import { seriesColumns, type SeriesRow, seriesWidth, toSeriesRow } from "../series/series-rows.ts";

/** What an entry says of its todo. */
export interface EntryTodo {
  readonly n: number;
  readonly id: string;
  readonly title: string | null;
  readonly redacted: number;
  readonly todoListId: string;
  readonly agentId: string | null;
}

const todoColumns = "t.n, t.id, t.title, t.redacted, t.todo_list_id, t.assignees";
const todoWidth = 6;
/** How many columns `occurrenceSelect` has. */
const occurrenceWidth = 17;
const occurrencesWithTodos = occurrenceSelect.replace(
  "FROM occurrences o",
  `, ${todoColumns} FROM occurrences o JOIN todos t ON t.id = o.todo_id`,
);

export interface DueRow {
  readonly todo: EntryTodo;
  readonly day: string;
  readonly status: "ready" | "in_progress" | "done";
}

/** Up to `limit` todos due on these days, neither archived nor suggested, the soonest first. */
export function dueBetween(sql: Sql, from: string, to: string, limit: number): DueRow[] {
  const rows = sql.all(
    `SELECT ${todoColumns}, t.due_date, t.status FROM todos t
     WHERE t.visibility = 0 AND t.status IN ('ready', 'in_progress', 'done') AND t.due_date >= ? AND t.due_date <= ?
     ORDER BY t.due_date, t.n LIMIT ?`,
    from,
    to,
    limit,
  );
  return rows.map((row) => ({
    todo: toEntryTodo(row),
    day: row[todoWidth] as string,
    status: row[todoWidth + 1] as DueRow["status"],
  }));
}

export interface OccurrenceWithTodo {
  readonly occurrence: OccurrenceRow;
  readonly todo: EntryTodo;
}

/** Up to `limit` occurrences planned from one moment until before the other, the soonest first. */
export function occurrencesBetween(sql: Sql, from: number, to: number, limit: number): OccurrenceWithTodo[] {
  const rows = sql.all(
    `${occurrencesWithTodos} WHERE o.scheduled_for >= ? AND o.scheduled_for < ? AND t.is_archived = 0
     ORDER BY o.scheduled_for, o.n LIMIT ?`,
    from,
    to,
    limit,
  );
  return rows.map(withTodo);
}

export interface OccurrenceFilter {
  readonly from: number;
  /** Planned before then. */
  readonly to: number;
  readonly status: OccurrenceRow["status"] | null;
  readonly agentId: string | null;
  /** Its occurrences, even if it is archived; else of archived todos none. */
  readonly todoId: string | null;
  readonly chatId: string | null;
}

/** Up to `limit` occurrences that pass, the newest planned time first, after the one at `position` (its time and its n). */
export function occurrencesBackwards(
  sql: Sql,
  { from, to, status, agentId, todoId, chatId }: OccurrenceFilter,
  position: readonly [number, number],
  limit: number,
): OccurrenceWithTodo[] {
  const conditions = ["o.scheduled_for >= ?", "o.scheduled_for < ?", "(o.scheduled_for, o.n) < (?, ?)"];
  const values: SqlValue[] = [from, to, ...position];
  if (todoId === null) conditions.push("t.is_archived = 0");
  else {
    conditions.push("o.todo_id = ?");
    values.push(todoId);
  }
  if (status !== null) {
    conditions.push("o.status = ?");
    values.push(status);
  }
  if (agentId !== null) {
    conditions.push("EXISTS (SELECT 1 FROM json_each(t.assignees) WHERE value ->> 'id' = ?)");
    values.push(agentId);
  }
  if (chatId !== null) {
    conditions.push("o.chat_id = ?");
    values.push(chatId);
  }
  const rows = sql.all(
    `${occurrencesWithTodos} WHERE ${conditions.join(" AND ")}
     ORDER BY o.scheduled_for DESC, o.n DESC LIMIT ?`,
    ...values,
    limit,
  );
  return rows.map(withTodo);
}

export interface GoingOn {
  readonly series: SeriesRow;
  readonly todo: EntryTodo;
}

/** The schedules that will run again. */
export function goingOn(sql: Sql): GoingOn[] {
  const rows = sql.all(
    `SELECT ${seriesColumns}, ${todoColumns} FROM series s JOIN todos t ON t.id = s.todo_id
     WHERE s.state = 'active' AND s.next_run_at IS NOT NULL AND t.is_archived = 0`,
  );
  return rows.map((row) => ({ series: toSeriesRow(row), todo: toEntryTodo(row.slice(seriesWidth)) }));
}

function withTodo(row: SqlRow): OccurrenceWithTodo {
  return { occurrence: toOccurrenceRow(row), todo: toEntryTodo(row.slice(occurrenceWidth)) };
}

function toEntryTodo([n, id, title, redacted, todoListId, assignees]: SqlRow): EntryTodo {
  const all = JSON.parse(assignees as string) as TodoAssignee[];
  return {
    n: n as number,
    id: id as string,
    title: title as string | null,
    redacted: redacted as number,
    todoListId: todoListId as string,
    agentId: all.find(({ type }) => type === "agent")?.id ?? null,
  };
}
