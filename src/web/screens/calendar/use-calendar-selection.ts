/** Which todos of the calendar are selected, and the keys for them: those of the day that the keyboard is on, or one that has the focus. */
import { useState } from "preact/hooks";
import { goOver } from "../../base/routes.ts";
import { todoKeys } from "../../parts/todo-keys.ts";
import { useTargets } from "../../parts/targets.ts";
import { useKeys, useStore } from "../../parts/use.ts";
import { type Selection, useSelection } from "../../parts/use-selection.ts";
import type { TodoRow } from "../../store/todo.ts";
import { type Entry, isMovable } from "./entries.ts";

interface Shown {
  /** Where the keyboard is. */
  readonly day: string;
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
}

interface CalendarSelection {
  readonly selection: Selection;
  /** What is selected of what is shown. */
  readonly chosen: readonly string[];
  readonly selectAll: () => void;
  /** Selects the todos of both days and of those between them. */
  readonly selectDays: (from: string, to: string) => void;
  readonly focusTodo: (todoId: string | null) => void;
}

/** `rows`: the todos that are due on the days that are shown. */
export function useCalendarSelection(rows: readonly TodoRow[], { day, entries }: Shown): CalendarSelection {
  const store = useStore();
  const selection = useSelection();
  const [focused, focusTodo] = useState<string | null>(null);
  const chosen = selection.ids.size === 0 ? [] : rows.filter(({ id }) => selection.ids.has(id)).map(({ id }) => id);
  const current = rows.some(({ id }) => id === focused) ? focused : null;
  const ids = chosen.length > 0 ? chosen : current === null ? [] : [current];
  useTargets(ids);
  const todosOf = (one: string): string[] => (entries.get(one) ?? []).filter(isMovable).map(({ todoId }) => todoId);
  const selectAll = (): void => selection.add(rows.map(({ id }) => id));
  const selectDays = (from: string, to: string): void => {
    const [first = from, last = to] = [from, to].toSorted();
    selection.add([...entries.keys()].filter((one) => one >= first && one <= last).flatMap(todosOf));
  };
  /** Those of the day, as a whole: selected where one of them is not, else none of them. */
  const toggleDay = (): void => {
    const all = todosOf(day);
    const open = all.filter((id) => !selection.ids.has(id));
    if (open.length > 0) selection.add(open);
    else selection.drop(all);
  };
  useKeys({
    x: () => (current === null ? toggleDay() : selection.toggle(current)),
    "Mod+a": selectAll,
    Escape: selection.end,
    ...(current !== null && { e: () => goOver(`/todos/${current}?edit=title`) }),
    ...todoKeys(store, ids),
  });
  return { selection, chosen, selectAll, selectDays, focusTodo };
}
