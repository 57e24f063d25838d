/** A recurrence rule (RFC 5545 RRULE) in words, in any language that gives its table. */

type Unit = "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";

/** What a language says around days, months and times, whose names come from `Intl`. */
export interface RuleLanguage {
  /** As `Intl` names it. */
  readonly locale: string;
  readonly every: Readonly<Record<Unit, (interval: number) => string>>;
  /** `on Monday and Thursday`. */
  readonly onDays: (days: string) => string;
  /** `the first Monday`; -1 is the last one. */
  readonly nth: (day: string, nth: number) => string;
  /** `on day 1 and 15`; -1 is the last one. */
  readonly onMonthDay: (day: number) => string;
  readonly inMonths: (months: string) => string;
  readonly at: (times: string) => string;
  readonly times: (count: number) => string;
  readonly until: (day: string) => string;
  /** Parts of a rule that there are no words for, as they are written. */
  readonly rest: (parts: string) => string;
}

const nths = ["first", "second", "third", "fourth", "fifth"];

const every = (one: string, many: string) => (interval: number) =>
  interval === 1 ? `Every ${one}` : `Every ${interval} ${many}`;

export const englishRules: RuleLanguage = {
  locale: "en-GB",
  every: {
    HOURLY: every("hour", "hours"),
    DAILY: every("day", "days"),
    WEEKLY: every("week", "weeks"),
    MONTHLY: every("month", "months"),
    YEARLY: every("year", "years"),
  },
  onDays: (days) => `on ${days}`,
  nth: (day, nth) =>
    `the ${nth < 0 ? (nth === -1 ? "last" : `${nths[-nth - 1] ?? -nth} to last`) : (nths[nth - 1] ?? nth)} ${day}`,
  onMonthDay: (day) => (day < 0 ? "the last day" : `day ${day}`),
  inMonths: (months) => `in ${months}`,
  at: (times) => `at ${times}`,
  times: (count) => (count === 1 ? "once" : `${count} times`),
  until: (day) => `until ${day}`,
  rest: (parts) => `with ${parts}`,
};

const codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const said = new Set([
  "FREQ",
  "INTERVAL",
  "BYDAY",
  "BYMONTHDAY",
  "BYMONTH",
  "BYHOUR",
  "BYMINUTE",
  "BYSETPOS",
  "COUNT",
  "UNTIL",
  "WKST",
  "BYSECOND",
]);

/** `Every 2 weeks on Monday and Thursday at 09:00`. */
export function ruleInWords(rule: string, language: RuleLanguage): string {
  const parts = new Map(
    rule
      .replace(/^RRULE:/, "")
      .split(";")
      .map((part) => part.split("=", 2) as [string, string]),
  );
  const numbers = (name: string): number[] => (parts.get(name) ?? "").split(",").filter(Boolean).map(Number);
  const [interval = 1] = numbers("INTERVAL");
  const [count] = numbers("COUNT");
  const until = parts.get("UNTIL");
  const rest = [...parts].filter(([name]) => !said.has(name)).map(([name, value]) => `${name}=${value}`);
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

function listed(names: readonly string[], { locale }: RuleLanguage): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
}

/** 5 January 1970 was a Monday. */
function nameOfDay(code: string, { locale }: RuleLanguage): string {
  const day = new Date(Date.UTC(1970, 0, 5 + Math.max(0, codes.indexOf(code))));
  return new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(day);
}

function daysInWords(text: string | undefined, [position]: readonly number[], language: RuleLanguage): string | null {
  if (text === undefined) return null;
  const days = text.split(",").map((one) => {
    const [, nth = "", code = ""] = /^([+-]?\d*)([A-Z]{2})$/.exec(one) ?? [];
    const name = nameOfDay(code, language);
    return nth === "" ? name : language.nth(name, Number(nth));
  });
  const list = listed(days, language);
  return language.onDays(position === undefined ? list : language.nth(list, position));
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
  if (hours.length === 0) return null;
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
