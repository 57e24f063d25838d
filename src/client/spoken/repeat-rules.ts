/** The rule (RFC 5545 RRULE) of words in Todoist's English, once their time, start and end are taken off; or why there is none. */

/**
 * Why words have no rule: they count from the completion (`every! day`); from a day that was not said (`every 2 weeks`); fall on a day
 * that not every month has; are several rules in one; have two meanings (`jeden zweiten Montag`); or were not understood.
 */
export type NoRule = "completion" | "start" | "shorter" | "several" | "ambiguous" | "unknown";

/** The rule, or why there is none. */
export type Ruled = { readonly rule: string } | { readonly no: NoRule };

const weekdays = ["su", "mo", "tu", "we", "th", "fr", "sa"] as const;
const weekday = /^(sun|mon|tue|wed|thu|fri|sat)(?:day|s|sday|nesday|rsday|urday|days|sdays|nesdays|rsdays|urdays)?$/;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"] as const;
const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const units: Readonly<Record<string, string>> = {
  hour: "HOURLY",
  day: "DAILY",
  week: "WEEKLY",
  month: "MONTHLY",
  quarter: "MONTHLY",
  year: "YEARLY",
};
const ordinals: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5, last: -1 };
const workdays = "MO,TU,WE,TH,FR";
/** A month has no fewer workdays. */
const leastWorkdays = 20;

const none = (no: NoRule): Ruled => ({ no });
const ruled = (rule: string): Ruled => ({ rule });

/** `isAnchored`: the day that it counts from was said. */
export function ruleOf(said: string, isAnchored: boolean): Ruled {
  if (said.includes("!") || /^after\b/.test(said)) return none("completion");
  if (/^every either\b/.test(said)) return none("ambiguous");
  if (said === "daily" || said === "every day" || said === "everyday") return ruled("FREQ=DAILY");
  if (/^every (weekday|workday)s?$/.test(said)) return ruled(`FREQ=WEEKLY;BYDAY=${workdays}`);
  if (/^every weekends?$/.test(said)) return ruled("FREQ=WEEKLY;BYDAY=SA");
  const forms = [intervalOf, everyOther, weekdaysOf, monthDaysOf, nthOf, yearlyOf];
  for (const form of forms) {
    const found = form(said, isAnchored);
    if (found !== null) return found;
  }
  return none(said.includes(",") && /\d|workday/.test(said) ? "several" : "unknown");
}

type Form = (said: string, isAnchored: boolean) => Ruled | null;

const intervalOf: Form = (said, isAnchored) => {
  const spoken: Readonly<Record<string, string>> = {
    hourly: "every hour",
    weekly: "every week",
    monthly: "every month",
    quarterly: "every quarter",
    yearly: "every year",
  };
  const [, every, unit] =
    /^every (?:(other|\d{1,3}) )?(hour|day|week|month|quarter|year)s?$/.exec(spoken[said] ?? said) ?? [];
  if (unit === undefined) return null;
  if (!isAnchored) return none("start");
  const count = every === undefined ? 1 : every === "other" ? 2 : Number(every);
  const interval = count * (unit === "quarter" ? 3 : 1);
  if (interval < 1) return none("unknown");
  return ruled(`FREQ=${units[unit] as string}${interval === 1 ? "" : `;INTERVAL=${interval}`}`);
};

/** `every other friday`, `every 3 weeks on mon and thu`. */
const everyOther: Form = (said, isAnchored) => {
  const [, weeks = "2", names] = /^every (?:other|(?:(other|\d{1,3}) weeks?) on) (.+)$/.exec(said) ?? [];
  const days = names === undefined ? null : daysOf(names);
  if (days === null) return null;
  if (!isAnchored) return none("start");
  const interval = weeks === "other" ? 2 : Number(weeks);
  return interval < 1 ? none("unknown") : ruled(`FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${days}`);
};

const weekdaysOf: Form = (said) => {
  const days = daysOf(/^every (?:week on )?(.+)$/.exec(said)?.[1] ?? "");
  return days === null ? null : ruled(`FREQ=WEEKLY;BYDAY=${days}`);
};

/** `mon, wed and fri` → `MO,WE,FR`; null unless all of them are weekdays. */
function daysOf(names: string): string | null {
  const days = listed(names).map(dayOf);
  return days.includes(null) ? null : [...new Set(days)].join(",");
}

