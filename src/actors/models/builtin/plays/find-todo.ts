/** Finds the todo that a person means by a few words. */
import type { ToolOutcome } from "../conversation.ts";
import { folded } from "../clean.ts";
import type { Call } from "../play.ts";
import { type Todo, extentOf, problemOf, todosOf } from "../todo.ts";
import { holds, termsOf } from "./words.ts";

export type Found =
  | { readonly kind: "one"; readonly todo: Todo }
  | { readonly kind: "several"; readonly todos: readonly Todo[]; readonly more: boolean }
  /** `more`: not everything could be looked at. */
  | { readonly kind: "none"; readonly more: boolean }
  /** The only match is the todo whose title the message is: the engine was started on it and not asked to change it. */
  | { readonly kind: "own" }
  | { readonly kind: "problem"; readonly problem: string };

/** Searches by the whole phrase, then by its longest word. `own` is the message: a todo with that title is never meant. */
export function* findTodo(
  words: string,
  own: string,
  prefer: (todo: Todo) => boolean,
  includeArchived = false,
): Generator<readonly Call[], Found, readonly ToolOutcome[]> {
  const filter = includeArchived ? { includeArchived } : {};
  const [direct] = yield [search(words, filter)];
  const problem = problemOf(direct);
  if (problem !== null) return { kind: "problem", problem };
  const others = (todo: Todo): boolean => folded(todo.title) !== folded(own);
  const found = todosOf(direct);
  const matching = narrow(found.filter(others), words, prefer);
  if (matching.length > 0) return toFound(matching, extentOf(direct).more);
  if (found.length > 0) return { kind: "own" };
  const terms = termsOf(words);
  const [longest] = terms;
  if (longest === undefined || longest === folded(words)) return { kind: "none", more: false };
  const [wide] = yield [search(longest, filter)];
  const close = todosOf(wide).filter((todo) => others(todo) && holds(todo.title, terms));
  const { more } = extentOf(wide);
  return close.length === 0 ? { kind: "none", more } : toFound(preferred(close, prefer), more);
}

/** Looks for the open todos that say what a person did: "Buy milk" for "I bought milk". */
export function* findTold(
  verbs: readonly string[],
  words: string,
): Generator<readonly Call[], Found, readonly ToolOutcome[]> {
  const terms = termsOf(words);
  const [longest] = terms;
  if (longest === undefined) return { kind: "none", more: false };
  const [outcome] = yield [search(longest, { status: "active" })];
  const problem = problemOf(outcome);
  if (problem !== null) return { kind: "problem", problem };
  const said = todosOf(outcome).filter(
    (todo) => verbs.includes(folded(todo.title).split(" ")[0] ?? "") && holds(todo.title, terms),
  );
  const { more } = extentOf(outcome);
  return said.length === 0 ? { kind: "none", more: false } : toFound(said, more);
}

/** Todos that surely fit into one result of a tool. */
const READ = 18;

function search(words: string, filter: Readonly<Record<string, unknown>>): Call {
  return { name: "list_todos", input: { query: Array.from(words).slice(0, 200).join(""), ...filter, limit: READ } };
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
