/** What an import would do, as the service sees it: what is new, what is here already, what it does not take. */
import { fitted, listsLeftOut, madeOnce } from "./fitting.ts";
import { type Maker, type Parcel, parcelOf, type Shaped, withoutSchedule } from "./shape.ts";
import { type ListOutcome, type Sender, send, type TodoOutcome } from "./send.ts";

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
  const todos = await planTodos(sender, parcels, maker);
  const homes = new Set(todos.filter(({ result }) => result === "created").map(({ parcel }) => parcel.list));
  const left = await listsLeftOut(sender, lists, homes);
  const taken = lists.filter((list) => !left.has(list));
  const outcomes = await send(sender, taken, [], true);
  const skipped = [...left.keys()].map(({ externalId }) => ({ externalId, result: "skipped" as const }));
  return {
    lists: [...madeOnce(taken, outcomes.lists), ...skipped],
    todos: todos.map((one) => {
      const why = one.result === "created" && one.parcel.list !== null ? left.get(one.parcel.list) : undefined;
      return why === undefined ? one : { ...one, result: "skipped", why };
    }),
  };
}

/** What would become of the todos, if all their lists had room. */
async function planTodos(sender: Sender, parcels: readonly Parcel[], maker: Maker): Promise<Planned[]> {
  const asked: Parcel[] = [];
  for (const parcel of parcels) asked.push(await fitted(maker, parcel));
  const outcomes = await send(sender, [], asked.map(homeless), true);
  const todos: Planned[] = [];
  for (const [index, parcel] of asked.entries()) {
    const outcome = outcomes.todos[index] as TodoOutcome;
    todos.push(await judge(maker, parcel, outcome));
    for (const late of await lateParts(maker, parcel, outcome))
      todos.push({ parcel: await fitted(maker, late), result: "created", why: null });
  }
  return todos;
}

function homeless(parcel: Parcel): Parcel {
  const { todoListExternalId: _, ...todo } = parcel.todo;
  return { ...parcel, todo, list: null };
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
