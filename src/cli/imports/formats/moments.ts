/** Days and times as exports write them, on the clock of a place. */
import * as chrono from "chrono-node";
import { type DayParser, wholeDay } from "../../../client/whole-day.ts";
import { isCalendarDate } from "../../../schema/common.ts";
import { isTimeZone } from "../../../schema/time-zones.ts";
import type { Due } from "./draft.ts";

/** When things without a time of the day begin, where a time is needed: `HH:mm`. */
export const morning = "09:00";

/** How the report calls what was not understood, or has more than one meaning here. */
export const uncertainDates = "dates and recurrences without a certain meaning here (their words stand in the body)";

/** An instant (RFC 3339) on the clock of that place; null for what is none. Midnight and the last minute stand for the whole day. */
export function dueOfInstant(text: string, timezone: string): Due | null {
  try {
    const local = Temporal.Instant.from(text).toZonedDateTimeISO(timezone);
    const time = local.toPlainTime().toString({ smallestUnit: "minute" });
    return { date: local.toPlainDate().toString(), time: time === "00:00" || time === "23:59" ? null : time, timezone };
  } catch {
    return null;
  }
}

/** The day of that moment (milliseconds since 1970), on the clock of that place. */
export function dayIn(now: number, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate().toString();
}

/** The name of a zone that there is; else the other one. */
export function zoneOr(name: string, other: string): string {
  return isTimeZone(name) ? name : other;
}

const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2})?)?$/;

/** Chrono's languages; the keys are what exports call them. */
const languages: Readonly<Record<string, DayParser>> = { en: chrono, ...localesOf() };

function localesOf(): Readonly<Record<string, DayParser>> {
  const { de, es, fi, fr, it, ja, nl, pt, ru, sv, uk, vi } = chrono;
  return { de, es, fi, fr, it, ja, nl, pt, ru, sv, uk, vi };
}

/** When and where words are said, and whether a day that names no year or week is one that comes. */
interface Said {
  readonly now: number;
  readonly timezone: string;
  readonly isAhead?: boolean;
}

/**
 * The day that words in that language mean, said then and there; null unless they mean one as a whole. Longer texts are no dates: they
 * would keep the parser busy.
 */
export function dueOfWords(words: string, language: string, { now, timezone, isAhead = false }: Said): Due | null {
  const text = words.trim();
  const [, day, time] = iso.exec(text) ?? [];
  if (day !== undefined) return isCalendarDate(day) ? { date: day, time: time ?? null, timezone } : null;
  const parser = languages[language.slice(0, 2).toLowerCase()];
  const found = parser === undefined ? null : wholeDay(parser, text, wallClock(now, timezone), isAhead);
  return found !== null && isCalendarDate(found.date) ? { ...found, timezone } : null;
}

/** What the clock of that place shows, as if it were the clock of this machine: the parser reads that one. */
function wallClock(now: number, timezone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone);
  return new Date(local.year, local.month - 1, local.day, local.hour, local.minute);
}
