/** Calendar days in the person's time zone. Days are `YYYY-MM-DD` text and never pass through an instant, so none drifts. */
import type { Present } from "./intents.ts";

/** The day it is where the person is. */
export function today({ now, timezone }: Present): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate();
}

/** Minutes east of UTC, now. */
export function offsetMinutes({ now, timezone }: Present): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone);
  return Math.round(zoned.offsetNanoseconds / 60_000_000_000);
}

/** Monday of the week of `day`. */
export function monday(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.subtract({ days: day.dayOfWeek - 1 });
}

/** The last day of the month of `day`. */
export function monthEnd(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.with({ day: day.daysInMonth });
}

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A day as people say it: "today", "tomorrow", "Fri 6 Mar", with the year when it is another one. */
export function spoken(date: string, present: Present): string {
  const day = Temporal.PlainDate.from(date);
  const now = today(present);
  const distance = now.until(day).total("days");
  if (distance === 0) return "today";
  if (distance === 1) return "tomorrow";
  if (distance === -1) return "yesterday";
  const year = day.year === now.year ? "" : ` ${day.year}`;
  return `${WEEKDAYS[day.dayOfWeek - 1]} ${day.day} ${MONTHS[day.month - 1]}${year}`;
}
