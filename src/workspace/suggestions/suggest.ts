/** Suggests todos: few, none twice, none that exists already, none that was dismissed. */
import { fold } from "../../schema/fold.ts";
import type { Todo } from "../../schema/todo.ts";
import type { Context } from "../protocol/context.ts";
import { defaultTodoListId } from "../todo-lists/queries.ts";
import { changeTodo } from "../todos/change.ts";
import { insertTodo } from "../todos/insert.ts";
import { deleteSuggestion, type Evidence, insertSuggestion, openSuggestions, suggestionRows } from "./queries.ts";
import { matchOf, todoSearch } from "../search/search.ts";
import type { Sql, SqlValue } from "../protocol/sql.ts";

export interface NewSuggestion {
  readonly title: string;
  readonly dueDate: string | null;
  readonly priority: Todo["priority"];
  readonly evidence: Evidence;
}

type Moment = Pick<Context, "sql" | "now" | "newId">;

/**
 * Suggests what was not suggested from the capture before, neither by its title nor by the words it rests on, and is not open
 * already; answers how many. What was dismissed, or erased, is known and does not come back.
 */
export function suggest({ sql, now, newId }: Moment, captureId: string, found: readonly NewSuggestion[]): number {
  const before = suggestionRows(sql, captureId);
  const keys = new Set(before.map(({ key }) => key));
  const quotes = new Set(before.map(({ quote }) => quote));
  const todoListId = defaultTodoListId(sql);
  let count = 0;
  for (const { title, dueDate, priority, evidence } of found) {
    const key = titleKey(title);
    if (key === "" || keys.has(key) || quotes.has(evidence.quote) || isOpenTodo(sql, key, captureId)) continue;
    keys.add(key);
    const todo = {
      title,
      content: null,
      priority,
      type: "task",
      todoListId,
      dueDate,
      assignees: [],
      captureId,
      carried: [captureId],
    } as const;
    const { id: todoId } = insertTodo(sql, newId(), { ...todo, isSuggested: true, source: "auto_suggested" }, now);
    insertSuggestion(sql, { captureId, key, todoId, ...evidence }, now);
    count += 1;
  }
  return count;
}

/** Takes back the suggestions that nobody answered whose words do not stand in the text any more: they may come again with them. */
export function withdrawStale({ sql, now }: Moment, captureId: string, text: string): void {
  for (const { todo, key, quote } of openSuggestions(sql, captureId)) {
    if (text.includes(quote.replace(/…$/, ""))) continue;
    deleteSuggestion(sql, captureId, key);
    changeTodo(sql, todo, { isArchived: true }, now);
  }
}

/** Words of a title that the index is asked for, the longest: how each ends, as the list of each trigram is read. */
const maxWords = 8;
/** Todos that may hold the words, and those that are looked through where no word helps. */
const maxCandidates = 500;
/** The capture is the one parameter. */
const isOpen = `(t.redacted & 1 = 0 OR (SELECT group_concat(capture_id) FROM todo_captures WHERE todo_n = t.n) = ?)`;

/** The title without case, punctuation and repeated spaces; empty when no letter and no digit is left. */
export function titleKey(title: string): string {
  return fold(title)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/**
 * True when an open todo has the same title; a redacted one counts when it carries content of this capture alone, for what is not
 * suggested tells who may not read it that it is there. A suggestion that nobody has accepted is none: it is seen by its own capture alone,
 * so what another capture asks for as well would be seen nowhere there.
 */
function isOpenTodo(sql: Sql, key: string, captureId: string): boolean {
  const words = key.split(" ").toSorted((left, right) => right.length - left.length);
  const ends = words.slice(0, maxWords).flatMap((word) => matchOf(Array.from(word).slice(-3).join("")) ?? []);
  const match = ends.join(" AND ");
  const [source, values] = match === "" ? ["todos t", []] : holding(match, words[0] as string);
  const rows = sql.all(
    `SELECT t.title FROM ${source} WHERE t.visibility = 0 AND t.status <> 'done' AND ${isOpen} ORDER BY t.n DESC LIMIT ${maxCandidates}`,
    ...values,
    captureId,
  );
  return rows.some(([title]) => titleKey((title ?? "") as string) === key);
}

/** The todos that may hold the words; one that is not indexed yet holds the longest. */
function holding(match: string, pattern: string): readonly [string, readonly SqlValue[]] {
  const { text, values } = todoSearch.candidates({ match, pattern, descending: true });
  return [`${text} s CROSS JOIN todos t ON t.n = s.n`, values];
}
