/** Days in words, in English, German, French and Spanish, on the clock of a place. */
import { de, es, fr, parse } from "chrono-node";
import { isCalendarDate } from "../../schema/common.ts";
import type { Language } from "../spoken-days.ts";
import { type DayParser, wholeDay } from "../whole-day.ts";
import { clockIn } from "./clock.ts";

/** When something is due: a day, perhaps a time of the day, on the clock of a place. */
export interface Due {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:mm`; null for the whole day. */
  readonly time: string | null;
  readonly timezone: string;
}

/** When things without a time of the day begin, where a time is needed: `HH:mm`. */
export const morning = "09:00";

/** When and where words are said, and whether a day that names no year or week is one that comes. */
export interface SaidDay {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly timezone: string;
  readonly isAhead?: boolean;
}

const parsers: Readonly<Record<Language, DayParser>> = { en: { parse }, de, fr, es };

/** The day that words in that language mean, said then and there; null unless they mean one as a whole. */
export function dueOfWords(words: string, language: Language, said: SaidDay): Due | null {
  return readDue(words, parsers[language], said);
}

const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::\d{2})?)?$/;

/** The same by a parser of any language; without one, of days in numbers alone. */
export function readDue(
  words: string,
  parser: DayParser | undefined,
  { now, timezone, isAhead = false }: SaidDay,
): Due | null {
  const text = words.trim();
  const [, day, time] = iso.exec(text) ?? [];
  if (day !== undefined) return isCalendarDate(day) ? { date: day, time: time ?? null, timezone } : null;
  // The parser reads the clock of this machine, so that one shows what the clock of that place does.
  const found = parser === undefined ? null : wholeDay(parser, text, new Date(clockIn(now, timezone)), isAhead);
  return found !== null && isCalendarDate(found.date) ? { ...found, timezone } : null;
}
