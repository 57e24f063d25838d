/** The order by hand: shown at once where it was dropped, sent in the background, taken back by one key. */
import { words } from "../words/index.ts";
import { persistently } from "./retry.ts";
import type { Store } from "./store.ts";
import { toRow, type TodoRow } from "./todo.ts";

export interface Place {
  readonly status: TodoRow["status"];
  /** The todo that it comes after; null for the top. */
  readonly after: string | null;
}

/** Moves a todo from one place to another. */
export function moveTodo(store: Store, id: string, from: Place, to: Place): void {
  const what = from.status === to.status ? words.board.ordered : words.statuses[to.status];
  const go = (place: Place) => () => send(store, id, place);
  store.actions.run({ label: store.actions.labelOf(what, [id]), redo: go(to), undo: go(from) });
}

async function send({ ports, client, todos, actions }: Store, id: string, { status, after }: Place): Promise<void> {
  const rank = after === null ? "" : `${todos.get(after)?.rank ?? ""}\u0001`;
  const isOther = todos.get(id)?.status !== status;
  const change = { todoId: id, after, ...(isOther && { status }) };
  await actions.changes.write(id, {
    fields: { status, rank },
    send: async () => toRow(await persistently(ports, () => client.moveTodo(change))),
  });
}
