/** What a day holds as people read it: late, due, and what comes again. */
import type { ListedOccurrence } from "../../schema/calendar.ts";
import type { Todo } from "../../schema/todo.ts";
import type { Io } from "../ports/io.ts";
import { cell } from "./cells.ts";
import { fit, plain, styleFor } from "./text.ts";

/** A line of the list: which todo, below which heading. */
export interface TodayLine {
  readonly id: string;
  readonly heading: "Late" | "Today";
  readonly text: string;
}

/** `  Call Ana  (high, since 2026-11-20)`; `again`: the time of today at which it comes again. */
export function dueLine(todo: Todo, today: string, again: ListedOccurrence | undefined): TodayLine {
  const { id, title, priority, status, dueDate } = todo;
  const isLate = dueDate !== null && dueDate < today;
  const hour = again === undefined ? "" : hourOf(again);
  const details = [priority ?? "", status === "in_progress" ? "in progress" : "", isLate ? `since ${dueDate}` : hour];
  return { id, heading: isLate ? "Late" : "Today", text: lineOf(title, details) };
}

/** `  Weekly report  (at 14:00, Assistant)`; `agent`: who has it, null for people. */
export function againLine(one: ListedOccurrence, agent: string | null): TodayLine {
  const { todoId: id, title, status, reason } = one;
  const state = agent === null || status === "scheduled" ? "" : (reason ?? status).replaceAll("_", " ");
  return { id, heading: "Today", text: lineOf(title, [hourOf(one), state, agent ?? ""]) };
}

/** Writes them, at a terminal with numbers. */
export function writeToday({ stdout, env }: Pick<Io, "stdout" | "env">, lines: readonly TodayLine[]): void {
  if (lines.length === 0) return stdout.write("Nothing is due.\n");
  const style = styleFor(stdout.isTerminal, env);
  for (const [index, { heading, text }] of lines.entries()) {
    if (lines[index - 1]?.heading !== heading) stdout.write(`${style.bold(heading)}\n`);
    const number = stdout.isTerminal ? `${index + 1}`.padStart(3) : "";
    stdout.write(`${fit(`${number}${text}`, stdout.columns ?? Infinity)}\n`);
  }
}

function lineOf(title: string | null, details: readonly string[]): string {
  const said = details.filter(Boolean).join(", ");
  return `  ${plain(title ?? "")}${said === "" ? "" : `  (${plain(said)})`}`;
}

/** `at 09:00`, of what comes; `since 09:00`, of what has come. */
function hourOf({ scheduledFor, status }: ListedOccurrence): string {
  return `${status === "scheduled" ? "at" : "since"} ${cell(scheduledFor).split(" ")[1] ?? ""}`;
}
