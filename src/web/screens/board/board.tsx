/** Todos in columns by their state, in the order that people give them: dragged, by keys, or by the menu of a card. */
import { useEffect, useState } from "preact/hooks";
import { goOver } from "../../base/routes.ts";
import { targets } from "../../parts/ui.ts";
import { useKeys, useStore, useView } from "../../parts/use.ts";
import { moveTodo } from "../../store/moves.ts";
import { byChange, byRank, toRow, type TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";
import { todoKeys } from "../../parts/todo-keys.ts";
import { Column } from "./column.tsx";
import { type Spot, spotOf, step, whereTo } from "./spots.ts";

export const statuses = ["ready", "in_progress", "done"] as const;

export interface BoardProps {
  readonly label: string;
  /** Which todos, whatever their state. */
  readonly test: (todo: TodoRow) => boolean;
  readonly given: readonly unknown[];
  readonly listId: string | null;
}

export function Board({ label, test, given, listId }: BoardProps) {
  const store = useStore();
  const { todos } = store;
  useDone(listId);
  const inState = (status: TodoRow["status"]) => (todo: TodoRow) => todo.status === status && test(todo);
  const columns = [
    useView(todos, { test: inState("ready"), compare: byRank }, given).rows,
    useView(todos, { test: inState("in_progress"), compare: byRank }, given).rows,
    useView(todos, { test: inState("done"), compare: byChange }, given).rows,
  ];
  const [currentId, setCurrentId] = useState<string | null>(null);
  const spot = spotOf(columns, currentId);
  const ids = spot === null || currentId === null ? [] : [currentId];
  useEffect(() => {
    targets.set(ids);
    return () => targets.set([]);
  }, [ids.join()]);
  const look = (to: Spot): void => {
    const id = columns[to.column]?.[to.row]?.id ?? null;
    setCurrentId(id);
    if (id !== null) document.getElementById(`card-${id}`)?.focus();
  };
  const put = (id: string, to: Spot): void => {
    const from = spotOf(columns, id);
    if (from === null) return;
    const moved = whereTo(columns, from, to);
    if (moved === null) return;
    setCurrentId(id);
    moveTodo(
      store,
      id,
      { status: statuses[from.column] ?? "ready", after: moved.before },
      { status: statuses[to.column] ?? "ready", after: moved.after },
    );
  };
  const walk = (columnsBy: number, rowsBy: number) => () =>
    look(step(columns, spot, { column: columnsBy, row: rowsBy }));
  const carry = (columnsBy: number, rowsBy: number) => () => {
    if (spot !== null && currentId !== null)
      put(currentId, step(columns, spot, { column: columnsBy, row: rowsBy }, true));
  };
  useKeys({
    ArrowDown: walk(0, 1),
    j: walk(0, 1),
    ArrowUp: walk(0, -1),
    k: walk(0, -1),
    ArrowLeft: walk(-1, 0),
    ArrowRight: walk(1, 0),
    "Shift+ArrowLeft": carry(-1, 0),
    "Shift+ArrowRight": carry(1, 0),
    "Shift+ArrowUp": carry(0, -1),
    "Shift+ArrowDown": carry(0, 1),
    Enter: () => currentId !== null && goOver(`/todos/${currentId}`),
    ...todoKeys(store, ids),
  });
  return (
    <div className="board" role="group" aria-label={label}>
      {columns.map((rows, at) => (
        <Column
          key={statuses[at]}
          status={statuses[at] ?? "ready"}
          rows={rows}
          currentId={spot === null ? null : currentId}
          onCurrent={setCurrentId}
          onPut={(id, row) => put(id, { column: at, row })}
          onSend={(id, column) => put(id, { column, row: 0 })}
          onShift={(id, by) => {
            const from = spotOf(columns, id);
            if (from !== null) put(id, step(columns, from, { column: 0, row: by }, true));
          }}
        />
      ))}
      <p className="unseen" role="status">
        {spot === null ? "" : words.board.place(statuses[spot.column] ?? "ready", spot.row + 1)}
      </p>
    </div>
  );
}

/** What was done last is in no snapshot: it is read when the board is opened. */
function useDone(listId: string | null): void {
  const { client, actions } = useStore();
  useEffect(() => {
    const query = { status: "done", sort: "updatedAt", limit: 100 } as const;
    client.listTodos({ ...query, ...(listId !== null && { todoListId: listId }) }).then(
      ({ data }) => data.forEach((todo) => actions.take(todo.id, toRow(todo))),
      () => undefined,
    );
  }, [listId]);
}
