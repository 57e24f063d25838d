/** The order by hand: shown at once where it was dropped, sent in the background, taken back by one key. */
import { DayshiftError } from "../../client/errors.ts";
import { takeNewer } from "./change-many.ts";
import { Crossed, isCrossed, MovedElsewhere } from "./crossed.ts";
import { persistently } from "./retry.ts";
import { saveFields } from "./save-fields.ts";
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

/** Where the person saw the todo; without a rank where this page has not heard of it yet. */
interface Spot {
  readonly fields: TodoFields;
  rank: string | undefined;
}

/** Ends the rank of a todo until the service says its own: behind the todo that it was dropped after, and before any other. */
const provisional = "\u0001";

/**
 * The ranks that this page has given, by todo and rank, and which earlier one each stands for: a todo that is put back is not where it was
 * by its rank, and steps before that one are taken back all the same.
 */
const standsFor = new WeakMap<Store, Map<string, string>>();

function earliest(store: Store, id: string, rank: string | undefined): string | undefined {
  return rank === undefined ? undefined : (standsFor.get(store)?.get(`${id} ${rank}`) ?? rank);
}

function remember(store: Store, id: string, rank: string | undefined, as: string | undefined): void {
  if (rank === undefined || as === undefined) return;
  const known = standsFor.get(store) ?? new Map<string, string>();
  standsFor.set(store, known.set(`${id} ${rank}`, as));
}

/** Moves a todo from one place to another, unless somebody else has moved or changed it in the meantime. */
export function moveTodo(store: Store, todo: TodoRow, move: Move): void {
  store.actions.onceMade([todo.id, move.before, move.after], ([id, before = null, after = null]) => {
    moveMade(store, store.todos.get(id ?? "") ?? todo, { ...move, before, after });
  });
}

function moveMade(store: Store, todo: TodoRow, { fields, before, after, label }: Move): void {
  const were = Object.fromEntries(Object.keys(fields).map((name) => [name, todo[name as keyof TodoRow]]));
  const from: Spot = { fields: were, rank: todo.rank?.endsWith(provisional) === true ? undefined : todo.rank };
  const into: Spot = { fields, rank: undefined };
  const go = (seen: Spot, to: Spot, afterId: string | null) => async () => {
    const rank = `${afterId === null ? "" : (store.todos.get(afterId)?.rank ?? "")}${provisional}`;
    await store.actions.changes.write(todo.id, {
      fields: { ...to.fields, rank } as Partial<TodoRow>,
      async send() {
        const moved = await send(store, todo.id, { to: to.fields, after: afterId, seen });
        // Before the next write of this todo is sent, which may take this one back.
        to.rank ??= moved.rank;
        remember(store, todo.id, moved.rank, earliest(store, todo.id, to.rank));
        return moved;
      },
    });
  };
  store.actions.run({
    label: store.actions.labelOf(label, [todo.id]),
    redo: go(from, into, after),
    undo: go(into, from, before),
  });
}

interface Sent {
  readonly to: TodoFields;
  readonly after: string | null;
  readonly seen: Spot;
}

/** State and list go with the move; what else changes is sent before it. */
async function send(store: Store, id: string, { to, after, seen }: Sent): Promise<TodoRow> {
  const { ports, client, actions } = store;
  let now = actions.changes.truthOf(id);
  seen.rank ??= now?.rank;
  const isThere = earliest(store, id, now?.rank) === earliest(store, id, seen.rank);
  const rank = isThere ? now?.rank : seen.rank;
  const { status, todoListId, ...others } = to;
  if (now !== undefined) refuseCrossed(now, { to, after, seen });
  if (now !== undefined && Object.keys(others).length > 0)
    now = toRow(await saveFields({ ports, client }, id, { ...seen.fields, updatedAt: now.updatedAt }, others));
  for (;;) {
    const change = {
      todoId: id,
      after,
      ...(status !== undefined && { status }),
      ...(todoListId !== undefined && { todoListId }),
      ...(now !== undefined && { expectedUpdatedAt: now.updatedAt }),
      ...(rank !== undefined && { expectedRank: rank }),
    };
    try {
      const idempotencyKey = ports.newKey();
      return toRow(await persistently(ports, () => client.moveTodo(change, { idempotencyKey })));
    } catch (error) {
      if (!(error instanceof DayshiftError) || error.code !== "resource_conflict") throw error;
      if (error.param === "expectedRank") throw new MovedElsewhere();
      if (error.param !== "expectedUpdatedAt") throw error;
      now = toRow(await persistently(ports, () => client.getTodo({ todoId: id })));
      takeNewer(actions.changes, now);
      refuseCrossed(now, { to, after, seen });
    }
  }
}

/** Throws where somebody else set another value than was seen. */
function refuseCrossed(now: TodoRow, { to, seen }: Sent): void {
  if (isCrossed(now, seen.fields, to)) throw new Crossed(now, to);
}
