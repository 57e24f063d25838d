/** A todo out of one line, as the command and the app take it: what comes again has a schedule, everything else its day. */
import { type QuickTodo, readMarks, readQuickTodo } from "../quick-add.ts";
import { readQuickLine } from "../quick-line.ts";
import { clockIn } from "./clock.ts";
import { dueOfWords } from "./days.ts";
import { hearRepeat, type Present, type Scheduled, scheduled } from "./hear.ts";

export interface SpokenTodo extends QuickTodo, Partial<Scheduled> {}

/** What begins the words of something that comes again, in each language. */
const again = `every|each|ev|hourly|daily|weekly|monthly|quarterly|yearly|
  jede[nrs]?|alle|stündlich|täglich|wöchentlich|monatlich|vierteljährlich|jährlich|
  chaque|tous les|toutes les|cada|todos los|todas las|diariamente|semanalmente|mensualmente|anualmente`.replaceAll(
  /\s*\n\s*/g,
  "",
);
const beginning = new RegExp(String.raw`(?:^|\s)(?=(?:${again})(?!\p{L}))`, "giu");

/** What names no list stays in the title, wherever it stands. */
const tag = /\s+#\S+/gu;

/** Reads the line as said now in that zone; words without a certain meaning stay in the title. */
export function readSpokenTodo(line: string, present: Present): SpokenTodo {
  const marked = readMarks(line);
  const words = marked.words.replaceAll(/\s+/g, " ").trim();
  for (const { index } of words.matchAll(beginning)) {
    const said = words.slice(index).trim();
    const repeat = hearRepeat(said.replaceAll(tag, "").trim(), present);
    const before = words.slice(0, index).trim();
    if ("no" in repeat || before === "") continue;
    const { words: _, ...marks } = marked;
    return { title: before + (said.match(tag) ?? []).join(""), ...marks, ...scheduled(repeat) };
  }
  const now = present.now();
  // The reader of days reads the clock of this machine, so that one shows what the clock of that zone does.
  const here = new Date(clockIn(now, present.timezone)).getTime();
  // A day of what comes again, and was not understood, is no day that it is due.
  if (sounding.test(words)) return readQuickTodo(line, here);
  return readQuickLine(line, here, (said, language) => {
    const due = dueOfWords(said, language, { now, timezone: present.timezone, isAhead: true });
    return due === null || due.time !== null ? null : due.date;
  });
}

/** Without an edge between letters, which JavaScript knows for English alone. */
const whole = (words: string): string => String.raw`(?<!\p{L})(?:${words}).*$`;
/** What sounds as if it came again, to the end of the words. */
export const sounding = new RegExp(
  [
    whole(
      String.raw`(?:every|each|ev)!? (?:\d|other|last|first|hour|day|week|month|quarter|year|morning|evening|mon|tue|wed|thu|fri|sat|sun)`,
    ),
    whole(String.raw`after \d+ (?:day|week|month|year)`),
    whole(
      String.raw`(?:jede[nrs]?|alle)!? (?:\d|zweite|letzte|erste|tag|stunde|woche|monat|jahr|\p{L}+tag(?!\p{L})|mittwoch)`,
    ),
    whole(
      String.raw`(?:chaque|tous les|toutes les)!? (?:\d|deux|dernier|premier|jour|heure|semaine|mois|an|\p{L}+di(?!\p{L})|dimanche)`,
    ),
    whole(
      String.raw`(?:cada|todos los|todas las)!? (?:\d|dos|último|primer|día|hora|semana|mes|año|lunes|martes|miércoles|jueves|viernes|sábado|domingo)`,
    ),
  ].join("|"),
  "iu",
);
