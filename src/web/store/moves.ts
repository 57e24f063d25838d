/** The order by hand: shown at once where it was dropped, sent in the background, taken back by one key. */
import { persistently } from "./retry.ts";
import type { Store } from "./store.ts";
import { toRow, type TodoRow } from "./todo.ts";
import type { TodoFields } from "./todo-actions.ts";

/** What a todo becomes, and after which other one it comes to stand; null for the top. */
export interface Move {
  readonly fields: TodoFields;
  /** After which one it stands now. */
  readonly before: string | null;
  readonly after: string | null;
  /** What is said of it. */
  readonly label: string;
}

/** Moves a todo from one place to another. */
export function moveTodo(store: Store, todo: TodoRow, { fields, before, after, label }: Move): void {
  const were = Object.fromEntries(Object.keys(fields).map((name) => [name, todo[name as keyof TodoRow]]));
  const go = (to: TodoFields, afterId: string | null) => () => send(store, todo.id, to, afterId);
  store.actions.run({
    label: store.actions.labelOf(label, [todo.id]),
    redo: go(fields, after),
    undo: go(were, before),
  });
}

/** State and list go with the move; what else changes is sent before it. */
async function send({ ports, client, todos, actions }: Store, id: string, fields: TodoFields, after: string | null) {
  const rank = after === null ? "" : `${todos.get(after)?.rank ?? ""}\u0001`;
  const { status, todoListId, ...others } = fields;
  const change = {
    todoId: id,
    after,
    ...(status !== undefined && { status }),
    ...(todoListId !== undefined && { todoListId }),
  };
  const update = () => client.updateTodo({ todoId: id, ...others });
  await actions.changes.write(id, {
    fields: { ...fields, rank } as Partial<TodoRow>,
    send: async () => {
      // Adding an agent starts it: what was lost on the way may have begun already.
      if (others.assignees !== undefined) await update();
      else if (Object.keys(others).length > 0) await persistently(ports, update);
      return toRow(await persistently(ports, () => client.moveTodo(change)));
    },
  });
}
