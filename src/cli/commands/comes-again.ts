/** What comes again on a day: the times of schedules that are still to be done, a todo once. */
import type { ListedOccurrence } from "../../schema/calendar.ts";
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import type { Api } from "../session/api.ts";

/** The occurrences of the day on which this moment is here, the soonest first: those that came for people and are not ticked off, and those to come. */
export async function comingOn(api: Api, moment: number): Promise<readonly ListedOccurrence[]> {
  const [begins, ends] = [new Date(moment), new Date(moment)];
  begins.setHours(0, 0, 0, 0);
  ends.setHours(24, 0, 0, 0);
  const asked = { from: begins.toISOString(), to: ends.toISOString(), limit: 100 };
  const newestFirst: ListedOccurrence[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const more = cursor === undefined ? {} : { cursor };
    const page = (await api.call(operationById("listAllOccurrences"), { ...asked, ...more })) as Page;
    newestFirst.push(...page.data);
    cursor = page.nextCursor;
  }
  const ofTodo = Map.groupBy(newestFirst, ({ todoId }) => todoId);
  const open = [...ofTodo.values()].flatMap(openOf).toSorted(byTime);
  const isDone = await Promise.all(open.map(async (one) => isForPeople(one) && isTodoDone(api, one)));
  return open.filter((_, index) => isDone[index] !== true);
}

/** What has come for people stays open in the list of times when the todo itself is done. */
async function isTodoDone(api: Api, { todoId }: ListedOccurrence): Promise<boolean> {
  const todo = (await api.call(operationById("getTodo"), { todoId })) as OutputOf<"getTodo">;
  return todo.status === "done";
}

type Page = OutputOf<"listAllOccurrences">;

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

function isForPeople({ status, runId, agentId, completedBy }: ListedOccurrence): boolean {
  return (status === "completed" || status === "missed") && agentId === null && runId === null && completedBy === null;
}

function byTime(left: ListedOccurrence, right: ListedOccurrence): number {
  return left.scheduledFor < right.scheduledFor ? -1 : Number(left.scheduledFor > right.scheduledFor);
}
