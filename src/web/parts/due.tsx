/** A day in words: today, tomorrow, Friday, 2 Jan. */
import { daysBetween, noonOf } from "../base/days.ts";
import { platform } from "../base/ports.ts";
import { dayOfMoment, zone } from "../base/zone.ts";
import { language, words } from "../words/index.ts";

/** How a day is called when it is `today`. */
export function dayInWords(day: string, today: string): string {
  const away = daysBetween(today, day);
  if (away === 0) return words.days.today;
  if (away === 1) return words.days.tomorrow;
  if (away === -1) return words.days.yesterday;
  const moment = noonOf(day);
  if (away > 1 && away < 7) return format(moment, { weekday: "long" });
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return format(moment, { day: "numeric", month: "short", ...(!isThisYear && { year: "numeric" }) });
}

/** `Monday, 23 November`. */
export function longDay(day: string): string {
  return format(noonOf(day), { weekday: "long", day: "numeric", month: "long" });
}

/** `November 2026`. */
export function monthInWords(day: string): string {
  return format(noonOf(day), { month: "long", year: "numeric" });
}

/** `23 – 29 Nov 2026`. */
export function weekInWords(days: readonly string[]): string {
  const options = { day: "numeric", month: "short", year: "numeric" } as const;
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return new Intl.DateTimeFormat(language(), options).formatRange(noonOf(first), noonOf(last));
}

/** `Mon`. */
export function weekDay(day: string): string {
  return format(noonOf(day), { weekday: "short" });
}

/** `23`. */
export function dayNumber(day: string): string {
  return String(noonOf(day).getDate());
}

/** `23 Nov, 14:05`, and `23 Nov 2025, 14:05` in another year than now. */
export function momentInWords(instant: string, now = platform.now()): string {
  const moment = Date.parse(instant);
  const isThisYear = yearOf(moment) === yearOf(now);
  return format(new Date(moment), {
    ...momentParts,
    ...(!isThisYear && { year: "numeric" }),
    timeZone: zone.value,
  });
}

/** The same of what a clock shows, in whichever zone: `2026-11-23T14:05:00`. */
export function clockInWords(clock: string): string {
  return format(new Date(clock), momentParts);
}

function yearOf(moment: number): string {
  return dayOfMoment(moment).slice(0, 4);
}

const momentParts = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;

/** `14:05`. */
export function timeInWords(moment: number): string {
  return format(new Date(moment), { hour: "2-digit", minute: "2-digit", timeZone: zone.value });
}

const hour = 3_600_000;

/** `in 5 hours`, `in 20 minutes`; null for what is more than a day away. */
export function soonInWords(instant: string, now: number): string | null {
  const left = Date.parse(instant) - now;
  if (left > 24 * hour) return null;
  const relative = new Intl.RelativeTimeFormat(language(), { numeric: "always" });
  if (left >= hour) return relative.format(Math.floor(left / hour), "hour");
  return relative.format(Math.max(0, Math.floor(left / 60_000)), "minute");
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(moment: Date, options: Intl.DateTimeFormatOptions): string {
  const key = language() + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language(), options);
  formats.set(key, known);
  return known.format(moment);
}

export function Due({
  day,
  today,
  isDone,
}: {
  readonly day: string | null;
  readonly today: string;
  readonly isDone: boolean;
}) {
  if (day === null) return null;
  const isLate = !isDone && day < today;
  const tone = isLate ? "late" : day === today ? "now" : "";
  return (
    <time className={`due ${tone}`} dateTime={day}>
      {isLate && <span className="unseen">{words.days.late} </span>}
      {dayInWords(day, today)}
    </time>
  );
}
