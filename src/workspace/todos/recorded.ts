/** A todo as the journal reads it. */
import type { Image, Recorded, Sql } from "../protocol/sql.ts";
import { capturesOf } from "./redaction.ts";
import { priorityOf, type TodoRow } from "./row.ts";

/** The current schedule as it is stored, and whether it is paused; null when there is none, or it has ended. */
const schedule = `(SELECT json_array(json(s.schedule), s.state = 'paused', json(s.captures)) FROM series s
  WHERE s.todo_id = t.id AND s.is_current = 1 AND s.state <> 'ended')`;

const image = `SELECT json_array(t.title, t.content, t.status, t.priority, t.type, t.todo_list_id, t.due_date, json(t.assignees),
    t.is_archived, t.is_suggested, json(${schedule})), t.n, t.redacted
  FROM todos t WHERE t.id = ?`;

/** What people and agents set of a todo; `schedule` is the stored form (time/recurrence). */
export const todoRecord: Recorded = {
  kind: "todo",
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
  const texts = { title, content, status, priority, type, todoListId, dueDate, assignees };
  return { fields: { ...texts, isArchived, isSuggested, schedule: null, schedulePaused: false }, carried: null };
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
