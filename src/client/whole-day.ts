/** Words that mean one day as a whole, in the language of a parser. */
import type { ParsedResult } from "chrono-node";

/** One of chrono's languages. */
export interface DayParser {
  parse(text: string, at: Date, options: { forwardDate: boolean }): ParsedResult[];
}

export interface WholeDay {
  /** `YYYY-MM-DD`; of words, that there is no such day may still be found. */
  readonly date: string;
  /** `HH:mm`; null for the whole day. */
  readonly time: string | null;
}

const two = (value: number | null): string => String(value).padStart(2, "0");

/**
 * The day that the words mean, said when a clock shows `at`; null unless they mean one as a whole. Longer texts are no dates: they would
 * keep the parser busy. A day that names no year or week is one that comes, where `isAhead`.
 */
export function wholeDay(parser: DayParser, words: string, at: Date, isAhead: boolean): WholeDay | null {
  const text = words.trim();
  if (text.length > 100) return null;
  // German wants a dot behind the day, which people and exports leave out.
  const [found] = [text, text.replace(/^(\d{1,2}) /, "$1. ")].flatMap((spelling) =>
    parser.parse(spelling, at, { forwardDate: isAhead }).filter((one) => one.text === spelling),
  );
  if (found === undefined || found.end) return null;
  const { start } = found;
  const date = [start.get("year"), start.get("month"), start.get("day")].map(two).join("-");
  return { date, time: start.isCertain("hour") ? `${two(start.get("hour"))}:${two(start.get("minute") ?? 0)}` : null };
}
