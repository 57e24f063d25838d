/** What stands on a day: todos of the page that are due, done ones that the service has, and what schedules ran or will run. */
import type { CalendarEntry } from "../../../schema/calendar.ts";
import type { TodoRow } from "../../store/todo.ts";

export interface Entry {
  readonly key: string;
  readonly kind: "due" | "occurrence";
  readonly todoId: string;
  readonly title: string | null;
  /** When a schedule runs; null for what is due on the day. */
  readonly at: string | null;
  readonly status: CalendarEntry["status"];
  readonly reason: CalendarEntry["reason"];
  readonly chatId: string | null;
  readonly agentId: string | null;
}

/** Whether it should have run, and did not. */
export function didNotRun({ status }: Pick<Entry, "status">): boolean {
  return status === "missed" || status === "skipped" || status === "failed" || status === "cancelled";
}

/** By their days: what is due first, then by time. */
export function byDay(
  todos: readonly TodoRow[],
  read: readonly CalendarEntry[],
): ReadonlyMap<string, readonly Entry[]> {
  const days = new Map<string, Entry[]>();
  const add = (day: string, entry: Entry): void => void days.set(day, [...(days.get(day) ?? []), entry]);
  const known = new Set(todos.map(({ id }) => id));
  for (const todo of todos) if (todo.dueDate !== null) add(todo.dueDate, ofTodo(todo));
  for (const one of read) {
    if (one.kind === "due" && known.has(one.todoId)) continue;
    const { kind, date, at, todoId, title, status, reason, chatId, agentId } = one;
    add(date, { key: `${todoId} ${at ?? ""}`, kind, at, todoId, title, status, reason, chatId, agentId });
  }
  return days;
}

function ofTodo({ id, title, status, assignees }: TodoRow): Entry {
  const agentId = assignees.find(({ type }) => type === "agent")?.id ?? null;
  return { key: id, kind: "due", todoId: id, title, at: null, status, reason: null, chatId: null, agentId };
}
