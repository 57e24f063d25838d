/**
 * Todoist's recurring dates as rules, where the words have one meaning. What counts from the completion (`every!`), from a day that
 * the export does not name (`every 2 weeks`), or falls on days that not every month has, has none.
 */
import { clockIn, dayIn, daysLater, monthsLater, weekdayOf } from "./clock.ts";
import { type Due, dueOfWords, morning } from "./days.ts";
import { type Language, languages } from "../spoken-days.ts";
import { inEnglish, type RepeatLanguage, repeatLanguages } from "./repeat-languages.ts";
import { type NoRule, ruleOf } from "./repeat-rules.ts";

export interface Repeat {
  /** One RFC 5545 RRULE value. */
  readonly rrule: string;
  /** What the rule counts from. */
  readonly from: Due;
  /** As it was said. */
  readonly words: string;
}

const timesOfDay: Readonly<Record<string, string>> = {
  morning: "09:00",
  afternoon: "12:00",
  evening: "19:00",
  night: "22:00",
};

/** True when the words, in that language, speak of something that recurs. */
export function isRecurring(words: string, language = "en"): boolean {
  const known = languageOf(language);
  const said = known === undefined ? words.trim() : inEnglish(repeatLanguages[known], words.trim().toLowerCase());
  return /^(every|after|daily|hourly|weekly|monthly|quarterly|yearly)\b/i.test(said);
}

/** The rule that the words mean in that language; null when they are not certain. `now` is where rules begin that name no day. */
export function repeatOfWords(words: string, now: number, timezone: string, language = "en"): Repeat | null {
  const read = readRepeat(words, { now, timezone, language });
  return "no" in read ? null : read;
}

/** When and where words are said, and in which language. */
interface Said {
  readonly now: number;
  readonly timezone: string;
  readonly language: string;
}

/** The same, or why there is no rule. */
export function readRepeat(words: string, { now, timezone, language }: Said): Repeat | { readonly no: NoRule } {
  const spoken = languageOf(language);
  const said = words.trim().toLowerCase().replaceAll(/\s+/g, " ");
  if (spoken === undefined || said.length > 200 || !isRecurring(said.replace("!", ""), language))
    return { no: "unknown" };
  const known = repeatLanguages[spoken];
  const dayOfWords = (day: string): Due | null => dueOfWords(day, spoken, { now, timezone });
  const { rest: endless, day: until } = takeDay(said, known.until, dayOfWords);
  const { rest: unbounded, days } = takeSpan(endless, known.during);
  const { rest: unanchored, day: start } = takeDay(unbounded, known.starting, dayOfWords);
  const { rest, time } = takeTime(inEnglish(known, unanchored));
  const found = ruleOf(rest, start !== null);
  if ("no" in found) return found;
  if (until === undefined || start === undefined) return { no: "unknown" };
  const begins: Due = {
    date: start?.date ?? dayIn(now, timezone),
    time: time ?? start?.time ?? (found.rule.startsWith("FREQ=HOURLY") ? clockIn(now, timezone).slice(11) : morning),
    timezone,
  };
  const from = { ...begins, date: firstDay(found.rule, begins.date) };
  const last = until?.date ?? (days === null ? null : days(from.date));
  const end = last === null ? "" : `;UNTIL=${last.replaceAll("-", "")}T235959`;
  return { rrule: found.rule + end, from, words: words.trim() };
}

/** Weeks that are skipped are counted from the first day that the rule names, not from the week of the day that was said. */
function firstDay(rule: string, date: string): string {
  const [, days = ""] = /INTERVAL=\d+;BYDAY=([A-Z,]+)$/.exec(rule) ?? [];
  const names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
  if (days === "") return date;
  const wanted = new Set(days.split(","));
  let day = date;
  while (!wanted.has(names[weekdayOf(day)] as string)) day = daysLater(day, 1);
  return day;
}

/** By the two letters with which exports name it. */
function languageOf(name: string): Language | undefined {
  return languages.find((language) => language === name.slice(0, 2).toLowerCase());
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

/** The day that is so many of them later. */
const spans = {
  day: daysLater,
  week: (from: string, count: number) => daysLater(from, count * 7),
  month: monthsLater,
  year: (from: string, count: number) => monthsLater(from, count * 12),
} as const;

/** Takes off how long it goes on; the last day follows from the first. */
function takeSpan(
  said: string,
  { pattern, units }: RepeatLanguage["during"],
): Taken & { readonly days: ((from: string) => string) | null } {
  const [whole, count = "", word = ""] = pattern.exec(said) ?? [];
  const unit = units.find(([name]) => new RegExp(`^(?:${name})$`, "u").test(word))?.[1];
  if (whole === undefined || unit === undefined) return { rest: said, days: null };
  const days = (from: string): string => daysLater(spans[unit](from, Number(count)), -1);
  return { rest: said.slice(0, -whole.length), days };
}
