/** What an empty day has to say of the next one: what is due, and what comes again at an hour. */
import type { CalendarEntry } from "../../../schema/calendar.ts";
import { byDay, type TodoRow } from "../../store/todo.ts";

/** The instants at which todos come again tomorrow, by their ids. */
export type Hours = ReadonlyMap<string, string>;

/** Of a todo that comes several times the first. The entries are in the order of time. */
export function hoursOf(entries: readonly CalendarEntry[]): Hours {
  const coming = entries.filter(
    ({ kind, status, reason }) => kind === "occurrence" && status === "scheduled" && reason !== "paused",
  );
  return new Map(coming.toReversed().map(({ todoId, at }) => [todoId, at ?? ""]));
}

/** Whether it is due from tomorrow on, or comes again then. */
export function comesNext(
  { id, isArchived, isSuggested, status, dueDate }: TodoRow,
  tomorrow: string,
  hours: Hours,
): boolean {
  if (isArchived || isSuggested || status !== "ready") return false;
  return hours.has(id) || (dueDate !== null && dueDate >= tomorrow);
}

/** By day; of a day what has no hour first, then by hour. */
export function nextFirst(tomorrow: string, hours: Hours): (left: TodoRow, right: TodoRow) => number {
  const when = ({ id, dueDate }: TodoRow): string => (hours.has(id) ? `${tomorrow} ${hours.get(id)}` : (dueDate ?? ""));
  return (left, right) => when(left).localeCompare(when(right)) || byDay(left, right);
}
