/** What stands on a day: todos of the page that are due, done ones that the service has, and what schedules ran or will run. */
import { onceADay } from "../../../client/once-a-day.ts";
import type { CalendarEntry } from "../../../schema/calendar.ts";
import type { TodoRow } from "../../store/todo.ts";

export interface Entry {
  readonly key: string;
  readonly kind: "due" | "occurrence";
  readonly todoId: string;
  readonly title: string | null;
  readonly date: string;
  /** When a schedule runs; null for what is due on the day, at no hour. */
  readonly at: string | null;
  readonly status: CalendarEntry["status"];
  readonly reason: CalendarEntry["reason"];
  readonly waitedFor: CalendarEntry["waitedFor"];
  /** Of a schedule's time that has come, or is the next. */
  readonly occurrenceId: string | null;
  readonly chatId: string | null;
  readonly agentId: string | null;
}

/** Whether it should have run, and did not. */
export function didNotRun({ status }: Pick<Entry, "status">): boolean {
  return status === "missed" || status === "skipped" || status === "failed" || status === "cancelled";
}

/** Whether it is a todo that can be selected, and dragged to another day. */
export function isMovable({ kind, status }: Pick<Entry, "kind" | "status">): boolean {
  return kind === "due" && status !== "done";
}

/** By their days: what is due at no hour first, then by time. What is due and comes again on a day stands there once. */
export function byDay(
  todos: readonly TodoRow[],
  read: readonly CalendarEntry[],
): ReadonlyMap<string, readonly Entry[]> {
  const known = new Set(todos.map(({ id }) => id));
  const others = read.filter(({ kind, todoId }) => kind !== "due" || !known.has(todoId));
  return Map.groupBy(onceADay([...todos.flatMap(ofTodo), ...others.map(ofRead)]), ({ date }) => date);
}

function ofTodo({ id, title, status, dueDate, assignees }: TodoRow): Entry[] {
  if (dueDate === null) return [];
  const agentId = assignees.find(({ type }) => type === "agent")?.id ?? null;
  const nothing = { at: null, reason: null, waitedFor: null, occurrenceId: null, chatId: null };
  return [{ key: id, kind: "due", todoId: id, title, date: dueDate, status, agentId, ...nothing }];
}

function ofRead(entry: CalendarEntry): Entry {
  return { ...entry, key: `${entry.todoId} ${entry.at ?? ""}` };
}
