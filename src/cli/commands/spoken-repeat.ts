/** Why what was said cannot be a schedule, and what a flag says of one in words. */
import { hearRepeat, type Present, type Scheduled, scheduled } from "../../client/spoken/hear.ts";
import type { NoRule } from "../../client/spoken/repeat-rules.ts";
import { usage } from "../ports/failure.ts";

/** Why there is no schedule, and what to say in its place. */
export const reasons: Readonly<Record<NoRule, string>> = {
  completion: "it counts from when it was last done, and schedules count from their first day: every 3 days",
  shorter: "not every month has that day: say every last day, or one that each month has",
  several: "that is several rules: make a todo for each",
  ambiguous: "it is every other week, or once a month: say every other monday, or every 2nd monday",
  start: "it does not say when it begins: add starting tomorrow",
  unknown: "such as every weekday at 9, every 1st or every last friday",
};

/** The schedule that a flag says in words. Throws with the reason when there is none. */
export function scheduleOfWords(flag: string, words: string, present: Present): Scheduled["schedule"] {
  const heard = hearRepeat(words, present);
  if (!("no" in heard)) return scheduled(heard).schedule;
  const expected = `expected what comes again, such as "every weekday at 9", or JSON; got ${JSON.stringify(words)}.`;
  throw usage(`--${flag}: ${expected}`, heard.no === "unknown" ? null : `${reasons[heard.no]}.`);
}
