/** Finds the todo that a person means by a few words. */
import type { ToolOutcome } from "../conversation.ts";
import { folded } from "../clean.ts";
import type { Call } from "../play.ts";
import { type Todo, extentOf, problemOf, todosOf } from "../todo.ts";
import { holds, termsOf } from "./words.ts";

export type Found =
  | { readonly kind: "one"; readonly todo: Todo }
  | { readonly kind: "several"; readonly todos: readonly Todo[]; readonly more: boolean }
  | { readonly kind: "none" }
  /** The only match is the todo whose title the message is: the engine was started on it and not asked to change it. */
  | { readonly kind: "own" }
  | { readonly kind: "problem"; readonly problem: string };

/** Searches by the whole phrase, then by its longest word. `own` is the message: a todo with that title is never meant. */
export function* findTodo(
  words: string,
  own: string,
  prefer: (todo: Todo) => boolean,
): Generator<readonly Call[], Found, readonly ToolOutcome[]> {
  const [direct] = yield [search(words, 25)];
  const problem = problemOf(direct);
  if (problem !== null) return { kind: "problem", problem };
  const others = (todo: Todo): boolean => folded(todo.title) !== folded(own);
  const found = todosOf(direct);
  const matching = narrow(found.filter(others), words, prefer);
  if (matching.length > 0) return toFound(matching, extentOf(direct).more);
  if (found.length > 0) return { kind: "own" };
  const terms = termsOf(words);
  const [longest] = terms;
  if (longest === undefined || longest === folded(words)) return { kind: "none" };
  const [wide] = yield [search(longest, 50)];
  const close = todosOf(wide).filter((todo) => others(todo) && holds(todo.title, terms));
  return close.length === 0 ? { kind: "none" } : toFound(preferred(close, prefer), extentOf(wide).more);
}

function search(words: string, limit: number): Call {
  return { name: "list_todos", input: { query: Array.from(words).slice(0, 200).join(""), limit } };
}

/** An exact title wins over titles that hold the phrase, and these over matches in the body. */
function narrow(todos: readonly Todo[], words: string, prefer: (todo: Todo) => boolean): readonly Todo[] {
  const phrase = folded(words);
  const exact = todos.filter((todo) => folded(todo.title) === phrase);
  if (exact.length > 0) return preferred(exact, prefer);
  const holding = todos.filter((todo) => ` ${folded(todo.title)}`.includes(` ${phrase}`));
  return preferred(holding.length > 0 ? holding : todos, prefer);
}

function preferred(todos: readonly Todo[], prefer: (todo: Todo) => boolean): readonly Todo[] {
  const some = todos.filter(prefer);
  return some.length > 0 ? some : todos;
}

function toFound(todos: readonly Todo[], more: boolean): Found {
  const [only] = todos;
  return only !== undefined && todos.length === 1 ? { kind: "one", todo: only } : { kind: "several", todos, more };
}
