/** What comes again, said by a person, in the four languages; or why it cannot be a schedule. */
import { languages } from "../spoken-days.ts";
import { morning } from "./days.ts";
import type { NoRule } from "./repeat-rules.ts";
import { type Repeat, readRepeat } from "./repeats.ts";

/** The zone of the person who writes the line, and the clock, in milliseconds since 1970. */
export interface Present {
  readonly timezone: string;
  readonly now: () => number;
}

export type Heard = Repeat | { readonly no: NoRule };

/** A count of days, weeks or months begins today, unless another day is named. */
export function hearRepeat(words: string, { timezone, now }: Present): Heard {
  let no: NoRule = "unknown";
  for (const language of languages) {
    for (const said of [words, `${words} ${today[language]}`]) {
      const read = readRepeat(said, { now: now(), timezone, language });
      if (!("no" in read)) return { ...read, words };
      // What one language understands so far as to refuse it, others do not know at all.
      if (no === "unknown") no = read.no;
    }
  }
  return { no: no === "start" ? "unknown" : no };
}

const today = { en: "starting today", de: "ab heute", fr: "à partir d'aujourd'hui", es: "a partir de hoy" } as const;

/** What a todo has of it. */
export interface Scheduled {
  readonly type: "responsibility";
  readonly schedule: { readonly rrule: string; readonly startsAt: string; readonly timezone: string };
}

/** The repeat as a todo has it. */
export function scheduled({ rrule, from }: Repeat): Scheduled {
  const startsAt = `${from.date}T${from.time ?? morning}:00`;
  return { type: "responsibility", schedule: { rrule, startsAt, timezone: from.timezone } };
}
