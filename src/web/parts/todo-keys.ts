/** The keys that change todos: the same on a list and on an open todo. */
import type { KeyMap } from "../base/keys.ts";
import { choose } from "./ui.ts";
import type { Store } from "../store/store.ts";
import { priorities } from "../store/todo.ts";
import { words } from "../words/index.ts";

export function todoKeys({ actions }: Store, ids: readonly string[]): KeyMap {
  if (ids.length === 0) return {};
  const byDigit = [null, ...priorities.slice(0, 4)] as const;
  const setPriority = (digit: number) => () => {
    const priority = byDigit[digit] ?? null;
    actions.change(ids, { priority }, actions.labelOf(words.done.priority(words.priorities[priority ?? "none"]), ids));
  };
  return {
    d: () => actions.toggleDone(ids),
    s: () => actions.change(ids, { status: "in_progress" }, actions.labelOf(words.statuses.in_progress, ids)),
    "0": setPriority(0),
    "1": setPriority(1),
    "2": setPriority(2),
    "3": setPriority(3),
    "4": setPriority(4),
    t: () => choose("due", ids),
    l: () => choose("list", ids),
    a: () => choose("assign", ids),
    Backspace: () => actions.archive(ids, actions.labelOf(words.done.archived, ids)),
  };
}
