/** What an import would do, as the service sees it: what is new, what is here already, what it does not take. */
import { fitted, listsLeftOut } from "./fitting.ts";
import { type Maker, type Parcel, parcelOf, type Shaped, withoutSchedule } from "./shape.ts";
import { type ListOutcome, type Reason, type Sender, send, type TodoOutcome } from "./send.ts";

export interface Planned {
  readonly parcel: Parcel;
  readonly result: TodoOutcome["result"];
  /** Why it is skipped; null otherwise. */
  readonly why: TodoOutcome["reason"];
}

/** What becomes of a list; `skipped`: the workspace does not take it. */
export interface PlannedList {
  readonly externalId: string;
  readonly result: ListOutcome["result"] | "skipped";
}

export interface Plan {
  readonly lists: readonly PlannedList[];
  readonly todos: readonly Planned[];
}

/** Asks the service about all of it, and writes nothing. What it would refuse a whole request for is left out. */
export async function plan(sender: Sender, { lists, parcels }: Shaped, maker: Maker): Promise<Plan> {
  const left = await listsLeftOut(sender, lists);
  const whyNot = ({ list }: Parcel): Reason | null => (list === null ? null : (left.get(list) ?? null));
  const asked: Parcel[] = [];
  for (const parcel of parcels) if (whyNot(parcel) === null) asked.push(await fitted(maker, parcel));
  const outcomes = await send(
    sender,
    lists.filter((list) => !left.has(list)),
    asked,
    true,
  );
  const todos: Planned[] = [];
  for (const [index, parcel] of asked.entries()) {
    const outcome = outcomes.todos[index] as TodoOutcome;
    todos.push(await judge(maker, parcel, outcome));
    for (const late of await lateParts(maker, parcel, outcome)) {
      const why = whyNot(late);
      todos.push({ parcel: await fitted(maker, late), result: why === null ? "created" : "skipped", why });
    }
  }
  for (const parcel of parcels) {
    const why = whyNot(parcel);
    if (why !== null) todos.push({ parcel, result: "skipped", why });
  }
  const skipped = [...left.keys()].map(({ externalId }) => ({ externalId, result: "skipped" as const }));
  return { lists: [...outcomes.lists, ...skipped], todos };
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
