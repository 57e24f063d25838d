/** Reads spans of time for what was done, made or changed. The service knows when a todo last changed, not when it was done. */
import { monday, spoken, today } from "../calendar.ts";
import type { Filter, Present } from "../intents.ts";

export interface Since {
  readonly rest: string;
  readonly filter: Pick<Filter, "updatedSince" | "createdSince">;
  readonly tail: string;
}

type Day = Temporal.PlainDate;

const DONE = /\b(?:done|finish(?:ed)?|completed?|closed|ticked off|achieved?|accomplish(?:ed)?|did (?:i|we) do)\b/i;
const MADE = /\b(?:created?|added?|new)\b/i;
const CHANGED = /\b(?:updated?|changed?|modified)\b/i;
const AHEAD =
  /\b(?:due|overdue|not|to be|(?:to|must|should|needs?|will|can)\s+(?:to\s+)?(?:be |get )*(?:done|finish|complete))/i;
const SPAN =
  /\b(?:(?:since|from)\s+(yesterday|last week|last month|(?:last\s+)?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|\d{4}-\d{2}-\d{2})|(today|tonight|this (?:morning|afternoon|evening|week|month|year))|(?:in |within |over |during )?(?:the )?(?:last|past) (\d{1,3}) (day|week)s?)\b(?:\s+so far)?/i;
const ENDED = /\b(?:yesterday|last (?:week|month|year|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*))\b/i;

/** The span and the sentence without it; a text when it can not be asked for; null when the sentence names none. */
export function takeSince(text: string, present: Present): Since | string | null {
  const made = MADE.test(text);
  const done = !made && DONE.test(text);
  if (AHEAD.test(text) || !(made || done || CHANGED.test(text))) return null;
  const match = SPAN.exec(text);
  if (match === null) return ENDED.test(text) ? ended : null;
  const start = startOf(match, today(present));
  if (start === null) return null;
  const since = start.toZonedDateTime(present.timezone).toInstant().toString();
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
  const span = match[2]?.toLowerCase() ?? `since ${spoken(start.toString(), present)}`;
  const words = done ? rest : rest.replace(made ? MADE : CHANGED, " ");
  if (made) return { rest: words, filter: { createdSince: since }, tail: `created ${span}` };
  return { rest: words, filter: { updatedSince: since }, tail: `last changed ${span}` };
}

const ended =
  "I can look for what was done, made or changed since a day, not in a span that has ended. Say for example `what did I finish since yesterday`.";

function startOf([, since, span, count, unit]: RegExpExecArray, now: Day): Day | null {
  if (count !== undefined) return now.subtract({ days: Number(count) * (unit?.toLowerCase() === "week" ? 7 : 1) });
  if (since !== undefined) return startSince(since.toLowerCase(), now);
  const word = span?.toLowerCase() ?? "";
  if (word.endsWith("week")) return monday(now);
  if (word.endsWith("month")) return now.with({ day: 1 });
  return word.endsWith("year") ? now.with({ month: 1, day: 1 }) : now;
}

const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

function startSince(word: string, now: Day): Day | null {
  if (word === "yesterday") return now.subtract({ days: 1 });
  if (word === "last week") return monday(now).subtract({ days: 7 });
  if (word === "last month") return now.with({ day: 1 }).subtract({ months: 1 });
  if (/^\d/.test(word)) return readIso(word);
  const weekday = WEEKDAYS.indexOf(word.replace(/^last\s+/, "").slice(0, 3)) + 1;
  return now.subtract({ days: ((now.dayOfWeek - weekday + 6) % 7) + 1 });
}

function readIso(word: string): Day | null {
  try {
    return Temporal.PlainDate.from(word);
  } catch {
    return null;
  }
}
