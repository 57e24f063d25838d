/** A todo out of one line, as `add` and `todos create` take it: what comes again has a schedule, everything else its day. */
import { type QuickTodo, readMarks, readQuickTodo } from "../../client/quick-add.ts";
import { readQuickLine } from "../../client/quick-line.ts";
import { dueOfWords } from "../imports/formats/moments.ts";
import type { Present } from "./spoken-days.ts";
import { hearRepeat, reasons, type Scheduled, scheduled } from "./spoken-repeat.ts";

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

/** Reads the line as said now in the zone of this machine; words without a certain meaning stay in the title. */
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
  // A day of what comes again, and was not understood, is no day that it is due.
  if (sounding.test(words)) return readQuickTodo(line, now);
  return readQuickLine(line, now, (said, language) => {
    const due = dueOfWords(said, language, { now, timezone: present.timezone, isAhead: true });
    return due === null || due.time !== null ? null : due.date;
  });
}

/** Without an edge between letters, which JavaScript knows for English alone. */
const whole = (words: string): string => String.raw`(?<!\p{L})(?:${words}).*$`;
const sounding = new RegExp(
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

/** A time of day that stays in a title, with what leads to it. */
const clock =
  /(?<![\p{L}\d:])(?:(?:at|um|à|a las?) )?(?:\d{1,2}(?::\d\d)? ?[ap]\.?m(?![\p{L}\d])|\d{1,2}:\d\d(?!\d)|\d{1,2} ?(?:uhr|h|heures|horas)(?!\p{L})|noon(?!\p{L})|midnight(?!\p{L}))|(?<!\p{L})(?:um|at) \d{1,2}(?![\d:.])/iu;
/** What looks like a priority and is none. */
const oddPriority = /(?:^|\s)(!\p{L}+|[pP]\d)(?=\s|$)/u;

/** What of a line was taken for words of the title although it looks like more, a sentence each. */
export function notesOn({ title, schedule }: SpokenTodo, present: Present): string[] {
  const repeat = schedule === undefined ? sounding.exec(title)?.[0] : undefined;
  const time = repeat === undefined ? clock.exec(title)?.[0] : undefined;
  const priority = oddPriority.exec(title)?.[1];
  const notes: string[] = [];
  if (repeat !== undefined) notes.push(aboutRepeat(repeat, title, present));
  if (time !== undefined)
    notes.push(
      `"${time.trim()}" stays in the title: a day is due as a whole. What comes again has a time: every day at 9.`,
    );
  if (priority !== undefined)
    notes.push(
      `"${priority}" is no priority, and stays in the title: !urgent, !high, !medium and !low are, and p1 to p4.`,
    );
  return notes;
}

function aboutRepeat(words: string, title: string, present: Present): string {
  const heard = hearRepeat(words, present);
  if (!("no" in heard)) return `"${title}" is the title: what comes again stands behind the words of one.`;
  if (heard.no === "unknown") return `"${words}" was not understood, and stays in the title.`;
  return `"${words}" stays in the title: ${reasons[heard.no]}.`;
}
