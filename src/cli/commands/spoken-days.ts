/** Days in words, in the four languages that `add` and the options understand: `friday`, `in 2 weeks`, `übermorgen`, `lundi`, `pasado mañana`. */
import type { Due } from "../imports/formats/draft.ts";
import { dayIn, dueOfWords } from "../imports/formats/moments.ts";
import type { Io } from "../ports/io.ts";

export type Present = Pick<Io, "timezone" | "now">;

/** English first: what it understands, it means. */
export const languages = ["en", "de", "fr", "es"] as const;

/** The day that the words mean as a whole, said now in the zone of this machine; a weekday is one that comes, unless `isPast`. Null for others. */
export function spokenDay(words: string, { timezone, now }: Present, isPast = false): Due | null {
  for (const language of languages) {
    const due = dueOfWords(known(words), language, { now: now(), timezone, isAhead: !isPast });
    if (due !== null) return due;
  }
  return null;
}

/** The day so many days after that one (YYYY-MM-DD), which is today unless it is given. */
export function dayLater({ timezone, now }: Present, days: number, from = dayIn(now(), timezone)): string {
  return Temporal.PlainDate.from(from).add({ days }).toString();
}

/** What the parser does not know of Spanish. */
function known(words: string): string {
  return words.trim().toLowerCase() === "pasado mañana" ? "en 2 días" : words;
}

/** The instant (RFC 3339) that the words mean, a day being its first moment; null for others. */
export function spokenInstant(words: string, present: Present, isPast = false): string | null {
  const due = spokenDay(words, present, isPast);
  if (due === null) return null;
  return Temporal.PlainDateTime.from(`${due.date}T${due.time ?? "00:00"}`)
    .toZonedDateTime(present.timezone)
    .toInstant()
    .toString();
}

/** A word that speaks of a day in German, French or Spanish, and in English of none. */
const foreign =
  /(?<!\p{L})(?:heute|(?:über)?morgen|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|tagen?|wochen?|monat(?:en)?|aujourd['’]hui|(?:après-)?demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|jours?|semaines?|hoy|mañana|lunes|martes|miércoles|jueves|viernes|sábado|domingo|días?|semanas?|(?:\d{1,2}\.? (?:de )?(?:januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)))(?!\p{L})/iu;
/** Leads to a day, and goes with it. */
const leading = /\s(?:am|bis|zum|für|le|pour|avant|el|para|antes del)$/iu;
const mostWords = 5;

export interface FoundDay {
  readonly date: string;
  /** The line without it. */
  readonly rest: string;
}

/** The first day in German, French or Spanish that stands in a line; null when there is none, or nothing else. */
export function foreignDayIn(line: string, { timezone, now }: Present): FoundDay | null {
  if (!foreign.test(line)) return null;
  const words = line.split(/\s+/).filter((word) => word !== "");
  for (let count = mostWords; count > 0; count -= 1) {
    for (let at = 0; at + count <= words.length; at += 1) {
      const said = words.slice(at, at + count).join(" ");
      if (!foreign.test(said)) continue;
      const due = languages
        .slice(1)
        .map((language) => dueOfWords(known(said), language, { now: now(), timezone, isAhead: true }))
        .find((one) => one !== null && one.time === null);
      if (due === undefined || due === null) continue;
      const before = words.slice(0, at).join(" ").replace(leading, "");
      const rest = [before, ...words.slice(at + count)].join(" ").trim();
      return rest === "" ? null : { date: due.date, rest };
    }
  }
  return null;
}
