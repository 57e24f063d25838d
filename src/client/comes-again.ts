/** What comes again on a day: the times of schedules that are still to be done, a todo once. */
import type { ListedOccurrence } from "../schema/calendar.ts";

/** Of all times of a day, the newest first: those that came for people and are not ticked off, and those to come; the soonest first. */
export function stillToDo(newestFirst: readonly ListedOccurrence[]): readonly ListedOccurrence[] {
  const ofTodo = Map.groupBy(newestFirst, ({ todoId }) => todoId);
  return [...ofTodo.values()].flatMap(openOf).toSorted(byTime);
}

/** Of the times of one todo that which counts: the one that has come, while nobody has finished it, else the next. */
function openOf(newestFirst: readonly ListedOccurrence[]): readonly ListedOccurrence[] {
  const hasCome = newestFirst.find(({ status }) => status !== "scheduled");
  const next = newestFirst.find(({ status, reason }) => status === "scheduled" && reason !== "paused");
  const open = hasCome !== undefined && isOpen(hasCome) ? hasCome : next;
  return open === undefined ? [] : [open];
}

/** It waits or is being worked on; or it came to people, for whom it is over when somebody says so. */
function isOpen(one: ListedOccurrence): boolean {
  return one.status === "queued" || one.status === "running" || isForPeople(one);
}

/** Whether it came to people, and nobody has ticked it off. It stays open in the list of times when the todo itself is done. */
export function isForPeople({ status, runId, agentId, completedBy }: ListedOccurrence): boolean {
  return (status === "completed" || status === "missed") && agentId === null && runId === null && completedBy === null;
}

function byTime(left: ListedOccurrence, right: ListedOccurrence): number {
  return left.scheduledFor < right.scheduledFor ? -1 : Number(left.scheduledFor > right.scheduledFor);
}
