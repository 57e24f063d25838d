/** Finds days in sentences. chrono reads the phrases; what it takes for a date and people do not, or no calendar has, is refused here. */
import { type ParsedResult, parse as parseDates } from "chrono-node/en";
import { monday, offsetMinutes, today } from "../shared/calendar.ts";
import type { Present } from "../shared/intents.ts";
import { isInQuotes } from "../shared/words.ts";

export interface FoundDay {
  readonly date: string;
  /** Where the phrase stands, with the preposition before it. */
  readonly start: number;
  readonly end: number;
  /** A time of day in the phrase, as written ("3pm"); a todo is due on a day, so this stays in its title. */
  readonly time: string | null;
}

const PREPOSITION =
  /(?:^|[\s,;(–-])(?:(?:is|due|deadline|by|on|before|until|till|for|at|starting)\b[\s:]*)+(?:the\s+)?$/i;
/** After these a day may lie in the past: it is no memory but a demand. */
const DEMANDED = /\b(?:due|deadline)\b(?:\s+(?:is|was|date|day|on|by))*[\s:]*$/i;
const WEEKDAY_ONLY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*$/i;
const TIME_SPAN = /(?:hour|minute|second|min|sec|hr)s?$/i;

const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first".split(
    " ",
  );
/** "By the fifteenth", with nothing behind it that the number may count. */
const SPELLED = new RegExp(
  `(?<=\\b(?:on|by|due|until|before) )the (${ORDINALS.join("|")})(?=[\\s.!?)]*$|\\s*[,;])`,
  "i",
);

/** The last day that the sentence names as a date of its own: from today on, or any that it says something is due. */
export function findDay(text: string, present: Present): FoundDay | null {
  const found = [...readOwn(text, present), ...readPhrases(text, present)].filter((each) =>
    standsAlone(text, each, text.slice(each.start, each.end)),
  );
  const last = found.sort((one, other) => one.end - other.end || other.start - one.start).at(-1);
  if (last === undefined || isInQuotes(text, last.start)) return null;
  const preposition = PREPOSITION.exec(text.slice(0, last.start));
  return preposition === null ? last : { ...last, start: preposition.index };
}

/** The day when the whole text is one ("next Friday"); null otherwise, with a time of day as well: no field takes that. */
export function readDay(text: string, present: Present): string | null {
  const bare = text
    .trim()
    .replace(/^(?:on|by|to|until|the)\s+/i, "")
    .replace(/[.!?]+$/, "");
  const found = findDay(`on ${bare}`, present);
  const isWhole = found !== null && found.start === 0 && found.end === bare.length + 3;
  return isWhole && found.time === null ? found.date : null;
}

function readPhrases(text: string, present: Present): FoundDay[] {
  const reference = { instant: new Date(present.now), timezone: offsetMinutes(present) };
  const results = parseDates(text, reference, { forwardDate: true });
  return results.flatMap((result) => {
    const demanded = DEMANDED.test(text.slice(0, result.index));
    // Looking forward, chrono takes "last Friday" for the next one.
    const past = /^last\b/i.test(result.text) ? parseDates(result.text, reference).at(0) : undefined;
    const day = past === undefined ? result : Object.assign(past, { index: result.index });
    return isDay(day, present, demanded) ? [toFound(day)] : [];
  });
}

function isDay(result: ParsedResult, present: Present, demanded: boolean): boolean {
  const { text, start, end } = result;
  // Of a span of days one would be lost.
  if (end && !isSpanOfHours(result)) return false;
  if (/^now$/i.test(text) || (TIME_SPAN.test(text) && !/^(?:in|within)\b/i.test(text))) return false;
  const named = start.isCertain("day") || start.isCertain("weekday") || start.isCertain("month");
  if (!named && !/\d\s*(?:am|pm)|\d:\d\d|noon|midnight/i.test(text)) return false;
  return demanded || Temporal.PlainDate.compare(dayOf(result), today(present)) >= 0;
}

function isSpanOfHours({ start, end }: ParsedResult): boolean {
  if (!end?.isCertain("hour") || !start.isCertain("hour")) return false;
  return dayOf({ start }).equals(dayOf({ start: end }));
}

function dayOf({ start }: Pick<ParsedResult, "start">): Temporal.PlainDate {
  const value = (part: "year" | "month" | "day"): number => start.get(part) ?? 1;
  return Temporal.PlainDate.from({ year: value("year"), month: value("month"), day: value("day") });
}

