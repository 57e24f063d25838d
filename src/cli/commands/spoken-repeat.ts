/** What comes again, said by a person, in the four languages; or why it cannot be a schedule. */
import { usage } from "../ports/failure.ts";
import type { Repeat } from "../imports/formats/draft.ts";
import { morning } from "../imports/formats/moments.ts";
import { readRepeat } from "../imports/formats/todoist-repeats.ts";
import type { NoRule } from "../imports/formats/todoist-rules.ts";
import { languages } from "../../client/spoken-days.ts";
import type { Present } from "./spoken-days.ts";

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

/** Why there is no schedule, and what to say in its place. */
export const reasons: Readonly<Record<NoRule, string>> = {
  completion: "it counts from when it was last done, and schedules count from their first day: every 3 days",
  shorter: "not every month has that day: say every last day, or one that each month has",
  several: "that is several rules: make a todo for each",
  ambiguous: "it is every other week, or once a month: say every other monday, or every 2nd monday",
  start: "it does not say when it begins: add starting tomorrow",
  unknown: "such as every weekday at 9, every 1st or every last friday",
};

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

/** The schedule that a flag says in words. Throws with the reason when there is none. */
export function scheduleOfWords(flag: string, words: string, present: Present): Scheduled["schedule"] {
  const heard = hearRepeat(words, present);
  if (!("no" in heard)) return scheduled(heard).schedule;
  const expected = `expected what comes again, such as "every weekday at 9", or JSON; got ${JSON.stringify(words)}.`;
  throw usage(`--${flag}: ${expected}`, heard.no === "unknown" ? null : `${reasons[heard.no]}.`);
}
