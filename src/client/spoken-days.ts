/** Days in words in German, French and Spanish, in a line that has more than them: `Zahnarzt übermorgen`, `lundi`, `pasado mañana`. */

/** English first: what it understands, it means. */
export const languages = ["en", "de", "fr", "es"] as const;
export type Language = (typeof languages)[number];
const foreigners = ["de", "fr", "es"] as const;
export type Foreign = (typeof foreigners)[number];

/** The day (`YYYY-MM-DD`) that words mean as a whole in that language; null for others, and for those with a time of the day. */
export type ReadDay = (words: string, language: Foreign) => string | null;

const months = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ");

/** What the parsers do not know of Spanish, and of German: `24.12.`. */
export function known(words: string): string {
  const [, day, month] = inNumbers.exec(words.trim()) ?? [];
  const name = months[Number(month) - 1];
  if (name !== undefined) return `${day}. ${name}`;
  return words.trim().toLowerCase() === "pasado mañana" ? "en 2 días" : words;
}

/** A day in German numbers; the number of a version looks like one, so that a word must lead to it. */
const inNumbers = /^(\d{1,2})\.(\d{1,2})\.$/;

/** A word that speaks of a day in German, French or Spanish, and in English of none. */
const foreign =
  /(?<!\p{L})(?:\d{1,2}\.\d{1,2}\.|heute|(?:über)?morgen|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|tagen?|wochen?|monat(?:en)?|aujourd['’]hui|(?:après-)?demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|jours?|semaines?|hoy|mañana|lunes|martes|miércoles|jueves|viernes|sábado|domingo|días?|semanas?|(?:\d{1,2}\.? (?:de )?(?:januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)))(?!\p{L})/iu;
/** Leads to a day, and goes with it. */
const leading = /\s(?:bis (?:zum|am)|(?:am )?(?:kommenden|diesen)|am|bis|zum|für|le|pour|avant|el|para|antes del)$/iu;
/** With "Morgen" it is no day: a greeting, a time of the day. */
const mornings = /(?<!\p{L})(?:guten|am|gegen)$/iu;
/** Says that the day comes again: a due date has no place for that. */
const again = /(?<!\p{L})(?:jede[nrs]?|alle|chaque|tous les|toutes les|cada|todos los|todas las)(?: \p{L}+)?$/iu;
const mostWords = 5;

export interface FoundDay {
  readonly date: string;
  /** The line without it. */
  readonly rest: string;
}

/** The first day in German, French or Spanish that stands in a line; null when there is none, or nothing else. */
export function foreignDayIn(line: string, read: ReadDay): FoundDay | null {
  if (!foreign.test(line)) return null;
  const words = line.split(/\s+/).filter((word) => word !== "");
  for (let count = mostWords; count > 0; count -= 1) {
    for (let at = 0; at + count <= words.length; at += 1) {
      const said = words.slice(at, at + count).join(" ");
      if (!foreign.test(said)) continue;
      const before = words.slice(0, at).join(" ");
      if (again.test(before) || (inNumbers.test(said) && !leading.test(before))) continue;
      if (said.toLowerCase() === "morgen" && mornings.test(before)) continue;
      const date = foreigners.map((language) => read(known(said), language)).find((one) => one !== null) ?? null;
      if (date === null) continue;
      const rest = [before.replace(leading, ""), ...words.slice(at + count)].join(" ").trim();
      return rest === "" ? null : { date, rest };
    }
  }
  return null;
}
