/** Which days a rule allows: each BY part limits, and what no part says about the day comes from the start. */
import { dayLength, firstWeek, newYear, weekdayOf, weekdays, weekYearOf } from "./calendar.ts";
import type { Options } from "./rule.ts";

/** True for a day (since 1970) that the rule allows; `start` is the day of its first occurrence. Source: RFC 5545 §3.3.10. */
export function dayTest(rule: Options, start: number): (day: number) => boolean {
  const { byMonth, byMonthDay, byYearDay, byWeekNo, byDay } = withStart(rule, start);
  const weekStart = weekdays.indexOf(rule.wkst ?? "MO");
  const named = weekdays.map((weekday) => byDay === undefined || byDay.some((text) => text.endsWith(weekday)));
  const isNumbered = byDay?.some((text) => text.length > 2) === true;
  const isOfYear = rule.freq === "YEARLY" && rule.byMonth === undefined;
  // The cheap questions first: a rule that hardly ever occurs asks them of a hundred thousand days.
  return (day) => {
    if (!named[weekdayOf(day)]) return false;
    const date = new Date(day * dayLength);
    if (byMonth !== undefined && !byMonth.includes(date.getUTCMonth() + 1)) return false;
    if (byMonthDay !== undefined && !names(byMonthDay, date.getUTCDate(), monthLength(date))) return false;
    if (byYearDay !== undefined && !names(byYearDay, yearDay(day, date), yearLength(date))) return false;
    if (byWeekNo !== undefined && !isInWeek(byWeekNo, day, weekStart)) return false;
    if (!isNumbered) return true;
    return isOfYear
      ? isDay(byDay, day, yearDay(day, date), yearLength(date))
      : isDay(byDay, day, date.getUTCDate(), monthLength(date));
  };
}

/** The rule with the parts about the day that it takes from its start. */
function withStart(rule: Options, start: number): Options {
  if (rule.byDay !== undefined || rule.byMonthDay !== undefined || rule.byYearDay !== undefined) return rule;
  const date = new Date(start * dayLength);
  if (rule.freq === "WEEKLY" || rule.byWeekNo !== undefined) {
    return { ...rule, byDay: [weekdays[weekdayOf(start)] as string] };
  }
  if (rule.freq === "MONTHLY") return { ...rule, byMonthDay: [date.getUTCDate()] };
  if (rule.freq !== "YEARLY") return rule;
  return { ...rule, byMonthDay: [date.getUTCDate()], byMonth: rule.byMonth ?? [date.getUTCMonth() + 1] };
}

/** True when a list that counts from 1, or from the end, has the value; `most` is the last one. */
function names(list: readonly number[], value: number, most: number): boolean {
  return list.includes(value) || list.includes(value - most - 1);
}

function monthLength(date: Date): number {
  const month = date.getUTCMonth();
  if (month !== 1) return [3, 5, 8, 10].includes(month) ? 30 : 31;
  return yearLength(date) - 337;
}

function yearLength(date: Date): number {
  return newYear(date.getUTCFullYear() + 1) - newYear(date.getUTCFullYear());
}

function yearDay(day: number, date: Date): number {
  return day - newYear(date.getUTCFullYear()) + 1;
}

function isInWeek(byWeekNo: readonly number[], day: number, weekStart: number): boolean {
  const year = weekYearOf(day, weekStart);
  const first = firstWeek(year, weekStart);
  return names(byWeekNo, Math.floor((day - first) / 7) + 1, (firstWeek(year + 1, weekStart) - first) / 7);
}

/** BYDAY: a number counts the weekday within the month or the year, of which the day is number `ordinal` of `most`. */
function isDay(byDay: readonly string[], day: number, ordinal: number, most: number): boolean {
  const weekday = weekdays[weekdayOf(day)] as string;
  return byDay.some((text) => {
    if (!text.endsWith(weekday)) return false;
    const number = Number(text.slice(0, -2));
    return number === 0 || number === Math.ceil(ordinal / 7) || number === -Math.ceil((most - ordinal + 1) / 7);
  });
}
