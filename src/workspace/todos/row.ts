/** A todo as stored in its row, as the journal records it, and as the interface shows it. */
import type { ScheduleError } from "../../schema/schedule.ts";
import type { Todo, TodoAssignee, TodoRun } from "../../schema/todo.ts";
import { toInstant } from "../time/instant.ts";
import type { Image, Recorded, Sql } from "../protocol/sql.ts";
import { capturesOf } from "./redaction.ts";

export type TodoStatus = Todo["status"];
export type TodoPriority = NonNullable<Todo["priority"]>;

/** Columns that most todos leave empty: of schedules, notifications, retirement, minutes saved, completion, the order by hand. */
const seldom = `json(t.schedule_error), t.retired_at, t.retired_by, t.retirement_run_policy, t.rrule, t.timezone, t.next_run_at,
  t.last_run_at, t.schedule_type, t.schedule_status, t.last_notification_status, t.last_notification_sent_at, t.minutes_saved,
  t.minutes_saved_reason, t.minutes_saved_confidence, t.completed_at, t.rank`;

/**
 * The columns of a todo (table alias `t`) as one JSON array, for `toTodoRow`: a page crosses the driver as one text, at a third of the
 * time. Seventeen columns are left out where all of them are NULL (a page of 25: 50 µs with them, 38 without).
 */
export const todoJson = jsonWith("t.content");

/** The same without the text of the content: empty where there is one. */
export const bodilessJson = jsonWith("iif(t.content IS NULL, NULL, '')");

function jsonWith(content: string): string {
  return `json_array(t.n, t.id, t.title, ${content}, t.status, t.priority, t.type, t.todo_list_id, t.due_date,
  json(t.assignees), t.capture_id, t.is_archived, t.is_suggested, t.source, t.has_run, t.created_at, t.updated_at, t.redacted, t.last_change,
  CASE WHEN coalesce(${seldom.replace("json(t.schedule_error)", "t.schedule_error")}) IS NOT NULL THEN json_array(${seldom}) END)`;
}

/** A row of the table. Times are milliseconds. */
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
  readonly captureId: string | null;
  readonly isArchived: boolean;
  readonly isSuggested: boolean;
  readonly source: Todo["source"];
  /** An agent has run it, and so it has a latest run. */
  readonly hasRun: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Which texts carry content of captures: 1 the title, 2 the content (redaction.ts). */
  readonly redacted: number;
  /** The newest entry of the journal that is about it; null while there is none since version 40. */
  readonly lastChange: number | null;
  // What most todos leave empty.
  readonly scheduleError: ScheduleError | null;
  readonly retiredAt: number | null;
  readonly retiredBy: string | null;
  readonly retirementRunPolicy: Todo["retirementRunPolicy"];
  readonly rrule: string | null;
  readonly timezone: string | null;
  readonly nextRunAt: number | null;
  readonly lastRunAt: number | null;
  readonly scheduleType: Todo["scheduleType"];
  readonly scheduleStatus: Todo["scheduleStatus"];
  readonly lastNotificationStatus: Todo["lastNotificationStatus"];
  readonly lastNotificationSentAt: number | null;
  readonly minutesSaved: number | null;
  readonly minutesSavedReason: string | null;
  readonly minutesSavedConfidence: Todo["minutesSavedConfidence"];
  readonly completedAt: number | null;
  /** Its place in the order by hand, when somebody has moved it (rank.ts). */
  readonly rank: string | null;
}

const priorities = [null, "low", "medium", "high", "urgent"] as const;

/** How a priority is stored, so that it sorts: 4 urgent to 1 low; null for a missing one. */
export function priorityRank(priority: TodoPriority | null): number | null {
  return priority === null ? null : priorities.indexOf(priority);
}

/** The priority of a rank; null for a missing one. */
export function priorityOf(rank: number | null): TodoPriority | null {
  return rank === null ? null : (priorities[rank] ?? null);
}

/** The row out of one parsed `todoJson`. Written out: copying what is seldom there into each row takes ten times as long. */
export function toTodoRow(columns: readonly unknown[]): TodoRow {
  const rare = (columns[19] ?? nothingRare) as readonly unknown[];
  return {
    n: columns[0] as number,
    id: columns[1] as string,
    title: columns[2] as string | null,
    content: columns[3] as string | null,
    status: columns[4] as TodoStatus,
    priority: priorityOf(columns[5] as number | null),
    type: columns[6] as Todo["type"],
    todoListId: columns[7] as string,
    dueDate: columns[8] as string | null,
    assignees: columns[9] as TodoAssignee[],
    captureId: columns[10] as string | null,
    isArchived: columns[11] === 1,
    isSuggested: columns[12] === 1,
    source: columns[13] as Todo["source"],
    hasRun: columns[14] === 1,
    createdAt: columns[15] as number,
    updatedAt: columns[16] as number,
    redacted: columns[17] as number,
    lastChange: columns[18] as number | null,
    scheduleError: rare[0] as ScheduleError | null,
    retiredAt: rare[1] as number | null,
    retiredBy: rare[2] as string | null,
    retirementRunPolicy: rare[3] as Todo["retirementRunPolicy"],
    rrule: rare[4] as string | null,
    timezone: rare[5] as string | null,
    nextRunAt: rare[6] as number | null,
    lastRunAt: rare[7] as number | null,
    scheduleType: rare[8] as Todo["scheduleType"],
    scheduleStatus: rare[9] as Todo["scheduleStatus"],
    lastNotificationStatus: rare[10] as Todo["lastNotificationStatus"],
    lastNotificationSentAt: rare[11] as number | null,
    minutesSaved: rare[12] as number | null,
    minutesSavedReason: rare[13] as string | null,
    minutesSavedConfidence: rare[14] as Todo["minutesSavedConfidence"],
    completedAt: rare[15] as number | null,
    rank: rare[16] as string | null,
  };
}

