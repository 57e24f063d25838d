/** Days and clocks of a place, by what every browser has. */

/** What the clock of that place shows at that moment (milliseconds since 1970): `2026-11-22T09:41`. */
export function clockIn(now: number, timezone: string): string {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: timezone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const { year, month, day, hour, minute } = Object.fromEntries(
    format.formatToParts(now).map(({ type, value }) => [type, value]),
  ) as Readonly<Record<"year" | "month" | "day" | "hour" | "minute", string>>;
  return `${year.padStart(4, "0")}-${month}-${day}T${hour}:${minute}`;
}

/** The day of that moment (milliseconds since 1970), on the clock of that place. */
export function dayIn(now: number, timezone: string): string {
  return clockIn(now, timezone).slice(0, 10);
}

/** The day (`YYYY-MM-DD`) so many days later. */
export function daysLater(day: string, count: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + count);
  return moment.toISOString().slice(0, 10);
}

/** The same day so many months later; the last one of a month that is shorter. */
export function monthsLater(day: string, count: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  const wanted = moment.getUTCDate();
  moment.setUTCMonth(moment.getUTCMonth() + count, 1);
  const last = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).getUTCDate();
  moment.setUTCDate(Math.min(wanted, last));
  return moment.toISOString().slice(0, 10);
}

/** Its place in the week: 0 for Monday. */
export function weekdayOf(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}
