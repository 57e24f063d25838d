/** What the service would refuse a whole request for, found before it is sent: schedules of another shape, lists too many. */
import { safeParse } from "valibot";
import { fold } from "../../schema/fold.ts";
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

/** The name as the service compares it: lists of one name are one. */
const keyOf = ({ name }: WireList): string => fold(name.trim());

/** The lists that the workspace has no room for, with the reason; `homes`: those that new todos come into. */
export async function listsLeftOut(
  sender: Sender,
  lists: readonly WireList[],
  homes: ReadonlySet<WireList | null>,
): Promise<ReadonlyMap<WireList, Reason>> {
  const { data } = (await sender.api.call(operationById("listTodoLists"))) as OutputOf<"listTodoLists">;
  const room = Math.max(0, mostLists - data.length);
  // Where all have room, whatever they are, there is nothing to ask.
  if (lists.length <= room) return new Map();
  const outcomes = await ask(sender, lists);
  const names = new Set(data.map((list) => fold(list.name)));
  const active = new Set(data.map(({ id }) => id));
  const made = lists.filter((list, at) => {
    const { result, todoListId = null } = outcomes[at] ?? {};
    if (names.has(keyOf(list))) return false;
    if (result !== "unchanged" || todoListId === null) return true;
    // It was archived since it was imported: the first new todo in it makes it again.
    return !active.has(todoListId) && homes.has(list);
  });
  const tooMany = new Set([...new Set(made.map(keyOf))].slice(room));
  return new Map(made.filter((list) => tooMany.has(keyOf(list))).map((list) => [list, noRoom(list)]));
}

/** What would become of lists that several requests asked about: each of them would make those of one name once more. */
export function madeOnce(lists: readonly WireList[], outcomes: readonly ListOutcome[]): readonly ListOutcome[] {
  const made = new Set<string>();
  return outcomes.map((outcome, at) => {
    if (outcome.result !== "created") return outcome;
    const key = keyOf(lists[at] as WireList);
    if (made.has(key)) return { ...outcome, result: "unchanged" };
    made.add(key);
    return outcome;
  });
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
