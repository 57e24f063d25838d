/**
 * A second reading of RFC 5545 §3.3.10, as plain as can be: every time of every day is asked whether the rule allows it, and
 * BYSETPOS picks from what each period allows. Slow, and without one line of the code it judges.
 */

export interface OracleRule {
  readonly freq: "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  readonly interval: number;
  readonly count?: number | undefined;
  readonly weekStart: string;
  readonly month?: readonly number[] | undefined;
  readonly weekNo?: readonly number[] | undefined;
  readonly yearDay?: readonly number[] | undefined;
  readonly monthDay?: readonly number[] | undefined;
  readonly day?: readonly string[] | undefined;
  readonly hour?: readonly number[] | undefined;
  readonly minute?: readonly number[] | undefined;
  readonly position?: readonly number[] | undefined;
}

const names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const epoch = Temporal.PlainDate.from("1970-01-01");

/** Days of the longest period: BYSETPOS needs whole periods, also those that the start and the last day are in. */
const longest = { HOURLY: 1, DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 372 };

/** All local times of the rule from `start` to the end of `last`, in order. */
export function occurrences(rule: OracleRule, start: Temporal.PlainDateTime, last: Temporal.PlainDate): string[] {
  const own = start.toPlainDate();
  const first = period(rule, start);
  const around = { days: longest[rule.freq] };
  const periods = new Map<number, Temporal.PlainDateTime[]>();
  const end = last.add(around);
  for (let date = own.subtract(around); Temporal.PlainDate.compare(date, end) <= 0; date = date.add({ days: 1 })) {
    if (!allowsDay(rule, date, own)) continue;
    for (const time of timesOf(rule, date, start)) {
      const key = period(rule, time);
      if ((key - first) % rule.interval !== 0) continue;
      const same = periods.get(key);
      if (same === undefined) periods.set(key, [time]);
      else same.push(time);
    }
  }
  return [...periods.values()]
    .flatMap((times) => picked(times, rule.position))
    .filter((time) => Temporal.PlainDateTime.compare(time, start) >= 0)
    .slice(0, rule.count)
    .filter((time) => Temporal.PlainDate.compare(time.toPlainDate(), last) <= 0)
    .map((time) => time.toString({ smallestUnit: "second" }));
}

/** The text of the rule. */
export function ruleText(rule: OracleRule): string {
  const parts: [string, string | number | readonly (string | number)[] | undefined][] = [
    ["FREQ", rule.freq],
    ["INTERVAL", rule.interval],
    ["COUNT", rule.count],
    ["WKST", rule.weekStart],
    ["BYMONTH", rule.month],
    ["BYWEEKNO", rule.weekNo],
    ["BYYEARDAY", rule.yearDay],
    ["BYMONTHDAY", rule.monthDay],
    ["BYDAY", rule.day],
    ["BYHOUR", rule.hour],
    ["BYMINUTE", rule.minute],
    ["BYSETPOS", rule.position],
  ];
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${String(value)}`])).join(";");
}

function timesOf(rule: OracleRule, date: Temporal.PlainDate, start: Temporal.PlainDateTime): Temporal.PlainDateTime[] {
  const every = Array.from({ length: 24 }, (_, hour) => hour);
  const hours = rule.hour ?? (rule.freq === "HOURLY" ? every : [start.hour]);
  const sorted = (values: readonly number[]) => [...new Set(values)].sort((a, b) => a - b);
  return sorted(hours).flatMap((hour) =>
    sorted(rule.minute ?? [start.minute]).map((minute) => date.toPlainDateTime({ hour, minute, second: start.second })),
  );
}

/** The number of the period that a time is in: two times are in the same one exactly when the numbers are equal. */
function period(rule: OracleRule, time: Temporal.PlainDateTime): number {
  const date = time.toPlainDate();
  const days = epoch.until(date, { largestUnit: "days" }).days;
  if (rule.freq === "HOURLY") return days * 24 + time.hour;
  if (rule.freq === "DAILY") return days;
  if (rule.freq === "WEEKLY") return epoch.until(weekBegin(date, rule.weekStart), { largestUnit: "days" }).days / 7;
  if (rule.freq === "MONTHLY") return date.year * 12 + date.month;
  return rule.weekNo === undefined ? date.year : week(date, rule.weekStart).year;
}

function picked(times: readonly Temporal.PlainDateTime[], positions: readonly number[] | undefined) {
  if (positions === undefined) return times;
  return times.filter((_, index) => positions.includes(index + 1) || positions.includes(index - times.length));
}

function allowsDay(rule: OracleRule, date: Temporal.PlainDate, own: Temporal.PlainDate): boolean {
  const either = (list: readonly number[] | undefined, fromStart: number, most: number) =>
    list === undefined || list.includes(fromStart) || list.includes(fromStart - most - 1);
  if (rule.month !== undefined && !rule.month.includes(date.month)) return false;
  if (!either(rule.yearDay, date.dayOfYear, date.daysInYear)) return false;
  if (!either(rule.monthDay, date.day, date.daysInMonth)) return false;
  if (rule.weekNo !== undefined) {
    const { number, of } = week(date, rule.weekStart);
    if (!either(rule.weekNo, number, of)) return false;
  }
  if (rule.day !== undefined) return rule.day.some((text) => isWeekday(text, date, rule));
  if (rule.yearDay !== undefined || rule.monthDay !== undefined) return true;
  // What the rule does not say comes from the start.
  if (rule.freq === "WEEKLY" || rule.weekNo !== undefined) return date.dayOfWeek === own.dayOfWeek;
  if (rule.freq === "MONTHLY") return date.day === own.day;
  if (rule.freq === "YEARLY") return date.day === own.day && (rule.month !== undefined || date.month === own.month);
  return true;
}

/** BYDAY: with a number, the so manyth such day of the month, or of the year. */
function isWeekday(text: string, date: Temporal.PlainDate, rule: OracleRule): boolean {
  if (names[date.dayOfWeek - 1] !== text.slice(-2)) return false;
  const number = Number(text.slice(0, -2));
  if (number === 0) return true;
  const isWithin = (other: Temporal.PlainDate) =>
    other.year === date.year && ((rule.freq === "YEARLY" && rule.month === undefined) || other.month === date.month);
  let seen = 1;
  const step = { days: number > 0 ? -7 : 7 };
  for (let other = date.add(step); isWithin(other); other = other.add(step)) seen += 1;
  return seen === Math.abs(number);
}

function weekBegin(date: Temporal.PlainDate, weekStart: string): Temporal.PlainDate {
  let begin = date;
  while (names[begin.dayOfWeek - 1] !== weekStart) begin = begin.subtract({ days: 1 });
  return begin;
}

/** The week of a day: it belongs to the year that has at least four of its days, which is the year of its fourth day. */
function week(date: Temporal.PlainDate, weekStart: string): { year: number; number: number; of: number } {
  const fourth = weekBegin(date, weekStart).add({ days: 3 });
  const number = Math.ceil(fourth.dayOfYear / 7);
  const rest = Math.floor((fourth.daysInYear - fourth.dayOfYear) / 7);
  return { year: fourth.year, number, of: number + rest };
}
