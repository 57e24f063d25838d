/** Todos in columns, in the order that people give them: dragged, by keys, or by the menu of a card. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { SelectButton, SelectionBar } from "../../parts/selection-bar.tsx";
import { todoKeys } from "../../parts/todo-keys.ts";
import { useTargets } from "../../parts/targets.ts";
import { openTodo } from "../../parts/open-todo.ts";
import { useKeys, useStore, useView } from "../../parts/use.ts";
import { useSelection } from "../../parts/use-selection.ts";
import { moveTodo } from "../../store/moves.ts";
import type { TodoRow } from "../../store/todo.ts";
import type { TodoFields } from "../../store/todo-actions.ts";
import { words } from "../../words/index.ts";
import { Column } from "./column.tsx";
import { type BoardGrouping, boardRule, rowsOf } from "./columns.tsx";
import { DoneNote, useDone } from "./done.tsx";
import { type Spot, spotOf, step, whereTo } from "./spots.ts";

export interface BoardProps {
  readonly label: string;
  readonly by: BoardGrouping;
  /** Which todos, whatever their state. */
  readonly test: (todo: TodoRow) => boolean;
  readonly given: readonly unknown[];
  readonly listId: string | null;
  /** Shown in place of a board without cards. */
  readonly empty: ComponentChildren;
}

export function Board({ label, by, test, given, listId, empty }: BoardProps) {
  const store = useStore();
  const { todos, lists, agents } = store;
  const rule = useMemo(() => boardRule(by, { lists: lists.all(), agents: agents.all() }), given);
  const isShown = (todo: TodoRow): boolean => (rule.hasDone || todo.status !== "done") && test(todo);
  const view = useView(todos, { test: isShown, groupOf: rule.groupOf, compare: rule.compare }, given);
  const columns = useMemo(() => rowsOf(view, rule), [view.rows, rule]);
  const done = useDone(listId, rule.hasDone);
  const [currentId, setCurrentId] = useState<string | null>(null);
  const spot = spotOf(columns, currentId);
  /** Where Tab comes in: the current card, else the first of all. */
  const entry = spot ?? step(columns, null, { column: 0, row: 0 });
  const selection = useSelection();
  const chosen = selection.ids.size === 0 ? [] : view.rows.filter(({ id }) => selection.ids.has(id)).map(idOf);
  const ids = chosen.length > 0 ? chosen : spot === null || currentId === null ? [] : [currentId];
  useTargets(ids);
  const box = useFocus(currentId, spot);
  /** A selected card takes the others along, into another column; in order is put one card at a time. */
  const put = (id: string, to: Spot): void => {
    if (chosen.length > 1 && selection.ids.has(id)) putAll(to.column);
    else putOne(id, to);
  };
  const putAll = (to: number): void => {
    const column = rule.columns[to];
    const moved = chosen.filter((id) => spotOf(columns, id)?.column !== to);
    if (column === undefined) return;
    if (moved.length === 0) return store.notices.show({ text: words.board.oneByOne, isProblem: true });
    const fieldsOf = (id: string): TodoFields => column.fieldsFor(todos.get(id) as TodoRow);
    store.actions.changeEach(moved, fieldsOf, store.actions.labelOf(column.done, moved));
  };
  const putOne = (id: string, to: Spot): void => {
    const from = spotOf(columns, id);
    const column = rule.columns[to.column];
    const todo = todos.get(id);
    if (from === null || column === undefined || todo === undefined) return;
    const isSame = from.column === to.column;
    const moved = whereTo(columns, from, to);
    if (moved === null || (isSame && !column.isOrdered)) return;
    setCurrentId(id);
    const fields = isSame ? {} : column.fieldsFor(todo);
    moveTodo(store, todo, { fields, ...moved, label: isSame ? words.board.ordered : column.done });
  };
  const walk = (columnsBy: number, rowsBy: number) => () => {
    const to = step(columns, spot, { column: columnsBy, row: rowsBy });
    setCurrentId(columns[to.column]?.[to.row]?.id ?? currentId);
  };
  const carry = (columnsBy: number, rowsBy: number) => () => {
    if (spot !== null && currentId !== null)
      put(currentId, step(columns, spot, { column: columnsBy, row: rowsBy }, true));
  };
  const toRow = (row: number) => () => {
    const column = columns[entry.column] ?? [];
    setCurrentId(column[Math.min(row, column.length - 1)]?.id ?? currentId);
  };
  const select = (id: string): void => selection.toggle(id);
  const selectAll = (): void => selection.add(view.rows.map(idOf));
  const extend = (by: number) => () => {
    const to = step(columns, spot, { column: 0, row: by });
    const next = columns[to.column]?.[to.row]?.id;
    if (next === undefined) return;
    selection.add([...(currentId === null ? [] : [currentId]), next]);
    setCurrentId(next);
  };
  const isSelecting = selection.isByPress || chosen.length > 0;
  useKeys({
    x: () => currentId !== null && spot !== null && select(currentId),
    "Mod+a": selectAll,
    "Shift+j": extend(1),
    "Shift+k": extend(-1),
    PageDown: walk(0, page),
    PageUp: walk(0, -page),
    Home: toRow(0),
    End: toRow(Infinity),
    e: () => currentId !== null && openTodo(store, currentId, "?edit=title"),
    Escape: () => (isSelecting ? selection.end() : setCurrentId(null)),
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
    Enter: () => currentId !== null && openTodo(store, currentId),
    ...todoKeys(store, ids),
  });
  if (view.rows.length === 0 && done.isRead) return <div className="list">{empty}</div>;
  return (
    <>
      <div className="board-tools">
        <SelectButton selection={selection} />
      </div>
      <div className="board" role="group" aria-label={label} ref={box}>
        {rule.columns.map((column, at) => (
          <Column
            key={column.key}
            at={at}
            columns={rule.columns}
            rows={columns[at] ?? []}
            note={column.key === "done" ? <DoneNote {...done} /> : null}
            currentRow={at !== entry.column ? "elsewhere" : spot === null ? "none" : spot.row}
            selection={selection}
            onCurrent={setCurrentId}
            onPut={(id, row) => put(id, { column: at, row })}
            onSend={(id, to) => put(id, { column: to, row: 0 })}
            onShift={(id, rowsBy) => {
              const from = spotOf(columns, id);
              if (from !== null) put(id, step(columns, from, { column: 0, row: rowsBy }, true));
            }}
          />
        ))}
        <p className="unseen" role="status">
          {spot === null ? "" : words.board.place(rule.columns[spot.column]?.label ?? "", spot.row + 1)}
        </p>
      </div>
      <SelectionBar selection={selection} ids={chosen} onAll={selectAll} />
    </>
  );
}

/** Rows that Page keys go by. */
const page = 6;
const idOf = ({ id }: TodoRow): string => id;

/** The focus follows the current card, wherever it comes to stand, as long as it is on the board or nowhere. */
function useFocus(currentId: string | null, spot: Spot | null) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    const isFree = activeElement === body || (activeElement?.closest("article") ?? null) === activeElement;
    if (currentId !== null && isFree && box.current !== null) document.getElementById(`card-${currentId}`)?.focus();
  }, [currentId, spot?.column, spot?.row]);
  return box;
}
