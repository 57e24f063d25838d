/** How todos look in an answer. Numbered lines are also read back, when a later message says "the second". */
import { spoken, today } from "./calendar.ts";
import type { Present } from "./intents.ts";
import type { Todo } from "./records.ts";

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

/** The todos as a numbered markdown list that starts after the number `from`. */
export function numbered(todos: readonly Todo[], present: Present, from = 0): string {
  return todos.map((todo, index) => `${from + index + 1}. ${todoLine(todo, present)}`).join("\n");
}

/** The numbered lines of an answer. Of several lists in it (one starts wherever the numbers do not go on) only the last counts. */
export function numberedTitles(answer: string): readonly { readonly number: number; readonly title: string }[] {
  let lines: { number: number; title: string }[] = [];
  for (const match of answer.matchAll(/^(\d+)\. [☐◐☑] \*\*(.+?)\*\*(?: · |$)/gm)) {
    const line = { number: Number(match[1]), title: match[2] ?? "" };
    if (line.number !== (lines.at(-1)?.number ?? 0) + 1) lines = [];
    lines.push(line);
  }
  return lines;
}

/** How many records one answer shows: ten fit into a result of a tool whatever else they carry. */
export const PAGE = 10;

/** The line below a list that does not show everything, empty when it does; `left` is null when nobody counted. */
export function moreLine(left: number | null, how = "`more`"): string {
  if (left === 0) return "";
  return `\n\n… and ${left === null ? "more" : `${left} more`}: say ${how}.`;
}

/** "1 todo", "3 todos", "no todos"; with words around: "3 open todos due today". */
export function amount(number: number, adjective = "", tail = ""): string {
  const noun = number === 1 ? "todo" : "todos";
  return [number === 0 ? "no" : `${number}`, adjective, noun, tail].filter(Boolean).join(" ");
}
