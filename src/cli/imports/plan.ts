/** What an import would do, as the service sees it: what is new, what is here already, what it does not take. */
import { type Maker, type Parcel, parcelOf, type Shaped, withoutSchedule } from "./shape.ts";
import { type ListOutcome, type Sender, send, type TodoOutcome } from "./send.ts";

export interface Planned {
  readonly parcel: Parcel;
  readonly result: TodoOutcome["result"];
  /** Why it is skipped; null otherwise. */
  readonly why: TodoOutcome["reason"];
}

export interface Plan {
  readonly lists: readonly ListOutcome[];
  readonly todos: readonly Planned[];
}

/** Asks the service about all of it, and writes nothing. */
export async function plan(sender: Sender, { lists, parcels }: Shaped, maker: Maker): Promise<Plan> {
  const outcomes = await send(sender, lists, parcels, true);
  const todos: Planned[] = [];
  for (const [index, parcel] of parcels.entries()) {
    const outcome = outcomes.todos[index] as TodoOutcome;
    todos.push(await judge(maker, parcel, outcome));
    for (const late of await lateParts(maker, parcel, outcome))
      todos.push({ parcel: late, result: "created", why: null });
  }
  return { lists: outcomes.lists, todos };
}

/** A schedule that the service refuses does not keep the todo from coming. */
async function judge(maker: Maker, parcel: Parcel, { result, reason }: TodoOutcome): Promise<Planned> {
  const isSchedule = reason?.param?.startsWith("schedule") ?? false;
  if (!isSchedule) return { parcel, result, why: reason };
  return { parcel: await withoutSchedule(maker, parcel, reason?.message ?? ""), result: "created", why: null };
}

/** Parts that were added to a task after it was imported: its body is not touched any more, so they become todos. */
async function lateParts(maker: Maker, parcel: Parcel, { newIncludes }: TodoOutcome): Promise<Parcel[]> {
  const left = new Set(newIncludes);
  const late: Parcel[] = [];
  for (const [id, tree] of parcel.parts) {
    if (!left.has(id) || tree.draft.status === "done") continue;
    const made = await parcelOf(maker, tree, parcel.tree.draft.title);
    for (const inside of made.parts.keys()) left.delete(inside);
    late.push(made);
  }
  return late;
}