function listed(words: string): string[] {
  return words.split(/, ?and |, ?| and |; ?| (?=(?:mon|tue|wed|thu|fri|sat|sun))/);
}

function dayOf(name: string): string | null {
  const short = weekday.exec(name)?.[1];
  return short === undefined ? null : (weekdays.find((day) => short.startsWith(day))?.toUpperCase() ?? null);
}

/** `every 1st and 15th`, `every month on the 3rd`. */
const monthDaysOf: Form = (said) => {
  const inMonth = withinMonth(said);
  if (inMonth === "every last day") return ruled("FREQ=MONTHLY;BYMONTHDAY=-1");
  if (inMonth === "every first day") return ruled("FREQ=MONTHLY;BYMONTHDAY=1");
  const days = listed(/^every (.+)$/.exec(inMonth)?.[1] ?? "").map((one) =>
    /^\d{1,2}(?:st|nd|rd|th)?$/.test(one) ? Number.parseInt(one, 10) : 0,
  );
  if (days.some((day) => day < 1 || day > 31)) return null;
  // The 29th to 31st are moved to the end of a shorter month there, and left out by a rule.
  return days.some((day) => day > 28)
    ? none("shorter")
    : ruled(`FREQ=MONTHLY;BYMONTHDAY=${[...new Set(days)].join(",")}`);
};

function withinMonth(said: string): string {
  return said.replace(/ (?:of (?:the|every|each) month|of month)$/, "").replace(/^every month on (?:the )?/, "every ");
}

/** `every 3rd friday`, `every last workday`, `every first monday of january`. */
const nthOf: Form = (said) => {
  const [, ordinal = "", name = "", of] =
    /^every (\w+) (\w+?)(?: (?:of |in |im |de )?([a-z]{3,9})\.?)?$/.exec(withinMonth(said)) ?? [];
  const position = ordinals[ordinal] ?? Number(/^(\d{1,2})(?:st|nd|rd|th)$/.exec(ordinal)?.[1] ?? 0);
  const month = of === undefined ? 0 : monthOf(of);
  if (position === 0 || (of !== undefined && month === 0)) return null;
  const rule = month === 0 ? "FREQ=MONTHLY" : `FREQ=YEARLY;BYMONTH=${month}`;
  if (/^(?:work|week)days?$/.test(name))
    return position > leastWorkdays ? none("shorter") : ruled(`${rule};BYDAY=${workdays};BYSETPOS=${position}`);
  const day = dayOf(name);
  if (day === null) return null;
  return position > 4 ? none("shorter") : ruled(`${rule};BYDAY=${position}${day}`);
};

/** `every jan 27th`, `every 14 jan, 14 apr`: one day of some months. */
const yearlyOf: Form = (said) => {
  const dates = listed(/^every (.+)$/.exec(said)?.[1] ?? "").map(dateOf);
  if (dates.includes(null) || dates.length === 0) return null;
  const known = dates.flatMap((date) => (date === null ? [] : [date]));
  const [{ day } = { day: 0 }] = known;
  if (known.some((date) => date.day !== day)) return none("several");
  if (known.some((date) => date.day > (daysOfMonths[date.month - 1] ?? 0))) return none("unknown");
  if (day === 29 && known.some(({ month }) => month === 2)) return none("shorter");
  return ruled(`FREQ=YEARLY;BYMONTH=${known.map(({ month }) => month).join(",")};BYMONTHDAY=${day}`);
};

function dateOf(words: string): { readonly month: number; readonly day: number } | null {
  const [, before, name = "", after] =
    /^(?:(\d{1,2})(?:st|nd|rd|th)? (?:of )?)?([a-z]{3,9})\.?(?: (\d{1,2})(?:st|nd|rd|th)?)?$/.exec(words) ?? [];
  const month = monthOf(name);
  if (month === 0 || (before === undefined) === (after === undefined)) return null;
  const day = Number(before ?? after);
  return day < 1 ? null : { month, day };
}

/** From 1; 0 for another word. */
function monthOf(name: string): number {
  const isMonth =
    /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/;
  return isMonth.test(name) ? months.findIndex((short) => name.startsWith(short)) + 1 : 0;
}
