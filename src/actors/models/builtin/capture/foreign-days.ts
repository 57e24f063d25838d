/** Days in sentences of other languages than English, where a word before them says that they are one. */
import { parse as parseGerman } from "chrono-node/de";
import { parse as parseSpanish } from "chrono-node/es";
import { parse as parseFrench } from "chrono-node/fr";
import { offsetMinutes, today } from "../shared/calendar.ts";
import type { Present } from "../shared/intents.ts";

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
export function findForeignDay(text: string, present: Present): ForeignDay | null {
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
