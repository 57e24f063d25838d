/**
 * The occurrences of a rule on one axis of time, period by period: the days that the rule allows in a period, times the times of
 * day, of which BYSETPOS picks. Times are milliseconds since 1970 as if the wall clock showed UTC; an hourly rule counts real hours,
 * and its caller says what the wall clock shows then. Source: RFC 5545 §3.3.10.
 *
 * A period of a yearly rule with BYWEEKNO is the year of its numbered weeks, which may begin in December and end in January.
 */
import {
  dayLength,
  firstWeek,
  monthBegin,
  monthOf,
  newYear,
  weekBegin,
  weekdays,
  weekOf,
  weekYearOf,
  yearOf,
} from "./calendar.ts";
import { dayTest } from "./days.ts";
import type { Options } from "./rule.ts";

/**
 * Days looked at for one occurrence (of an hourly rule: hours, on a day that it allows); past them the rule counts as one that never
 * occurs. 136 years, or as many periods of a yearly rule: the rarest dates that are, such as a Monday 29 February, come within 40.
 */
export const budget = 50_000;
const hourLength = 3_600_000;
const hourFrom = (time: number): number => Math.ceil(time / hourLength);
const lastDay = newYear(10_000) - 1;

/** The next occurrence after a wall-clock time. Asked in the order of time, it goes through the periods once. */
export type Series = (after: number) => number | null;

/** How far the wall clock is ahead of the axis at a time (milliseconds). */
export type Shift = (time: number) => number;

/** Sorted times that are not built one by one: a year may have millions of them. */
interface Times {
  readonly size: number;
  readonly at: (index: number) => number;
}

/** Numbers the periods of a frequency: the one that a day is in, and the first day of one. */
interface Periods {
  readonly of: (day: number) => number;
  readonly begin: (period: number) => number;
}

/** What a period has, and how many days were looked at; `skipTo` is the first period that may have more when there is nothing. */
interface Found {
  readonly set: Times;
  readonly looked: number;
  readonly skipTo?: number;
}

const nothing: Times = { size: 0, at: () => Number.NaN };

/**
 * The series of a rule anchored at `start`; it ends with COUNT and with year 9999. UNTIL is the caller's. `onLook` receives the
 * days looked at. `shiftAt`: for an hourly rule, by how many milliseconds the wall clock is ahead of the axis at a time.
 */
export function expand(
  rule: Options,
  start: number,
  onLook: (days: number) => void = () => {},
  shiftAt: Shift = () => 0,
): Series {
  const isHourly = rule.freq === "HOURLY";
  const periods = periodsOf(rule);
  const number = (time: number) =>
    isHourly ? Math.floor(time / hourLength) : periods.of(Math.floor(time / dayLength));
  const find = isHourly ? hours(rule, start, shiftAt) : days(rule, start, periods);
  const lastPeriod = number(lastDay * dayLength);
  const first = number(start);
  const begin = { after: -Infinity, period: first, left: rule.count ?? Infinity };
  /** Where the last answer stood, and after which time it was asked for: nothing later stands before it. */
  let reached = begin;
  return (after) => {
    let { period, left } = after < reached.after ? begin : reached;
    for (let looked = 0; looked < budget && period <= lastPeriod;) {
      const found = find(period);
      onLook(found.looked);
      const from = firstAbove(found.set, start - 1);
      const index = firstAbove(found.set, Math.max(after, start - 1));
      if (index < found.set.size) {
        reached = { after, period, left };
        return index - from < left ? found.set.at(index) : null;
      }
      left -= found.set.size - from;
      if (left <= 0) return null;
      looked = found.set.size > 0 ? 0 : looked + found.looked;
      let steps = Math.max(1, Math.ceil(((found.skipTo ?? 0) - period) / rule.interval));
      // What lies before the period in question does not matter without COUNT, and with one when each has as many.
      const ahead = Math.floor((number(after) - period) / rule.interval);
      if (ahead > steps && (left === Infinity || (period > first && isSteady(rule)))) {
        if (left !== Infinity) left -= (ahead - 1) * found.set.size;
        if (left <= 0) return null;
        steps = ahead;
      }
      period += steps * rule.interval;
    }
    return null;
  };
}

