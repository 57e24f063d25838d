/** A grouped list of todos with its keys: move, select, open, and change what is selected or current. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { KeyMap } from "../../base/keys.ts";
import { List } from "../../parts/list.tsx";
import { SelectButton, SelectionBar } from "../../parts/selection-bar.tsx";
import { useSelection } from "../../parts/use-selection.ts";
import { fold } from "../../parts/window.ts";
import { useTargets } from "../../parts/targets.ts";
import { openTodo } from "../../parts/open-todo.ts";
import { useKeys, useStore, useToday, useView } from "../../parts/use.ts";
import type { TodoRow } from "../../store/todo.ts";
import type { GroupRule } from "./groups.ts";
import { todoKeys } from "../../parts/todo-keys.ts";
import { TodoLine } from "./row.tsx";

export interface TodoListProps {
  readonly label: string;
  readonly test: (todo: TodoRow) => boolean;
  readonly rule: GroupRule;
  /** What the view depends on beyond the records. */
  readonly given: readonly unknown[];
  readonly withoutList?: boolean;
  /** The instants at which todos come today, by their ids. */
  readonly hours?: ReadonlyMap<string, string>;
  /** How many rows a group shows before it is unfolded; all where it is left out. */
  readonly foldAt?: number;
  /** Shown in place of a list without rows. */
  readonly empty: ComponentChildren;
}

export function TodoList({ label, test, rule, given, withoutList, hours, foldAt, empty }: TodoListProps) {
  const store = useStore();
  const today = useToday();
  const view = useView(store.todos, { test, ...rule }, given);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const { rows, groups } = fold(view.rows, rule.groups(view), foldAt ?? Infinity, unfolded);
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [lastAt, setLastAt] = useState(0);
  const selection = useSelection();
  const found = rows.findIndex(({ id }) => id === currentId);
  const at = currentId === null ? -1 : found >= 0 ? found : Math.min(lastAt, rows.length - 1);
  const current = rows[at];
  const chosen = selection.ids.size === 0 ? [] : rows.filter(({ id }) => selection.ids.has(id)).map(({ id }) => id);
  const ids = chosen.length > 0 ? chosen : current === undefined ? [] : [current.id];
  useTargets(ids);

  const moveTo = (to: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    // First, because a list that is entered without a current row takes its first.
    document.querySelector<HTMLElement>("[data-list]")?.focus({ preventScroll: true });
    setCurrentId(rows[next]?.id ?? null);
    setLastAt(next);
  };
  /** Selects from the current row to that one. */
  const extendTo = (to: number): void => {
    const [first = 0, last = 0] = [Math.max(0, at), Math.max(0, to)].toSorted((left, right) => left - right);
    selection.add(rows.slice(first, last + 1).map(idOf));
    moveTo(to);
  };
  const selectAll = (): void => selection.add(rows.map(idOf));
  const press = ({ id, isNew }: TodoRow): void => {
    if (!selection.isByPress) openTodo(store, id);
    else if (!isNew) selection.toggle(id);
  };
  const page = 12;
  const keys: KeyMap = {
    j: () => moveTo(at + 1),
    k: () => moveTo(at - 1),
    ArrowDown: () => moveTo(at + 1),
    ArrowUp: () => moveTo(at - 1),
    PageDown: () => moveTo(at + page),
    PageUp: () => moveTo(at - page),
    Home: () => moveTo(0),
    End: () => moveTo(rows.length - 1),
    "Shift+ArrowDown": () => extendTo(at + 1),
    "Shift+ArrowUp": () => extendTo(at - 1),
    "Shift+j": () => extendTo(at + 1),
    "Shift+k": () => extendTo(at - 1),
    "Shift+PageDown": () => extendTo(at + page),
    "Shift+PageUp": () => extendTo(at - page),
    "Shift+Home": () => extendTo(0),
    "Shift+End": () => extendTo(rows.length - 1),
    x: () => current !== undefined && !current.isNew && selection.toggle(current.id),
    "Mod+a": selectAll,
    Enter: () => current !== undefined && openTodo(store, current.id),
    e: () => current !== undefined && openTodo(store, current.id, "?edit=title"),
    Escape: selection.end,
    ...todoKeys(store, ids),
  };
  useKeys(keys);
  if (rows.length === 0) return <div className="list">{empty}</div>;
  return (
    <>
      <List
        label={label}
        rows={rows}
        groups={groups}
        current={at}
        idOf={idOf}
        isSelected={({ id }) => selection.ids.has(id)}
        isSelecting={selection.isByPress}
        corner={<SelectButton selection={selection} />}
        onCurrent={(to) => (setCurrentId(rows[to]?.id ?? null), setLastAt(to))}
        onUnfold={({ key }) => setUnfolded(new Set([...unfolded, key]))}
        onOpen={press}
      >
        {(todo, group) => (
          <TodoLine
            todo={todo}
            today={today}
            withoutList={withoutList ?? false}
            at={(group === "today" ? hours?.get(todo.id) : null) ?? null}
            withoutDay={group === "today" || group === "tomorrow"}
          />
        )}
      </List>
      <SelectionBar selection={selection} ids={chosen} onAll={selectAll} />
    </>
  );
}

const idOf = ({ id }: TodoRow): string => id;