const nothingRare = Array.from({ length: 17 }, () => null);

/** The todo of a row, with its latest run. */
export function toTodo(row: TodoRow, latestRun: TodoRun | null): Todo {
  return {
    object: "todo",
    id: row.id,
    title: row.title,
    content: row.content,
    status: row.status,
    priority: row.priority,
    type: row.type,
    todoListId: row.todoListId,
    dueDate: row.dueDate,
    assignees: [...row.assignees],
    captureId: row.captureId,
    isArchived: row.isArchived,
    isSuggested: row.isSuggested,
    source: row.source,
    scheduleError: row.scheduleError,
    retiredAt: row.retiredAt === null ? null : toInstant(row.retiredAt),
    retiredBy: row.retiredBy,
    retirementRunPolicy: row.retirementRunPolicy,
    rrule: row.rrule,
    timezone: row.timezone,
    nextRunAt: row.nextRunAt === null ? null : toInstant(row.nextRunAt),
    lastRunAt: row.lastRunAt === null ? null : toInstant(row.lastRunAt),
    scheduleType: row.scheduleType,
    scheduleStatus: row.scheduleStatus,
    lastNotificationStatus: row.lastNotificationStatus,
    lastNotificationSentAt: row.lastNotificationSentAt === null ? null : toInstant(row.lastNotificationSentAt),
    latestRun,
    minutesSaved: row.minutesSaved,
    minutesSavedReason: row.minutesSavedReason,
    minutesSavedConfidence: row.minutesSavedConfidence,
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
  };
}

/** The current schedule as it is stored, and whether it is paused; null when there is none, or it has ended. */
const schedule = `(SELECT json_array(json(s.schedule), s.state = 'paused', json(s.captures)) FROM series s
  WHERE s.todo_id = t.id AND s.is_current = 1 AND s.state <> 'ended')`;

const image = `SELECT json_array(t.title, t.content, t.status, t.priority, t.type, t.todo_list_id, t.due_date, json(t.assignees),
    t.is_archived, t.is_suggested, json(${schedule})), t.n, t.redacted
  FROM todos t WHERE t.id = ?`;

/** What people and agents set of a todo; `schedule` is the stored form (time/recurrence). */
export const todoRecord: Recorded = {
  kind: "todo",
  table: "todos",
  image(sql, id) {
    const row = sql.get(image, id);
    if (row === undefined) return undefined;
    const [json, n, redacted] = row as readonly [string, number, number];
    const columns = JSON.parse(json) as readonly unknown[];
    const [planned, isPaused, message] = (columns[10] ?? [null, 0, null]) as readonly [unknown, number, unknown];
    return {
      fields: {
        title: columns[0],
        content: columns[1],
        status: columns[2],
        priority: priorityOf(columns[3] as number | null),
        type: columns[4],
        todoListId: columns[5],
        dueDate: columns[6],
        assignees: columns[7],
        isArchived: columns[8] === 1,
        isSuggested: columns[9] === 1,
        schedule: planned,
        schedulePaused: isPaused === 1,
      },
      carried: carriedBy(sql, n, redacted, message as readonly string[] | null),
    };
  },
};

/** The image of a todo that has no schedule, and whose texts carry nothing of captures; undefined for another one. */
export function plainImage(todo: PlainTodo & Partial<Pick<TodoRow, "scheduleType" | "redacted">>): Image | undefined {
  if ((todo.scheduleType ?? null) !== null || (todo.redacted ?? 0) !== 0) return undefined;
  const { title, content, status, priority, type, todoListId, dueDate, assignees, isArchived, isSuggested } = todo;
  return {
    fields: {
      title,
      content,
      status,
      priority,
      type,
      todoListId,
      dueDate,
      assignees,
      isArchived,
      isSuggested,
      schedule: null,
      schedulePaused: false,
    },
    carried: null,
  };
}

type PlainTodo = Pick<
  TodoRow,
  | "title"
  | "content"
  | "status"
  | "priority"
  | "type"
  | "todoListId"
  | "dueDate"
  | "assignees"
  | "isArchived"
  | "isSuggested"
>;

/** What texts and the message of the schedule carry. */
function carriedBy(sql: Sql, n: number, redacted: number, message: readonly string[] | null): readonly string[] | null {
  if (redacted === 0) return message;
  return [...new Set([...capturesOf(sql, [n]), ...(message ?? [])])];
}
