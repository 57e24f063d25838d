/** The calendar as people read it: day by day, with the hour of what runs. */
import { onceADay } from "../../client/once-a-day.ts";
import type { CalendarEntry } from "../../schema/calendar.ts";
import type { Io } from "../ports/io.ts";
import { cell } from "./cells.ts";
import { dayInWords, fit, plain, styleFor } from "./text.ts";

/** Writes what the service answered. Returns the entries in the order of their numbers. */
export function writeAgenda(
  io: Pick<Io, "stdout" | "stderr" | "env">,
  { data, hasMore }: Readonly<Record<string, unknown>>,
): readonly CalendarEntry[] {
  const entries = onceADay(data as readonly CalendarEntry[]);
  const lines = agendaLines(entries, io);
  io.stdout.write(lines.length === 0 ? "Nothing is due, and nothing runs.\n" : `${lines.join("\n")}\n`);
  if (hasMore === true) io.stderr.write("That is not all: ask for fewer days, with --from and --to.\n");
  return entries;
}

/** A line for each entry below its day, numbered as the next command may call its todo. */
function agendaLines(entries: readonly CalendarEntry[], { stdout, env }: Pick<Io, "stdout" | "env">): string[] {
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
