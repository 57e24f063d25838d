/** The workspace as it was at one moment: read from the service in pages, and held on the device for an instant start. */
import type { Client } from "../../client/types.ts";
import type { Agent } from "../../schema/agent.ts";
import type { TodoList } from "../../schema/todo-list.ts";
import { fromSnapshot, toTable, type TodoRow, type TodoTable } from "./todo.ts";

export interface Snapshot {
  readonly todos: readonly TodoRow[];
  readonly lists: readonly TodoList[];
  readonly agents: readonly Agent[];
  readonly members: readonly { readonly id: string; readonly email: string; readonly name: string }[];
}

/** The workspace as it is now, and the cursor from which the feed reports what changed since. */
export async function readSnapshot(client: Client): Promise<Snapshot & { readonly changesCursor: string }> {
  const first = await client.getSnapshot({});
  const todos = fromSnapshot(first.todos);
  let page = first;
  while (page.nextCursor !== null) {
    page = await client.getSnapshot({ cursor: page.nextCursor });
    for (const todo of fromSnapshot(page.todos)) todos.push(todo);
  }
  const { todoLists: lists, agents, members } = first;
  return { todos, lists, agents, members, changesCursor: page.changesCursor };
}

/** What a device stores: of one person and workspace. */
export interface StoredSnapshot extends Omit<Snapshot, "todos"> {
  readonly owner: string;
  readonly todos: TodoTable;
}

/** What may be stored on a device: nothing that is on its way to the service, and nothing that a capture gave rise to. */
export function toStored(owner: string, { todos, ...rest }: Snapshot): StoredSnapshot {
  const stored = todos.filter(
    (todo) => !todo.isArchived && !todo.isNew && !todo.isSuggested && todo.captureId === null,
  );
  return { owner, ...rest, todos: toTable(stored) };
}

export function fromStored({ todos, lists, agents, members }: StoredSnapshot): Snapshot {
  return { todos: fromSnapshot(todos), lists, agents, members };
}
