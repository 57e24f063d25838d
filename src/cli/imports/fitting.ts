/** What the service would refuse a whole request for, found before it is sent: schedules of another shape, lists too many. */
import { safeParse } from "valibot";
import { limits } from "../../schema/limits.ts";
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import { scheduleInput } from "../../schema/schedule.ts";
import { Refused } from "../ports/failure.ts";
import { type ListOutcome, type Reason, type Sender, send } from "./send.ts";
import { type Maker, type Parcel, type WireList, withoutSchedule } from "./shape.ts";

/** The todo without a schedule that no request may have, such as one of a rule that is too long. */
export async function fitted(maker: Maker, parcel: Parcel): Promise<Parcel> {
  const { issues } = safeParse(scheduleInput, parcel.todo.schedule ?? {});
  return issues === undefined ? parcel : withoutSchedule(maker, parcel, issues[0].message);
}

const mostLists = limits.todoLists.workspace.max;

/** The lists that the workspace has no room for, with the reason. */
export async function listsLeftOut(sender: Sender, lists: readonly WireList[]): Promise<ReadonlyMap<WireList, Reason>> {
  const { data } = (await sender.api.call(operationById("listTodoLists"))) as OutputOf<"listTodoLists">;
  const room = Math.max(0, mostLists - data.length);
  // Where all have room, whatever they are, there is nothing to ask.
  const outcomes = lists.length <= room ? [] : await ask(sender, lists);
  const isNew = (_: WireList, at: number): boolean => at < outcomes.length && outcomes[at]?.result !== "unchanged";
  return new Map(
    lists
      .filter(isNew)
      .slice(room)
      .map((list) => [list, noRoom(list)]),
  );
}

/** What would become of each list if it came without the others; null for one that is refused. Refused together, they are asked about in halves. */
async function ask(sender: Sender, lists: readonly WireList[]): Promise<readonly (ListOutcome | null)[]> {
  try {
    return (await send(sender, lists, [], true)).lists;
  } catch (error) {
    if (!(error instanceof Refused) || error.error.code !== "validation_failed") throw error;
  }
  if (lists.length === 1) return [null];
  const middle = Math.ceil(lists.length / 2);
  return [...(await ask(sender, lists.slice(0, middle))), ...(await ask(sender, lists.slice(middle)))];
}

function noRoom({ name }: WireList): Reason {
  const message = `A workspace has at most ${mostLists} todo lists, and ${name} would be one more: archive some first.`;
  return { code: "validation_failed", message, param: null };
}
