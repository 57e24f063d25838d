/** Many todos made at once: as few requests as can be, and one step that takes all of them back. */
import type { Client } from "../../client/types.ts";
import { words } from "../words/index.ts";
import { changeMany } from "./change-many.ts";
import { persistently } from "./retry.ts";
import type { Store } from "./store.ts";
import { toRow } from "./todo.ts";

export type TodoDraft = Parameters<Client["batchCreateTodos"]>[0]["data"][number];

/** So many as one request makes. */
const most = 50;

/** `onMade` is called with how many of them there are by then. Rejects with the refusal; what was made before it stays, and can be taken back. */
export async function createMany(
  store: Store,
  drafts: readonly TodoDraft[],
  onMade: (count: number) => void = () => undefined,
): Promise<void> {
  const { ports, client, actions } = store;
  const made: string[] = [];
  try {
    while (made.length < drafts.length) {
      const data = drafts.slice(made.length, made.length + most);
      const idempotencyKey = ports.newKey();
      const answer = await persistently(ports, () => client.batchCreateTodos({ data }, { idempotencyKey }));
      for (const todo of answer.data) actions.changes.take(todo.id, store.todos.get(todo.id) ?? toRow(todo));
      made.push(...answer.data.map(({ id }) => id));
      onMade(made.length);
    }
  } finally {
    if (made.length > 0) addStep(store, made);
  }
}

function addStep(store: Store, ids: readonly string[]): void {
  const { ports, client, actions, undo, notices } = store;
  const label = words.aboutMany(words.done.added, ids.length);
  const set = (isArchived: boolean) => () => {
    const wanted = ids.map((todoId) => ({ todoId, fields: { isArchived }, seen: { isArchived: !isArchived } }));
    return changeMany({ ports, client, changes: actions.changes }, wanted);
  };
  undo.add({ label, undo: set(true), redo: set(false) });
  notices.show({ text: label, isProblem: false, action: actions.undoAction() });
}
