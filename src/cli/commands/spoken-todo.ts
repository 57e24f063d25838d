/** A todo out of one line, as `add` and `todos create` take it: what comes again has a schedule, everything else its day. */
import type { QuickTodo } from "../../client/quick-add.ts";
import { mark, marksOf, readQuickLine } from "../../client/quick-line.ts";
import { languages } from "../../client/spoken-days.ts";
import { dueOfWords, morning } from "../imports/formats/moments.ts";
import type { Repeat } from "../imports/formats/draft.ts";
import { repeatOfWords } from "../imports/formats/todoist-repeats.ts";
import type { Present } from "./spoken-days.ts";

export interface SpokenTodo extends QuickTodo {
  readonly type?: "responsibility";
  readonly schedule?: { readonly rrule: string; readonly startsAt: string; readonly timezone: string };
}

/** What begins the words of something that comes again, in each language. */
const again = `every|each|daily|weekly|monthly|yearly|jede[nrs]?|alle|täglich|wöchentlich|monatlich|jährlich|
  chaque|tous les|toutes les|cada|todos los|todas las|diariamente|semanalmente|mensualmente`.replaceAll(
  /\s*\n\s*/g,
  "",
);
const beginning = new RegExp(String.raw`(?:^|\s)(?=(?:${again})(?!\p{L}))`, "giu");

/** Reads the line as said now in the zone of this machine; words without a certain meaning stay in the title. */
export function readSpokenTodo(line: string, present: Present): SpokenTodo {
  const words = line.replaceAll(mark, " ").trim();
  for (const { index } of words.matchAll(beginning)) {
    const repeat = repeatOf(words.slice(index).trim(), present);
    const title = words.slice(0, index).trim();
    if (repeat === null || title === "") continue;
    return {
      title,
      ...marksOf(line, present.now()),
      ...scheduled(repeat),
    };
  }
  const now = present.now();
  return readQuickLine(line, now, (said, language) => {
    const due = dueOfWords(said, language, { now, timezone: present.timezone, isAhead: true });
    return due === null || due.time !== null ? null : due.date;
  });
}

const sounding = new RegExp(
  String.raw`(?<!\p{L})(?:every|each) (?:\d|other|day|week|month|year|morning|evening|mon|tue|wed|thu|fri|sat|sun)\w*.*$|` +
    String.raw`(?<!\p{L})(?:jede[nrs]?|alle) (?:\d|zweite|tag|woche|monat|jahr|\p{L}+tag(?!\p{L})|mittwoch).*$|` +
    String.raw`(?<!\p{L})(?:chaque|tous les|toutes les) (?:\d|deux|jour|semaine|mois|an|\p{L}+di(?!\p{L})|dimanche).*$|` +
    String.raw`(?<!\p{L})(?:cada|todos los|todas las) (?:\d|dos|día|semana|mes|año|lunes|martes|miércoles|jueves|viernes|sábado|domingo).*$`,
  "iu",
);

/** The words of a title that sound as if it came again, and were not understood; null when there are none. */
export function notUnderstood({ title, schedule }: SpokenTodo): string | null {
  if (schedule !== undefined) return null;
  return sounding.exec(title)?.[0] ?? null;
}

/** A count of weeks begins today, unless another day is named. */
export function repeatOf(words: string, { timezone, now }: Present): Repeat | null {
  for (const language of languages) {
    const repeat =
      repeatOfWords(words, now(), timezone, language) ??
      repeatOfWords(`${words} ${today[language]}`, now(), timezone, language);
    if (repeat !== null) return repeat;
  }
  return null;
}

const today = { en: "starting today", de: "ab heute", fr: "à partir d'aujourd'hui", es: "a partir de hoy" } as const;

/** The repeat as a todo has it. */
export function scheduled({ rrule, from }: Repeat): Pick<SpokenTodo, "type" | "schedule"> {
  const startsAt = `${from.date}T${from.time ?? morning}:00`;
  return { type: "responsibility", schedule: { rrule, startsAt, timezone: from.timezone } };
}
