/** The calendar as people read it: day by day, with the hour of what runs. */
import type { CalendarEntry } from "../../schema/calendar.ts";
import type { Io } from "../ports/io.ts";
import { cell } from "./cells.ts";
import { dayInWords, fit, plain, styleFor } from "./text.ts";

/** A line for each entry below its day, numbered as the next command may call its todo. */
export function agendaLines(entries: readonly CalendarEntry[], { stdout, env }: Pick<Io, "stdout" | "env">): string[] {
  const { bold } = styleFor(stdout.isTerminal, env);
  const digits = String(entries.length).length;
  return entries.flatMap((entry, at) => {
    const head = entry.date === entries[at - 1]?.date ? [] : [bold(dayInWords(entry.date))];
    const line = `  ${String(at + 1).padStart(digits)}  ${hourOf(entry)}  ${plain(entry.title ?? entry.todoId)}${stateOf(entry)}`;
    return [...head, fit(line, stdout.columns ?? Infinity)];
  });
}

/** `09:00`, or as many spaces. */
function hourOf({ at }: CalendarEntry): string {
  return at === null ? "     " : (cell(at).split(" ")[1] ?? "");
}

/** What goes without saying is not said: a todo that is open, a time that is planned. */
function stateOf({ status, reason }: CalendarEntry): string {
  if (status === "ready" || status === "scheduled") return "";
  const why = reason === null ? "" : `: ${reason.replaceAll("_", " ")}`;
  return `  (${status.replaceAll("_", " ")}${why})`;
}
