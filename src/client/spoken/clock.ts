/** Days and clocks of a place, by what every browser has. */

/** What the clock of that place shows at that moment (milliseconds since 1970): `2026-11-22T09:41`. */
export function clockIn(now: number, timezone: string): string {
  return clockOf(timezone)(now);
}

/** The clock of that place: answers what it shows at a moment. */
export function clockOf(timezone: string): (moment: number) => string {
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
  return (moment) => {
    const { year, month, day, hour, minute } = Object.fromEntries(
      format.formatToParts(moment).map(({ type, value }) => [type, value]),
    ) as Readonly<Record<"year" | "month" | "day" | "hour" | "minute", string>>;
    return `${year.padStart(4, "0")}-${month}-${day}T${hour}:${minute}`;
  };
}

/** The day of that moment (milliseconds since 1970), on the clock of that place. */
export function dayIn(now: number, timezone: string): string {
  return clockIn(now, timezone).slice(0, 10);
}

/** The moment (milliseconds since 1970) at which the clock of that place shows this (`YYYY-MM-DDTHH:mm`): of two the first, and of an hour that is left out the end. */
export function momentOf(clock: string, timezone: string): number {
  const read = Date.parse(`${clock}Z`);
  const shows = clockOf(timezone);
  const offset = (moment: number): number => Date.parse(`${shows(moment)}Z`) - moment;
  const [before, after] = [read - offset(read - dayMs), read - offset(read + dayMs)];
  const shown = [before, after].filter((moment) => shows(moment) === clock);
  return shown.length > 0 ? Math.min(...shown) : Math.max(before, after);
}

const dayMs = 86_400_000;

/** The day on which this moment is in that place: its first instant, and the first one after it. */
export function dayAround(moment: number, timezone: string): { readonly from: string; readonly to: string } {
  const day = dayIn(moment, timezone);
  const midnightOf = (one: string): string => new Date(momentOf(`${one}T00:00`, timezone)).toISOString();
  return { from: midnightOf(day), to: midnightOf(daysLater(day, 1)) };
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
