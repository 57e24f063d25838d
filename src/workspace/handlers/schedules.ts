/** Schedules before they are saved. */
import { englishRules } from "../../schema/rule-language.ts";
import { ruleInWords, ruleWithStart } from "../../schema/rule-words.ts";
import type { Handler } from "../protocol/context.ts";
import { toInstant } from "../time/instant.ts";
import { readSchedule, runsOf } from "../time/recurrence/recurrence.ts";

const shown = 5;

/** Throws 400 as a todo with this schedule would. */
export const previewSchedule: Handler<"previewSchedule"> = ({ now }, { body }) => {
  const { schedule, next } = readSchedule(body.schedule, now);
  const runs = runsOf(schedule);
  const times: number[] = [next.at];
  while (times.length < shown) {
    const following = runs(times.at(-1) as number);
    if (following === null) break;
    times.push(following.at);
  }
  return {
    object: "schedule_preview",
    words: schedule.type === "recurring" ? inWords(schedule) : "Once",
    next: times.map(toInstant),
  };
};

function inWords({ rrule, startsAt }: { readonly rrule: string; readonly startsAt: string }): string {
  return ruleInWords(ruleWithStart(rrule, startsAt), englishRules);
}