const HOUR = /\d{1,2}(?::\d\d)?\s*(?:am|pm)\b|\d{1,2}:\d\d|\bnoon\b|\bmidnight\b|(?<=\bat )\d{1,2}\b/i;
const CLOCK = "(?:\\d{1,2}(?::\\d\\d)?\\s*(?:am|pm)?|noon|midnight)";
const HOURS = new RegExp(`\\b${CLOCK}\\s*(?:[-–]|to|until|till?)\\s*${CLOCK}(?![\\d:])`, "i");

function toFound(result: ParsedResult): FoundDay {
  const time = (result.end ? HOURS : HOUR).exec(result.text);
  const end = result.index + result.text.length;
  return { date: dayOf(result).toString(), start: result.index, end, time: time?.[0] ?? null };
}

/** Phrases that chrono does not know: "the 15th", "end of the week", "EOD". */
function readOwn(text: string, present: Present): FoundDay[] {
  const now = today(present);
  const found: FoundDay[] = [];
  const add = (match: RegExpExecArray | null, date: Temporal.PlainDate): void => {
    if (match === null) return;
    found.push({ date: date.toString(), start: match.index, end: match.index + match[0].length, time: null });
  };
  add(/\b(?:eod|end of (?:the |this )?day)\b/i.exec(text), now);
  add(/\b(?:eow|end of (?:the |this )?week|this week)\b/i.exec(text), monday(now).add({ days: 6 }));
  const ordinal =
    /(?<=\b(?:on|by|due|until|before) )the (\d{1,2})(?:st|nd|rd|th)\b(?! (?:of )?[a-z]+(?:uary|ch|il|ay|une|uly|ust|ber)\b)/i.exec(
      text,
    );
  if (ordinal !== null) add(ordinal, nextDayOfMonth(Number(ordinal[1]), now));
  const spelled = SPELLED.exec(text);
  if (spelled !== null) add(spelled, nextDayOfMonth(ORDINALS.indexOf((spelled[1] ?? "").toLowerCase()) + 1, now));
  return found;
}

/** The next day with this number that exists, from today on. */
function nextDayOfMonth(number: number, now: Temporal.PlainDate): Temporal.PlainDate {
  const day = Math.min(Math.max(number, 1), 31);
  for (let month = now.with({ day: 1 }); ; month = month.add({ months: 1 })) {
    if (day > month.daysInMonth) continue;
    const date = month.with({ day });
    if (Temporal.PlainDate.compare(date, now) >= 0) return date;
  }
}

/** A phrase in the middle of a sentence belongs to a noun ("prepare Monday meeting") unless a preposition makes it a date. */
function standsAlone(text: string, found: FoundDay, phrase: string): boolean {
  const before = text.slice(0, found.start);
  const after = text.slice(found.end);
  if (/\b(?:every|each|last|since)\s+$/i.test(before)) return false;
  if (PREPOSITION.test(before) || /^[\s.!?,;)]*$/.test(after) || /^in\b/i.test(phrase)) return true;
  if (/^\s*(?:[,:–-]|to\b|that\b|at\b|in (?:list|the)\b|@)/i.test(after)) return true;
  return before.trim() === "" && !WEEKDAY_ONLY.test(phrase);
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const LEAD = "\\b(?:due|deadline|by|on|before|until|till|for|after|since|from)\\b[\\s:]*(?:the\\s+)?";
const ISO = new RegExp(`${LEAD}((\\d{4})-(\\d{1,2})-(\\d{1,2}))(?!\\d)`, "i");
const DOTTED = new RegExp(`${LEAD}((\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}))(?!\\d)`, "i");
const DAY_FIRST = new RegExp(`${LEAD}((\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH})\\b`, "i");
const MONTH_FIRST = new RegExp(`${LEAD}(${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?)(?![\\d:])\\b`, "i");

/** The first such day, as written; null when there is none. Without a year 29 February is a day. */
export function impossibleDay(text: string): string | null {
  const plain = text.replace(/["“][^"“”]*["”]/g, "");
  const iso = ISO.exec(plain);
  if (iso !== null && !exists(Number(iso[2]), Number(iso[3]), Number(iso[4]))) return iso[1] ?? null;
  const dotted = DOTTED.exec(plain);
  if (dotted !== null && !exists(Number(dotted[4]), Number(dotted[3]), Number(dotted[2]))) return dotted[1] ?? null;
  const day = DAY_FIRST.exec(plain);
  if (day !== null && !exists(2000, monthOf(day[3]), Number(day[2]))) return day[1] ?? null;
  const month = MONTH_FIRST.exec(plain);
  return month !== null && !exists(2000, monthOf(month[2]), Number(month[3])) ? (month[1] ?? null) : null;
}

function monthOf(name = ""): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function exists(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  return day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth;
}
