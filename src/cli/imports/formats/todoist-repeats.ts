/**
 * Todoist's recurring dates as rules, where the words have one meaning. What counts from the completion (`every!`), from a day that
 * the export does not name (`every 2 weeks`), or falls on days that not every month has, has none.
 */
import { dueOfWords, dayIn, morning } from "./moments.ts";
import type { Due, Repeat } from "./draft.ts";
import { inEnglish, type RepeatLanguage, repeatLanguages } from "./todoist-languages.ts";

const weekdays = ["su", "mo", "tu", "we", "th", "fr", "sa"] as const;
const weekday = /^(sun|mon|tue|wed|thu|fri|sat)(?:day|s|sday|nesday|rsday|urday|days|sdays|nesdays|rsdays|urdays)?$/;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"] as const;
const units: Readonly<Record<string, string>> = { day: "DAILY", week: "WEEKLY", month: "MONTHLY", year: "YEARLY" };
const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  "1st": 1,
  second: 2,
  "2nd": 2,
  third: 3,
  "3rd": 3,
  fourth: 4,
  "4th": 4,
  last: -1,
};
const timesOfDay: Readonly<Record<string, string>> = {
  morning: "09:00",
  afternoon: "12:00",
  evening: "19:00",
  night: "22:00",
};

/** True when the words, in that language, speak of something that recurs. */
export function isRecurring(words: string, language = "en"): boolean {
  const known = languageOf(language);
  const said = known === undefined ? words.trim() : inEnglish(known, words.trim().toLowerCase());
  return /^(every|after|daily|weekly|monthly|quarterly|yearly)\b/i.test(said);
}

/** The rule that the words mean in that language; null when they are not certain. `now` is where rules begin that name no day. */
export function repeatOfWords(words: string, now: number, timezone: string, language = "en"): Repeat | null {
  const known = languageOf(language);
  const said = words.trim().toLowerCase().replaceAll(/\s+/g, " ");
  if (known === undefined || said.length > 200 || !isRecurring(said, language) || said.includes("!")) return null;
  const dayOfWords = (day: string): Due | null => dueOfWords(day, language, { now, timezone });
  const { rest: unbounded, day: until } = takeDay(said, known.until, dayOfWords);
  const { rest: unanchored, day: start } = takeDay(unbounded, known.starting, dayOfWords);
  const { rest, time } = takeTime(inEnglish(known, unanchored));
  if (until === undefined || start === undefined) return null;
  const rule = ruleOf(rest, start !== null);
  if (rule === null) return null;
  const from: Due = { date: start?.date ?? dayIn(now, timezone), time: time ?? start?.time ?? morning, timezone };
  const end = until === null ? "" : `;UNTIL=${until.date.replaceAll("-", "")}T235959`;
  return { rrule: rule + end, from, words: words.trim() };
}

function languageOf(name: string): RepeatLanguage | undefined {
  return repeatLanguages[name.slice(0, 2).toLowerCase()];
}

interface Taken {
  readonly rest: string;
}

/** Takes off the day that stands behind such words. Null: not said. Undefined: said, and not understood. */
function takeDay(
  said: string,
  behind: RegExp,
  dayOfWords: (day: string) => Due | null,
): Taken & { readonly day: Due | null | undefined } {
  const [whole, day] = behind.exec(said) ?? [];
  if (whole === undefined || day === undefined) return { rest: said, day: null };
  return { rest: said.slice(0, -whole.length), day: dayOfWords(day) ?? undefined };
}

