/** How todos look in an answer. Numbered lines are also read back, when a later message says "the second". */
import { spoken, today } from "./calendar.ts";
import type { Present } from "./intents.ts";
import type { Todo } from "./todo.ts";

const MARKS = { ready: "☐", in_progress: "◐", done: "☑" } as const;

/** One todo: "☐ **Call Ana** · due tomorrow · high". */
export function todoLine(todo: Todo, present: Present): string {
  const due = todo.dueDate === null ? [] : [dueWords(todo, todo.dueDate, present)];
  const priority = todo.priority === null ? [] : [todo.priority];
  return [`${MARKS[todo.status]} **${todo.title}**`, ...due, ...priority].join(" · ");
}

function dueWords(todo: Todo, dueDate: string, present: Present): string {
  const late = todo.status !== "done" && dueDate < today(present).toString();
  return late ? `overdue since ${spoken(dueDate, present)}` : `due ${spoken(dueDate, present)}`;
}

/** The todos as a numbered markdown list. */
export function numbered(todos: readonly Todo[], present: Present): string {
  return todos.map((todo, index) => `${index + 1}. ${todoLine(todo, present)}`).join("\n");
}

/** The titles of the numbered lines in an answer, in their order. */
export function numberedTitles(answer: string): string[] {
  return [...answer.matchAll(/^\d+\. [☐◐☑] \*\*(.+?)\*\*(?: · |$)/gm)].map((match) => match[1] ?? "");
}

/** "1 todo", "3 todos", "no todos"; with words around: "3 open todos due today". */
export function amount(number: number, adjective = "", tail = ""): string {
  const noun = number === 1 ? "todo" : "todos";
  return [number === 0 ? "no" : `${number}`, adjective, noun, tail].filter(Boolean).join(" ");
}
