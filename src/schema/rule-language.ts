/** What a language says around the parts of a recurrence rule, and English: apart from what puts them together, so that a page can have words without it. */

export type Unit = "HOURLY" | "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";

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
  /** `at minute 30`, of every hour. */
  readonly atMinutes: (minutes: string) => string;
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
  atMinutes: (minutes) => `at minute ${minutes}`,
  times: (count) => (count === 1 ? "once" : `${count} times`),
  until: (day) => `until ${day}`,
  rest: (parts) => `with ${parts}`,
};
