/** Days in words, in the four languages that the options understand: `friday`, `in 2 weeks`, `übermorgen`, `lundi`, `pasado mañana`. */
import { known, languages } from "../../client/spoken-days.ts";
import { dayIn, daysLater } from "../../client/spoken/clock.ts";
import { type Due, dueOfWords } from "../../client/spoken/days.ts";
import type { Present } from "../../client/spoken/hear.ts";
import { usage } from "../ports/failure.ts";

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

/** From the midnight of a day that has been to the next one (RFC 3339), in the zone of this machine. Throws when the option says no day. */
export function spanOfDay(
  option: string,
  words: string,
  present: Present,
): { readonly from: string; readonly to: string } {
  const said = spokenDay(words, present, true);
  if (said === null)
    throw usage(`${option}: expected a day, such as yesterday, monday or 2026-11-22; got ${JSON.stringify(words)}.`);
  const start = Temporal.PlainDate.from(said.date);
  const midnight = (date: Temporal.PlainDate): string => date.toZonedDateTime(present.timezone).toInstant().toString();
  return { from: midnight(start), to: midnight(start.add({ days: 1 })) };
}