function takeTime(said: string): Taken & { readonly time: string | null } {
  const clock = / (?:at |@ ?)?(\d{1,2})(?::(\d{2}))? ?(am|pm)$| (?:at |@ ?)?(\d{1,2}):(\d{2})$/.exec(said);
  if (clock !== null) {
    const [whole, hour12, minute12 = "00", half, hour24, minute24 = "00"] = clock;
    const hour = half === undefined ? Number(hour24) : (Number(hour12) % 12) + (half === "pm" ? 12 : 0);
    const minute = half === undefined ? minute24 : minute12;
    const isTime =
      hour < 24 && Number(minute) < 60 && (half === undefined || (Number(hour12) >= 1 && Number(hour12) <= 12));
    if (isTime) return { rest: said.slice(0, -whole.length), time: `${String(hour).padStart(2, "0")}:${minute}` };
  }
  const [whole, hour = ""] = / at (\d{1,2})$/.exec(said) ?? [];
  if (whole !== undefined && Number(hour) < 24)
    return { rest: said.slice(0, -whole.length), time: `${hour.padStart(2, "0")}:00` };
  const part = /^every (morning|afternoon|evening|night)$/.exec(said)?.[1];
  return part === undefined ? { rest: said, time: null } : { rest: "every day", time: timesOfDay[part] as string };
}

/** The rule of what is left; `isAnchored`: the day that it counts from was said. */
function ruleOf(said: string, isAnchored: boolean): string | null {
  if (said === "daily" || said === "every day" || said === "everyday") return "FREQ=DAILY";
  if (/^every (weekday|workday)s?$/.test(said)) return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";
  return intervalOf(said, isAnchored) ?? weekdaysOf(said) ?? monthlyOf(said) ?? yearlyOf(said);
}

function intervalOf(said: string, isAnchored: boolean): string | null {
  if (!isAnchored) return null;
  const [, every, unit] = /^every (?:(other|\d{1,3}) )?(day|week|month|year)s?$/.exec(said) ?? [];
  const spoken = { weekly: "WEEKLY", monthly: "MONTHLY", yearly: "YEARLY" }[said];
  if (spoken !== undefined) return `FREQ=${spoken}`;
  if (unit === undefined) return null;
  const interval = every === undefined ? 1 : every === "other" ? 2 : Number(every);
  if (interval < 1) return null;
  return `FREQ=${units[unit] as string}${interval === 1 ? "" : `;INTERVAL=${interval}`}`;
}

function weekdaysOf(said: string): string | null {
  const names = /^every (?:week on )?(.+)$/.exec(said)?.[1]?.split(/, ?and |, ?| and |; ?| /);
  const days = names?.map((name) => dayOf(name)) ?? [];
  if (days.length === 0 || days.includes(null)) return null;
  return `FREQ=WEEKLY;BYDAY=${[...new Set(days)].join(",")}`;
}

function dayOf(name: string): string | null {
  const short = weekday.exec(name)?.[1];
  return short === undefined ? null : (weekdays.find((day) => short.startsWith(day))?.toUpperCase() ?? null);
}

function monthlyOf(said: string): string | null {
  const inMonth = said
    .replace(/ (?:of (?:the|every|each) month|of month)$/, "")
    .replace(/^every month on (?:the )?/, "every ");
  const day = Number(/^every (\d{1,2})(?:st|nd|rd|th)?$/.exec(inMonth)?.[1] ?? 0);
  // The 29th to 31st are moved to the end of a shorter month there, and left out by a rule.
  if (day >= 1 && day <= 28 && /(st|nd|rd|th)$/.test(inMonth)) return `FREQ=MONTHLY;BYMONTHDAY=${day}`;
  if (inMonth === "every last day") return "FREQ=MONTHLY;BYMONTHDAY=-1";
  const [, ordinal = "", name = ""] = /^every (\w+) (\w+)$/.exec(inMonth) ?? [];
  const place = ordinals[ordinal];
  const weekDay = dayOf(name);
  return place === undefined || weekDay === null ? null : `FREQ=MONTHLY;BYDAY=${place}${weekDay}`;
}

function yearlyOf(said: string): string | null {
  const [, before, name = "", after] =
    /^every (?:(\d{1,2})(?:st|nd|rd|th)? (?:of )?)?([a-z]{3,9})\.?(?: (\d{1,2})(?:st|nd|rd|th)?)?$/.exec(said) ?? [];
  const month = months.findIndex((short) => name.startsWith(short) && isMonth(name)) + 1;
  const day = Number(before ?? after ?? 0);
  if (month === 0 || (before === undefined) === (after === undefined) || day < 1 || day > 28) return null;
  return `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${day}`;
}

function isMonth(name: string): boolean {
  return /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/.test(
    name,
  );
}
