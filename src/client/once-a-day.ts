/** A todo that is due and comes again on the same day stands there once. */
import type { CalendarEntry } from "../schema/calendar.ts";

type Entry = Pick<CalendarEntry, "kind" | "date" | "at" | "todoId" | "status" | "reason" | "chatId">;

/**
 * Entries of a calendar as people read them, in their order. What is due has the hour at which it comes again that day; where that time
 * says more, such as that an agent worked on it, or why it did not, that entry stands alone.
 */
export function onceADay<E extends Entry>(entries: readonly E[]): readonly E[] {
  const ofDay = Map.groupBy(entries, ({ date, todoId }) => `${date} ${todoId}`);
  return entries.flatMap((entry) => {
    const [due, ...times] = (ofDay.get(`${entry.date} ${entry.todoId}`) ?? []).toSorted(dueFirst);
    if (due?.kind !== "due" || times.length === 0) return [entry];
    const same = times.find(saysOnlyWhen);
    if (entry === due) return [];
    return [entry === same ? { ...due, at: same.at } : entry];
  });
}

function dueFirst(left: Entry, right: Entry): number {
  return Number(right.kind === "due") - Number(left.kind === "due");
}

/** It is still to come; or it came to people, for whom the todo says what became of it. */
function saysOnlyWhen({ status, reason, chatId }: Entry): boolean {
  if (reason !== null) return false;
  return status === "scheduled" || (status === "completed" && chatId === null);
}
