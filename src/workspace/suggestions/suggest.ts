/** Suggests todos: few, none twice, none that exists already, none that was dismissed. */
import type { Todo } from "../../schema/todo.ts";
import type { Context } from "../protocol/context.ts";
import { defaultTodoListId } from "../todo-lists/queries.ts";
import { changeTodo } from "../todos/change.ts";
import { insertTodo } from "../todos/insert.ts";
import { deleteSuggestion, type Evidence, insertSuggestion, openSuggestions, suggestionRows } from "./queries.ts";
import { isOpenTodo, titleKey } from "./same.ts";

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
