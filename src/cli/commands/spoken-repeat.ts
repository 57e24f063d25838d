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
  throw usage(
    `--${flag}: ${expected}`,
    heard.no === "unknown" ? aboutUnknown(words, present) : `${reasons[heard.no]}.`,
  );
}

/** What of the words was not understood, or what they may stand for. */
function aboutUnknown(words: string, present: Present): string {
  const isHeard = (said: string): boolean => !("no" in hearRepeat(said, present));
  const meant = `every ${words}`;
  if (isHeard(meant)) return `Did you mean ${meant}?`;
  const all = words.trim().split(/\s+/);
  for (let count = Math.min(all.length, mostWords); count > 0; count -= 1) {
    const start = all.slice(0, count).join(" ");
    if (!followers.some((word) => isHeard(start + word))) continue;
    const rest = all.slice(count).join(" ");
    return rest === ""
      ? `"${start}" is a beginning, ${reasons.unknown}.`
      : `"${start}" is understood; "${rest}" is not.`;
  }
  return `Say how often, ${reasons.unknown}.`;
}

/** What may follow words such as every other, jeden, chaque and cada. */
const followers = ["", " day", " monday", " tag", " montag", " jour", " lundi", " día", " lunes"];

/** What is understood has no more. */
const mostWords = 30;
