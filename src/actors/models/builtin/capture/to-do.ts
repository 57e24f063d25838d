/** Makes a todo of words that say what is to be done: the day and the priority are taken out of them, the rest is its title. */
import type { Suggestion } from "../../../runtime/ports.ts";
import { capitalise, oneLine, shorten } from "../../shared/text.ts";
import { today, offsetMinutes } from "../shared/calendar.ts";
import { findDay } from "../read/dates.ts";
import { type Taken, takeDay, takePriority } from "../read/values.ts";
import { parse as parseGerman } from "chrono-node/de";
import { parse as parseSpanish } from "chrono-node/es";
import { parse as parseFrench } from "chrono-node/fr";
import type { Present } from "../shared/intents.ts";

/** Code points of a title; more than that is a paragraph, not a task. */
const titleLength = 200;

/** Without one of these no English sentence names a day; looking for one costs a millisecond. */
const MAYBE_DAY =
  /\d|\b(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|today|tonight|tomorrow|tmrw?|day|week|month|year|noon|midnight|morning|afternoon|evening|eod|eow|next|this|in|within)/i;

/** Title, day and priority; null when no title is left. */
export function toTodo(text: string, present: Present): Pick<Suggestion, "title" | "dueDate" | "priority"> | null {
  const early = takeDeadline(oneLine(text), present);
  const { rest, value: priority } = takePriority(early.rest);
  // "… tomorrow, urgent": the day is at the end only once the priority is taken out.
  const day = early.value === null ? takeDeadline(rest, present) : { ...early, rest };
  const foreign = day.value === null ? findForeignDay(day.rest, present) : null;
  const title = tidy(foreign === null ? day.rest : day.rest.replace(foreign.phrase, " "));
  const dueDate = dateOf(day.value ?? foreign?.date ?? null, present);
  return title === "" ? null : { title: shorten(title, titleLength), dueDate, priority };
}

/** Whether the text names a day from today on. */
export function namesDay(text: string, present: Present): boolean {
  return takeDeadline(text, present).value !== null || findForeignDay(text, present) !== null;
}

/** The day by which it is to be done; one that belongs to a noun ("the letter of 12 December") or measures time ("for a week") is none. */
function takeDeadline(text: string, present: Present): Taken<string> {
  if (!MAYBE_DAY.test(text)) return { rest: text, value: null };
  const found = findDay(text, present);
  if (found === null) return { rest: text, value: null };
  const [before, phrase] = [text.slice(0, found.start), text.slice(found.start, found.end)];
  const isOther = /\b(?:of|from|since)\s*$/i.test(before) || /^\W*for\s+(?:an?|one|two|\d+)\b/i.test(phrase);
  return isOther ? { rest: text, value: null } : takeDay(text, present);
}

/** A date centuries away is a number that looked like one. */
function dateOf(date: string | null, present: Present): string | null {
  if (date === null) return null;
  const distance = Math.abs(today(present).until(Temporal.PlainDate.from(date)).total("days"));
  return distance < 3650 ? date : null;
}

function tidy(text: string): string {
  const words = oneLine(text)
    .replace(/\s+([.,;:!?)])/g, "$1")
    .replace(/^[\s,;:–—-]+|[\s,;:–—-]+$/g, "")
    .replace(/\(\s*\)/g, "")
    .replace(/(?<=\S)[.!]+$/, "");
  return capitalise(words.trim());
}

export interface ForeignDay {
  readonly date: string;
  /** The words that say so, with the preposition before them. */
  readonly phrase: string;
}

const LANGUAGES = [
  {
    parse: parseGerman,
    before: /(?:^|\s)(?:bis(?:\s+(?:zum|spätestens|kommenden|nächsten))?|am|vor|spätestens(?:\s+am)?)\s+$/iu,
  },
  { parse: parseFrench, before: /(?:^|\s)(?:avant(?:\s+le)?|d['’]ici(?:\s+(?:le|à))?|pour(?:\s+le)?|le)\s+$/iu },
  { parse: parseSpanish, before: /(?:^|\s)(?:antes del?|para(?:\s+el)?|hasta(?:\s+el)?|el)\s+$/iu },
] as const;
/** Stands for a day without a preposition. */
const ALONE = /^(?:heute|morgen|übermorgen|demain|aujourd['’]hui|mañana|hoy)$/iu;

/** Without one of these none of them can be found. */
const MAYBE =
  /(?:^|\s)(?:bis|am|vor|spätestens|avant|d['’]ici|pour|le|antes|para|hasta|el|heute|morgen|übermorgen|demain|aujourd['’]hui|mañana|hoy)(?![\p{L}])/iu;

/** The first day named after one of these prepositions, from today on; null when there is none. */
function findForeignDay(text: string, present: Present): ForeignDay | null {
  if (!MAYBE.test(text)) return null;
  const reference = { instant: new Date(present.now), timezone: offsetMinutes(present) };
  for (const { parse, before } of LANGUAGES) {
    for (const { index, text: words, start } of parse(text, reference, { forwardDate: true })) {
      const preposition = before.exec(text.slice(0, index));
      if (preposition === null && !ALONE.test(words)) continue;
      const value = (part: "year" | "month" | "day"): number => start.get(part) ?? 1;
      const date = Temporal.PlainDate.from({ year: value("year"), month: value("month"), day: value("day") });
      if (Temporal.PlainDate.compare(date, today(present)) < 0) continue;
      return { date: date.toString(), phrase: `${preposition?.[0] ?? ""}${words}` };
    }
  }
  return null;
}
