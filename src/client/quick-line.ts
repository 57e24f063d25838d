/** A todo out of one line in English, German, French or Spanish: `Zahnarzt übermorgen @Privat !hoch`. */
import { de, es, fr } from "chrono-node";
import { isCalendarDate } from "../schema/common.ts";
import { type QuickTodo, readMarks, readQuickTodo } from "./quick-add.ts";
import { foreignDayIn, type ReadDay } from "./spoken-days.ts";
import { wholeDay } from "./whole-day.ts";

const parsers = { de, es, fr };

/** Reads the line as said at that moment in the zone of this machine, or of `read`. Words without a certain meaning stay in the title. */
export function readQuickLine(line: string, now: number, read: ReadDay = hereAt(now)): QuickTodo {
  const { words, ...marks } = readMarks(line);
  const foreign = foreignDayIn(words.trim(), read);
  if (foreign === null) return readQuickTodo(line, now);
  return { title: foreign.rest, dueDate: foreign.date, ...marks };
}

/** On the clock of this machine. */
function hereAt(now: number): ReadDay {
  return (words, language) => {
    const day = wholeDay(parsers[language], words, new Date(now), true);
    return day !== null && day.time === null && isCalendarDate(day.date) ? day.date : null;
  };
}
