/** A todo as its row holds it, and as the interface shows it. */
import type { ScheduleError } from "../../schema/schedule.ts";
import type { Todo, TodoAssignee, TodoRun } from "../../schema/todo.ts";
import { toInstant, toInstantOrNull } from "../context.ts";

export type TodoStatus = Todo["status"];
export type TodoPriority = NonNullable<Todo["priority"]>;

/** Columns that most todos leave empty: of schedules, notifications, retirement, minutes saved, completion. */
const seldom = `json(t.schedule_error), t.retired_at, t.retired_by, t.retirement_run_policy, t.rrule, t.timezone, t.next_run_at,
  t.last_run_at, t.schedule_type, t.schedule_status, t.last_notification_status, t.last_notification_sent_at, t.minutes_saved,
  t.minutes_saved_reason, t.minutes_saved_confidence, t.completed_at`;

/**
 * The columns of a todo (table alias `t`) as one JSON array: a page crosses the driver as one text, at a third of the time.
 * Sixteen columns are left out where all of them are NULL (a page of 25: 50 µs with them, 38 without).
 */
export const todoJson = `json_array(t.n, t.id, t.title, t.content, t.status, t.priority, t.type, t.todo_list_id, t.due_date,
  json(t.assignees), t.capture_id, t.is_archived, t.is_suggested, t.source, t.has_run, t.created_at, t.updated_at,
  CASE WHEN coalesce(${seldom.replace("json(t.schedule_error)", "t.schedule_error")}) IS NOT NULL THEN json_array(${seldom}) END, t.sealed)`;

/** One parsed `todoJson`. */
export type StoredTodo = readonly unknown[];

/** The n of the row's todo. */
export function nOfRow(row: StoredTodo): number {
  return row[0] as number;
}

/** The id of the row's todo. */
export function idOf(row: StoredTodo): string {
  return row[1] as string;
}

/** What the rules of a change look at. Times are milliseconds. */
export interface TodoRow {
  readonly n: number;
  readonly id: string;
  readonly title: string | null;
  readonly content: string | null;
  readonly status: TodoStatus;
  readonly priority: TodoPriority | null;
  readonly type: Todo["type"];
  readonly todoListId: string;
  readonly dueDate: string | null;
  readonly assignees: readonly TodoAssignee[];
  readonly isArchived: boolean;
  readonly isSuggested: boolean;
  readonly hasRun: boolean;
  readonly completedAt: number | null;
  readonly scheduleStatus: Todo["scheduleStatus"];
  /** Which texts carry content of captures: 1 the title, 2 the content (seals.ts). */
  readonly sealed: number;
}

/** What stands for the seldom columns of a todo that has none of them. */
const nothing: readonly null[] = Array.from({ length: 16 }, () => null);

function seldomOf(row: StoredTodo): readonly unknown[] {
  return (row[17] as readonly unknown[] | null) ?? nothing;
}

const priorities = [null, "low", "medium", "high", "urgent"] as const;

/** How a priority is kept, so that it sorts: 4 urgent to 1 low. */
export function priorityRank(priority: TodoPriority): number {
  return priorities.indexOf(priority);
}

/** The priority of a rank; null for a missing one. */
export function priorityOf(rank: number | null): TodoPriority | null {
  return rank === null ? null : (priorities[rank] ?? null);
}

/** Whether the row's todo has been run by an agent, and so has a latest run. */
export function hasRunColumn(row: StoredTodo): boolean {
  return row[14] === 1;
}

/** Which texts of the row's todo are sealed. */
export function sealedColumn(row: StoredTodo): number {
  return row[18] as number;
}

/** The part of the row that changes are reckoned from. */
export function toTodoRow(row: StoredTodo): TodoRow {
  const more = seldomOf(row);
  return {
    n: nOfRow(row),
    id: row[1] as string,
    title: row[2] as string | null,
    content: row[3] as string | null,
    status: row[4] as TodoStatus,
    priority: priorityOf(row[5] as number | null),
    type: row[6] as Todo["type"],
    todoListId: row[7] as string,
    dueDate: row[8] as string | null,
    assignees: row[9] as TodoAssignee[],
    isArchived: row[11] === 1,
    isSuggested: row[12] === 1,
    hasRun: row[14] === 1,
    scheduleStatus: more[9] as Todo["scheduleStatus"],
    completedAt: more[15] as number | null,
    sealed: sealedColumn(row),
  };
}

/** The todo of a row, with its latest run. */
export function toTodo(row: StoredTodo, latestRun: TodoRun | null): Todo {
  const more = seldomOf(row);
  return {
    object: "todo",
    id: row[1] as string,
    title: row[2] as string | null,
    content: row[3] as string | null,
    status: row[4] as TodoStatus,
    priority: priorityOf(row[5] as number | null),
    type: row[6] as Todo["type"],
    todoListId: row[7] as string,
    dueDate: row[8] as string | null,
    assignees: row[9] as TodoAssignee[],
    captureId: row[10] as string | null,
    isArchived: row[11] === 1,
    isSuggested: row[12] === 1,
    source: row[13] as Todo["source"],
    scheduleError: more[0] as ScheduleError | null,
    retiredAt: toInstantOrNull(more[1] as number | null),
    retiredBy: more[2] as string | null,
    retirementRunPolicy: more[3] as Todo["retirementRunPolicy"],
    rrule: more[4] as string | null,
    timezone: more[5] as string | null,
    nextRunAt: toInstantOrNull(more[6] as number | null),
    lastRunAt: toInstantOrNull(more[7] as number | null),
    scheduleType: more[8] as Todo["scheduleType"],
    scheduleStatus: more[9] as Todo["scheduleStatus"],
    lastNotificationStatus: more[10] as Todo["lastNotificationStatus"],
    lastNotificationSentAt: toInstantOrNull(more[11] as number | null),
    latestRun,
    minutesSaved: more[12] as number | null,
    minutesSavedReason: more[13] as string | null,
    minutesSavedConfidence: more[14] as Todo["minutesSavedConfidence"],
    createdAt: toInstant(row[15] as number),
    updatedAt: toInstant(row[16] as number),
  };
}
