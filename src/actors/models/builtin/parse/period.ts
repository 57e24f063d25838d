/** Reads spans of days for questions ("due this week", "overdue", "by Friday"). */
import { monday, monthEnd, spoken, today } from "../calendar.ts";
import type { Present } from "../intents.ts";
import { findDay, readDay } from "./dates.ts";

export interface Period {
  readonly dueAfter?: string;
  readonly dueBefore?: string;
  /** Such as "due this week". */
  readonly tail: string;
}

type Day = Temporal.PlainDate;

const WEEK = { days: 6 };
const SPANS: readonly (readonly [RegExp, (now: Day) => readonly [Day, Day]])[] = [
  [/\btoday\b|\btonight\b/i, (now) => [now, now]],
  [/\btomorrow\b/i, (now) => [now.add({ days: 1 }), now.add({ days: 1 })]],
  [/\byesterday\b/i, (now) => [now.subtract({ days: 1 }), now.subtract({ days: 1 })]],
  [/\blast week\b/i, (now) => [monday(now).subtract({ days: 7 }), monday(now).subtract({ days: 1 })]],
  [/\bthis week\b/i, (now) => [monday(now), monday(now).add(WEEK)]],
  [/\bnext week\b/i, (now) => [monday(now).add({ days: 7 }), monday(now).add({ days: 13 })]],
  [/\bthis weekend\b/i, (now) => [monday(now).add({ days: 5 }), monday(now).add(WEEK)]],
  [/\bthis month\b/i, (now) => [now.with({ day: 1 }), monthEnd(now)]],
  [/\bnext month\b/i, (now) => [monthEnd(now).add({ days: 1 }), monthEnd(monthEnd(now).add({ days: 1 }))]],
];
const DUE = "(?:\\b(?:that (?:is|are) )?due\\s+)?(?:\\b(?:for|on|in|by)\\s+)?";

/** The span and the sentence without it; null when the sentence names none. */
export function takePeriod(text: string, present: Present): { readonly rest: string; readonly period: Period } | null {
  const now = today(present);
  const overdue = /\b(?:overdue|past due|late)\b/i.exec(text);
  if (overdue !== null) {
    return { rest: cut(text, overdue), period: { dueBefore: now.subtract({ days: 1 }).toString(), tail: "overdue" } };
  }
  const days = /\b(?:due\s+)?(?:in |within )?(?:the )?next (\d{1,3}) days\b/i.exec(text);
  if (days !== null) return { rest: cut(text, days), period: span(now, now.add({ days: Number(days[1]) }), days[0]) };
  for (const [pattern, reach] of SPANS) {
    const match = new RegExp(
      DUE +
        pattern.source
          .split("|")
          .map((each) => `(?:${each})`)
          .join("|"),
      "i",
    ).exec(text);
    const word = pattern.exec(text);
    if (match !== null && word !== null) return { rest: cut(text, match), period: span(...reach(now), word[0]) };
  }
  return takeBetween(text, present) ?? takeDayBound(text, present);
}

/** "between Monday and Friday", "from Monday to Friday". */
function takeBetween(text: string, present: Present): { readonly rest: string; readonly period: Period } | null {
  const match = /\b(?:due\s+)?(?:between|from)\s+(.+?)\s+(?:and|to)\s+(.+)$/i.exec(text);
  const [from, to] = [readDay(match?.[1] ?? "", present), readDay(match?.[2] ?? "", present)];
  if (match === null || from === null || to === null || to < from) return null;
  const tail = `due between ${spoken(from, present)} and ${spoken(to, present)}`;
  return { rest: cut(text, match), period: { dueAfter: from, dueBefore: to, tail } };
}

/** "by Friday", "before 3 May", "after Monday", "on Friday". */
function takeDayBound(text: string, present: Present): { readonly rest: string; readonly period: Period } | null {
  const match = /\b(?:due\s+)?(by|until|before|after|from|on|due)\s+(.+)$/i.exec(text);
  if (match === null) return null;
  const phrase = match[2] ?? "";
  const found = findDay(`on ${phrase}`, present);
  if (found === null || found.start !== 0) return null;
  const rest = `${text.slice(0, match.index)} ${phrase.slice(found.end - 3)}`;
  return { rest, period: bound((match[1] ?? "").toLowerCase(), found.date, present) };
}

function bound(word: string, date: string, present: Present): Period {
  const tail = `due ${word === "due" || word === "on" ? "" : `${word} `}${spoken(date, present)}`;
  const day = Temporal.PlainDate.from(date);
  if (word === "by" || word === "until") return { dueBefore: date, tail };
  if (word === "before") return { dueBefore: day.subtract({ days: 1 }).toString(), tail };
  if (word === "after") return { dueAfter: day.add({ days: 1 }).toString(), tail };
  if (word === "from") return { dueAfter: date, tail };
  return { dueAfter: date, dueBefore: date, tail };
}

function span(from: Day, to: Day, words: string): Period {
  const tail = words.toLowerCase().startsWith("due") ? words.toLowerCase() : `due ${words.toLowerCase()}`;
  return { dueAfter: from.toString(), dueBefore: to.toString(), tail };
}

function cut(text: string, match: RegExpExecArray): string {
  return `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
}
