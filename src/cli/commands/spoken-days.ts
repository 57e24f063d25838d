/** Days in words, in the four languages that the options understand: `friday`, `in 2 weeks`, `übermorgen`, `lundi`, `pasado mañana`. */
import { known, languages } from "../../client/spoken-days.ts";
import { dayIn, daysLater } from "../../client/spoken/clock.ts";
import { type Due, dueOfWords } from "../../client/spoken/days.ts";
import type { Present } from "../../client/spoken/hear.ts";

export type { Present };

/** The day that the words mean as a whole, said now in the zone of this machine; a weekday is one that comes, unless `isPast`. Null for others. */
export function spokenDay(words: string, { timezone, now }: Present, isPast = false): Due | null {
  for (const language of languages) {
    const due = dueOfWords(known(words), language, { now: now(), timezone, isAhead: !isPast });
    if (due !== null) return due;
  }
  return null;
}

/** The day so many days after that one (YYYY-MM-DD), which is today unless it is given. */
export function dayLater({ timezone, now }: Present, days: number, from = dayIn(now(), timezone)): string {
  return daysLater(from, days);
}

/** The instant (RFC 3339) that the words mean, a day being its first moment; null for others. */
export function spokenInstant(words: string, present: Present, isPast = false): string | null {
  const due = spokenDay(words, present, isPast);
  if (due === null) return null;
  return Temporal.PlainDateTime.from(`${due.date}T${due.time ?? "00:00"}`)
    .toZonedDateTime(present.timezone)
    .toInstant()
    .toString();
}
