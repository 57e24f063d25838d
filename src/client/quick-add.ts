/**
 * A todo out of one spoken line: `Call Ana tomorrow @Work !high` has a title, a due date, a list and a priority, which is named in English,
 * German, French or Spanish; `!!` is high and `!!!` urgent, as to the assistant; `p1` to `p4` are urgent, high, medium and none, as in Todoist.
 */
import { parse, type ParsedComponents } from "chrono-node";
import { isCalendarDate } from "../schema/common.ts";
import { dayOf } from "./local-day.ts";

export interface QuickTodo {
  readonly title: string;
  readonly dueDate?: string;
  readonly todoListName?: string;
  readonly priority?: string;
}

/** The list and the priority of a line, and its other words. Only the first of each is one; what else looks like it stays. */
export interface Marked extends Pick<QuickTodo, "todoListName" | "priority"> {
  readonly words: string;
}

const levels: Readonly<Record<string, readonly string[]>> = {
  urgent: ["urgent", "dringend", "urgente"],
  high: ["high", "hoch", "haute", "alta"],
  medium: ["medium", "mittel", "moyenne", "media"],
  low: ["low", "niedrig", "basse", "baja"],
};
const named = new RegExp(
  String.raw`(?:^|\s)(?:!(?:(${Object.values(levels).flat().join("|")})(?![\p{L}\d_])|(!{1,2})(?=\s|$))|(p[1-4])(?=\s|$))`,
  "u",
);

/** Takes the list and the priority out of a line. */
export function readMarks(line: string): Marked {
  const list = /(?:^|\s)@("([^"]+)"|\S+)/u.exec(line);
  const unlisted = cut(line, list);
  const priority = named.exec(unlisted);
  const name = list?.[2] ?? list?.[1];
  const level = levelOf(priority ?? []);
  return {
    words: cut(unlisted, priority),
    ...(name !== undefined && { todoListName: name }),
    ...(level !== undefined && { priority: level }),
  };
}

/**
 * Reads the line as said at that moment in the zone of this machine. A word it does not know stays in the title, and so do a day that
 * comes again ("every Friday"), a time of day, a month without a day ("the March invoice"), a span of days and a day past the year 9999:
 * a due date has no place for them.
 */
export function readQuickTodo(line: string, now: number): QuickTodo {
  const { words: said, ...marks } = readMarks(line);
  const words = said.replace(/(?<!\bthe )\bday after tomorrow\b/i, "the $&");
  const dates = parse(words, new Date(now), { forwardDate: true });
  const date = dates.find(({ index, text, start, end }) => {
    const [before, after] = [words.slice(0, index), words.slice(index + text.length)];
    if (!isCalendarDate(dayOf(start.date())) || (end && !isOneDay(start, end))) return false;
    return !isRepeated(before) && !isMonth.test(text) && !countsFrom.test(text) && !isWord(text, before, after);
  });
  const title = date === undefined ? words : without(words, date.index, date.text);
  return {
    title: title.replaceAll(/\s+/g, " ").trim() || line.trim(),
    ...(date !== undefined && { dueDate: dayOf(date.start.date()) }),
    ...marks,
  };
}

/** Whether a span is one of hours: of a span of days one would be lost. */
function isOneDay(start: ParsedComponents, end: ParsedComponents): boolean {
  return start.isCertain("hour") && end.isCertain("hour") && dayOf(start.date()) === dayOf(end.date());
}

/** The text with a space in the place of what was found in it. */
function cut(text: string, found: RegExpExecArray | null): string {
  if (found === null) return text;
  return `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
}

function levelOf([, word, marks, number]: readonly (string | undefined)[]): string | undefined {
  if (word !== undefined) return Object.keys(levels).find((level) => levels[level]?.includes(word));
  if (marks !== undefined) return marks === "!!" ? "urgent" : "high";
  return number === undefined ? undefined : numbered[number];
}

const numbered: Readonly<Record<string, string | undefined>> = { p1: "urgent", p2: "high", p3: "medium" };

/** A month without a day. */
const isMonth =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?$/i;

/** Days before a day that has a name, which only people know: `5 days before Christmas`. */
const countsFrom = /\bbefore$/i;

/** Whether a short weekday is another word here: `Buy sun cream`, `Sat nav`; it is a day at the end, and where a word leads to it or on. */
function isWord(text: string, before: string, after: string): boolean {
  if (!/^(?:sun|sat|wed)$/i.test(text) || /\b(?:by|next|this|until)\s*$/i.test(before)) return false;
  return /^\s+\p{L}/u.test(after) && !/^\s+(?:and|at|by|for|from|in|or|to|until|with)\b/i.test(after);
}

/** Whether what stands before a date, or before a time of day, says that it comes again. */
function isRepeated(before: string): boolean {
  return /\b(?:every|each)!?(?: other| second)?(?: (?:day|weekday|workday|weekend|week|month|quarter|year))?\s*$/i.test(
    before,
  );
}

/** Takes the date out, with the word that led to it; a time of day in it stays. */
function without(title: string, at: number, date: string): string {
  const time = timeOfDay.exec(date)?.[0] ?? "";
  return `${title.slice(0, at).replace(/\b(?:by|on|due|until)\s*$/i, "")} ${time} ${title.slice(at + date.length)}`;
}

const clock = String.raw`(?:\d{1,2}(?::\d\d)?\s*[ap]\.?m\b|\d{1,2}:\d\d|noon\b|midnight\b)`;
const timeOfDay = new RegExp(
  String.raw`\bat\s+\d{1,2}$|(?:\bat\s+)?\b${clock}(?:\s*(?:-|–|to|until)\s*${clock})?`,
  "iu",
);
