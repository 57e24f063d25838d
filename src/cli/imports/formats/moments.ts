/** Days and times as exports write them, on the clock of a place. */
import * as chrono from "chrono-node";
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
const languages: Readonly<Record<string, Pick<typeof chrono, "parse">>> = { en: chrono, ...localesOf() };

function localesOf(): Readonly<Record<string, Pick<typeof chrono, "parse">>> {
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
  if (parser === undefined || text.length > 100) return null;
  // German wants a dot behind the day, which exports leave out.
  const [found] = [text, text.replace(/^(\d{1,2}) /, "$1. ")]
    .flatMap((spelling) =>
      parser.parse(spelling, wallClock(now, timezone), { forwardDate: isAhead }).filter((one) => one.text === spelling),
    )
    .slice(0, 1);
  if (found === undefined || found.end) return null;
  const { start } = found;
  const date = [start.get("year"), start.get("month"), start.get("day")]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  const isTimed = start.isCertain("hour");
  const clock = `${String(start.get("hour")).padStart(2, "0")}:${String(start.get("minute") ?? 0).padStart(2, "0")}`;
  return isCalendarDate(date) ? { date, time: isTimed ? clock : null, timezone } : null;
}

/** What the clock of that place shows, as if it were the clock of this machine: the parser reads that one. */
function wallClock(now: number, timezone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone);
  return new Date(local.year, local.month - 1, local.day, local.hour, local.minute);
}
