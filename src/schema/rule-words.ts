/** A recurrence rule (RFC 5545 RRULE) in words, in any language that gives its table. */
import type { RuleLanguage, Unit } from "./rule-language.ts";

const codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
/** The parts that there are words for, and what their values look like. */
const numbersOf = /^([+-]?\d{1,7}(,|$))+$/;
const said: Readonly<Record<string, RegExp>> = {
  FREQ: /^(HOUR|DAI|WEEK|MONTH|YEAR)LY$/,
  INTERVAL: /^[1-9]\d*$/,
  BYDAY: /^([+-]?\d{0,2}(MO|TU|WE|TH|FR|SA|SU)(,|$))+$/,
  BYMONTHDAY: numbersOf,
  BYMONTH: /^((0?[1-9]|1[0-2])(,|$))+$/,
  BYHOUR: numbersOf,
  BYMINUTE: numbersOf,
  BYSECOND: numbersOf,
  BYSETPOS: numbersOf,
  COUNT: numbersOf,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
  WKST: /^[A-Z]+$/,
};

/** Whether there are words for the rule: nobody has looked at it that an agent asks for. */
export function isSayable(rule: string): boolean {
  const parts = partsOf(rule);
  return (
    parts.has("FREQ") &&
    [...parts].every(([name, value]) => said[name]?.test(value) ?? /^[A-Z\d,+-]+$/.test(name + value))
  );
}

function partsOf(rule: string): ReadonlyMap<string, string> {
  return new Map(
    rule
      .trim()
      .toUpperCase()
      .replace(/^RRULE:/, "")
      .split(";")
      .map((part) => part.split("=", 2) as [string, string]),
  );
}

/** `Every 2 weeks on Monday and Thursday at 09:00`; the rule as it is written where there are no words for it. */
export function ruleInWords(rule: string, language: RuleLanguage): string {
  if (!isSayable(rule)) return rule;
  const parts = partsOf(rule);
  const numbers = (name: string): number[] => (parts.get(name) ?? "").split(",").filter(Boolean).map(Number);
  const [interval = 1] = numbers("INTERVAL");
  const [count] = numbers("COUNT");
  const until = parts.get("UNTIL");
  const rest = [...parts].filter(([name]) => said[name] === undefined).map(([name, value]) => `${name}=${value}`);
  return [
    language.every[(parts.get("FREQ") ?? "DAILY") as Unit](interval),
    daysInWords(parts.get("BYDAY"), numbers("BYSETPOS"), language),
    monthDaysInWords(numbers("BYMONTHDAY"), language),
    monthsInWords(numbers("BYMONTH"), language),
    timesInWords(numbers("BYHOUR"), numbers("BYMINUTE"), language),
    count === undefined ? null : language.times(count),
    until === undefined ? null : language.until(dayOf(until, language)),
    rest.length === 0 ? null : language.rest(rest.join(", ")),
  ]
    .filter((part) => part !== null)
    .join(" ");
}

/** `startsAt`: local, `2026-11-24T09:00:00`. The rule with the time of day, and where it names none the day, that it takes from there. */
export function ruleWithStart(rule: string, startsAt: string): string {
  const parts = partsOf(rule);
  const frequency = parts.get("FREQ") ?? "";
  if (!isSayable(rule) || frequency === "HOURLY") return rule;
  const [, month, day, hour, minute] = startsAt.split(/[-T:]/).map(Number);
  const taken: Readonly<Record<string, string>> = {
    WEEKLY: `;BYDAY=${codes[(new Date(startsAt).getDay() + 6) % 7] ?? ""}`,
    MONTHLY: `;BYMONTHDAY=${day}`,
    YEARLY: `;BYMONTH=${month};BYMONTHDAY=${day}`,
  };
  const namesDay = [...parts.keys()].some((name) => /^BY(?!HOUR|MINUTE|SECOND)/.test(name));
  const hours = parts.has("BYHOUR") ? "" : `;BYHOUR=${hour}`;
  const minutes = parts.has("BYHOUR") || parts.has("BYMINUTE") ? "" : `;BYMINUTE=${minute}`;
  return rule + (namesDay ? "" : (taken[frequency] ?? "")) + hours + minutes;
}

/** The same, from an instant at which it comes. */
export function ruleWithTime(rule: string, instant: string, timezone: string): string {
  const written = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone: timezone });
  return ruleWithStart(rule, written.format(new Date(instant)).replace(" ", "T"));
}

function listed(names: readonly string[], { locale }: RuleLanguage): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
}

/** 5 January 1970 was a Monday. */
function nameOfDay(code: string, { locale }: RuleLanguage): string {
  const day = new Date(Date.UTC(1970, 0, 5 + Math.max(0, codes.indexOf(code))));
  return new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(day);
}

function daysInWords(text: string | undefined, positions: readonly number[], language: RuleLanguage): string | null {
  if (text === undefined) return null;
  const days = text.split(",").map((one) => {
    const [, nth = "", code = ""] = /^([+-]?\d*)([A-Z]{2})$/.exec(one) ?? [];
    const name = nameOfDay(code, language);
    return nth === "" ? name : language.nth(name, Number(nth));
  });
  const list = listed(days, language);
  const chosen = positions.map((position) => language.nth(list, position));
  return language.onDays(chosen.length === 0 ? list : listed(chosen, language));
}

function monthDaysInWords(days: readonly number[], language: RuleLanguage): string | null {
  return days.length === 0 ? null : language.onDays(listed(days.map(language.onMonthDay), language));
}

function monthsInWords(months: readonly number[], language: RuleLanguage): string | null {
  if (months.length === 0) return null;
  const format = new Intl.DateTimeFormat(language.locale, { month: "long", timeZone: "UTC" });
  const names = months.map((month) => format.format(new Date(Date.UTC(1970, month - 1, 1))));
  return language.inMonths(listed(names, language));
}

const two = (number: number): string => String(number).padStart(2, "0");

function timesInWords(hours: readonly number[], minutes: readonly number[], language: RuleLanguage): string | null {
  if (hours.length === 0) return minutes.length === 0 ? null : language.atMinutes(listed(minutes.map(two), language));
  const times = hours.flatMap((hour) =>
    (minutes.length === 0 ? [0] : minutes).map((minute) => `${two(hour)}:${two(minute)}`),
  );
  return language.at(listed(times, language));
}

/** The day in `20261124T…`. */
function dayOf(until: string, { locale }: RuleLanguage): string {
  const [, year = "1970", month = "1", day = "1"] = /^(\d{4})(\d{2})(\d{2})/.exec(until) ?? [];
  const format = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return format.format(new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))));
}
