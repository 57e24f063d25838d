/** A todo out of one line, as `add` and `todos create` take it: what comes again has a schedule, everything else its day. */
import { type QuickTodo, readQuickTodo } from "../../client/quick-add.ts";
import { morning } from "../imports/formats/moments.ts";
import type { Repeat } from "../imports/formats/draft.ts";
import { repeatOfWords } from "../imports/formats/todoist-repeats.ts";
import type { Io } from "../ports/io.ts";

export interface SpokenTodo extends QuickTodo {
  readonly type?: "responsibility";
  readonly schedule?: { readonly rrule: string; readonly startsAt: string; readonly timezone: string };
}

type Present = Pick<Io, "timezone" | "now">;

const mark = /(?:^|\s)(?:@(?:"[^"]+"|\S+)|!\S+)/gu;
const beginning = /(?:^|\s)(?=(?:every|each|daily|weekly|monthly|yearly)\b)/giu;

/** Reads the line as said now in the zone of this machine; words without a certain meaning stay in the title. */
export function readSpokenTodo(line: string, present: Present): SpokenTodo {
  const words = line.replaceAll(mark, " ").trim();
  for (const { index } of words.matchAll(beginning)) {
    const repeat = repeatOf(words.slice(index).trim(), present);
    const title = words.slice(0, index).trim();
    if (repeat === null || title === "") continue;
    const marks = (line.match(mark) ?? []).join(" ");
    const { todoListName, priority } = readQuickTodo(marks, present.now());
    return {
      title,
      ...(todoListName !== undefined && { todoListName }),
      ...(priority !== undefined && { priority }),
      ...scheduled(repeat),
    };
  }
  return readQuickTodo(line, present.now());
}

/** The words of a title that sound as if it came again, and were not understood; null when there are none. */
export function notUnderstood({ title, schedule }: SpokenTodo): string | null {
  if (schedule !== undefined) return null;
  return (
    /\b(?:every|each) (?:\d|other|day|week|month|year|morning|evening|mon|tue|wed|thu|fri|sat|sun)\w*.*$/i.exec(
      title,
    )?.[0] ?? null
  );
}

/** A count of weeks begins today, unless another day is named. */
function repeatOf(words: string, { timezone, now }: Present): Repeat | null {
  return repeatOfWords(words, now(), timezone) ?? repeatOfWords(`${words} starting today`, now(), timezone);
}

function scheduled({ rrule, from }: Repeat): Pick<SpokenTodo, "type" | "schedule"> {
  const startsAt = `${from.date}T${from.time ?? morning}:00`;
  return { type: "responsibility", schedule: { rrule, startsAt, timezone: from.timezone } };
}
