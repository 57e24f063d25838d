/** A todo out of one line with its day, in English, German, French or Spanish: `Zahnarzt übermorgen @Privat !hoch`. */
import { type QuickTodo, readMarks, readQuickTodo } from "./quick-add.ts";
import { foreignDayIn, type ReadDay } from "./spoken-days.ts";

/** Reads the line as said at that moment in the zone of this machine, other languages by `read`. Words without a certain meaning stay in the title. */
export function readQuickLine(line: string, now: number, read: ReadDay): QuickTodo {
  const { words, ...marks } = readMarks(line);
  const foreign = foreignDayIn(words.trim(), read);
  if (foreign === null) return readQuickTodo(line, now);
  return { title: foreign.rest, dueDate: foreign.date, ...marks };
}