/** True when every period but the first has as many occurrences as any other. */
function isSteady(rule: Options): boolean {
  if (rule.byMonth !== undefined || rule.freq === "MONTHLY" || rule.freq === "YEARLY") return false;
  if (rule.freq === "WEEKLY") return true;
  if (rule.freq === "HOURLY" && (rule.byHour !== undefined || rule.byYearDay !== undefined)) return false;
  return rule.byDay === undefined && rule.byMonthDay === undefined;
}

function periodsOf(rule: Options): Periods {
  const start = weekdays.indexOf(rule.wkst ?? "MO");
  if (rule.freq === "YEARLY" && rule.byWeekNo === undefined) return { of: yearOf, begin: newYear };
  if (rule.freq === "YEARLY") {
    return { of: (day) => weekYearOf(day, start), begin: (year) => firstWeek(year, start) };
  }
  if (rule.freq === "MONTHLY") return { of: monthOf, begin: monthBegin };
  if (rule.freq === "WEEKLY") return { of: (day) => weekOf(day, start), begin: (week) => weekBegin(week, start) };
  return { of: (day) => day, begin: (day) => day };
}

function days(rule: Options, start: number, periods: Periods): (period: number) => Found {
  const isAllowed = dayTest(rule, Math.floor(start / dayLength));
  const times = withinDay(rule, new Date(start));
  return (period) => {
    const begin = periods.begin(period);
    const end = periods.begin(period + 1);
    const allowed: number[] = [];
    for (let day = begin; day < end; day += 1) if (isAllowed(day)) allowed.push(day);
    const at = (index: number) =>
      (allowed[Math.floor(index / times.length)] as number) * dayLength + (times[index % times.length] as number);
    return { set: chosen({ size: allowed.length * times.length, at }, rule.bySetPos), looked: end - begin };
  };
}

/** The times of a day that the rule names, in order. */
export function withinDay(rule: Options, own: Date): number[] {
  return unique(rule.byHour, own.getUTCHours()).flatMap((hour) =>
    withinHour(rule, own).map((time) => hour * hourLength + time),
  );
}

function hours(rule: Options, start: number, shiftAt: Shift): (period: number) => Found {
  const isAllowed = dayTest(rule, Math.floor(start / dayLength));
  const times = withinHour(rule, new Date(start));
  return (hour) => {
    const begin = hour * hourLength;
    const shift = shiftAt(begin);
    const day = Math.floor((begin + shift) / dayLength);
    if (!isAllowed(day)) {
      const midnight = (day + 1) * dayLength - shift;
      return { set: nothing, looked: 1, skipTo: hourFrom(midnight - Math.max(0, shiftAt(midnight) - shift)) };
    }
    const named = Math.floor((begin + shift - day * dayLength) / hourLength);
    if (rule.byHour !== undefined && !rule.byHour.includes(named)) return { set: nothing, looked: 1 };
    const at = (index: number) => begin + (times[index] as number);
    return { set: chosen({ size: times.length, at }, rule.bySetPos), looked: 1 };
  };
}

/** The times within an hour that the rule names, in order; what it leaves out is that of its start. */
export function withinHour(rule: Options, own: Date): number[] {
  return unique(rule.byMinute, own.getUTCMinutes()).flatMap((minute) =>
    unique(rule.bySecond, own.getUTCSeconds()).map((second) => (minute * 60 + second) * 1000),
  );
}

function unique(values: readonly number[] | undefined, own: number): number[] {
  return [...new Set(values ?? [own])].sort((a, b) => a - b);
}

/** BYSETPOS: positions counted from 1, or from the end. */
function chosen(set: Times, positions: readonly number[] | undefined): Times {
  if (positions === undefined || set.size === 0) return set;
  const indexes = positions
    .map((position) => (position > 0 ? position - 1 : set.size + position))
    .filter((index) => index >= 0 && index < set.size);
  const sorted = unique(indexes, 0);
  return { size: sorted.length, at: (index) => set.at(sorted[index] as number) };
}

/** The index of the first time above `bound`; the size when there is none. */
function firstAbove(set: Times, bound: number): number {
  let low = 0;
  let high = set.size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (set.at(middle) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}
