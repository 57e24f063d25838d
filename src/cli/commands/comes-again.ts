/** What comes again on a day, read page by page. */
import { isForPeople, stillToDo } from "../../client/comes-again.ts";
import { dayAround } from "../../client/spoken/clock.ts";
import type { ListedOccurrence } from "../../schema/calendar.ts";
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import type { Api } from "../session/api.ts";

/** The occurrences of the day on which this moment is in that zone, the soonest first: those that came for people and are not ticked off, and those to come. */
export async function comingOn(api: Api, moment: number, timezone: string): Promise<readonly ListedOccurrence[]> {
  const asked = { ...dayAround(moment, timezone), limit: 100 };
  const newestFirst: ListedOccurrence[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const more = cursor === undefined ? {} : { cursor };
    const page = (await api.call(operationById("listAllOccurrences"), { ...asked, ...more })) as Page;
    newestFirst.push(...page.data);
    cursor = page.nextCursor;
  }
  const open = stillToDo(newestFirst);
  const isDone = await Promise.all(open.map(async (one) => isForPeople(one) && isTodoDone(api, one)));
  return open.filter((_, index) => isDone[index] !== true);
}

async function isTodoDone(api: Api, { todoId }: ListedOccurrence): Promise<boolean> {
  const todo = (await api.call(operationById("getTodo"), { todoId })) as OutputOf<"getTodo">;
  return todo.status === "done";
}

type Page = OutputOf<"listAllOccurrences">;
