/** Fields of a list are written over the values that the person saw, and over no others. */
import type { TodoList } from "../../schema/todo-list.ts";
import { Crossed, isCrossed } from "./crossed.ts";
import type { Store } from "./store.ts";

export type ListFields = Readonly<Partial<Pick<TodoList, "name" | "color">>>;

/** Writes those that differ from what was `seen`. Rejects with `Crossed`, which has theirs, or with the refusal. */
export async function saveList({ client, lists }: Store, seen: TodoList, wanted: ListFields): Promise<void> {
  const names = (["name", "color"] as const).filter((name) => name in wanted && wanted[name] !== seen[name]);
  if (names.length === 0) return;
  const fields = Object.fromEntries(names.map((name) => [name, wanted[name]]));
  // A list has no version to write over: it is read right before.
  const now = await client.getTodoList({ todoListId: seen.id });
  lists.put(now);
  if (isCrossed(now, seen, fields)) throw new Crossed(now, fields);
  lists.put(await client.updateTodoList({ todoListId: seen.id, ...fields }));
}
