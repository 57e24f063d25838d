/** Days and times as exports write them, on the clock of a place. */
import * as chrono from "chrono-node";
import { type Due, readDue, type SaidDay } from "../../../client/spoken/days.ts";
import type { DayParser } from "../../../client/whole-day.ts";
import { isCalendarDate } from "../../../schema/common.ts";
import { isTimeZone } from "../../../schema/time-zones.ts";

/** How the report calls what was not understood, or has more than one meaning here. */
export const uncertainDates = "dates and recurrences without a certain meaning here (their words stand in the body)";

/**
 * An instant (RFC 3339) on the clock of that place; null for what is none, or lies past the calendar there. Midnight and the last minute
 * stand for the whole day.
 */
export function dueOfInstant(text: string, timezone: string): Due | null {
  try {
    const local = Temporal.Instant.from(text).toZonedDateTimeISO(timezone);
    const [date, time] = [local.toPlainDate().toString(), local.toPlainTime().toString({ smallestUnit: "minute" })];
    if (!isCalendarDate(date)) return null;
    return { date, time: time === "00:00" || time === "23:59" ? null : time, timezone };
  } catch {
    return null;
  }
}

/** The name of a zone that there is; else the other one. */
export function zoneOr(name: string, other: string): string {
  return isTimeZone(name) ? name : other;
}

/** Chrono's languages; the keys are what exports call them. */
const languages: Readonly<Record<string, DayParser>> = { en: chrono, ...localesOf() };

function localesOf(): Readonly<Record<string, DayParser>> {
  const { de, es, fi, fr, it, ja, nl, pt, ru, sv, uk, vi } = chrono;
  return { de, es, fi, fr, it, ja, nl, pt, ru, sv, uk, vi };
}

/** The day that words in that language mean, said then and there; null unless they mean one as a whole. */
export function dueOfWords(words: string, language: string, said: SaidDay): Due | null {
  return readDue(words, languages[language.slice(0, 2).toLowerCase()], said);
}
