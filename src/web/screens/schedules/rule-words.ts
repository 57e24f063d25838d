/** When a schedule comes, in words of the language that is chosen. */
import type { ScheduledSeries } from "../../../schema/schedule.ts";
import { ruleInWords } from "../../../schema/rule-words.ts";
import { momentInWords } from "../../parts/due.tsx";
import { words } from "../../words/index.ts";

export function scheduleInWords({
  rrule,
  runAt,
  timezone,
}: Pick<ScheduledSeries, "rrule" | "runAt" | "timezone">): string {
  if (rrule === null) return runAt === null ? words.schedules.once : `${words.schedules.once}, ${momentInWords(runAt)}`;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = timezone === here ? "" : ` (${timezone})`;
  return ruleInWords(rrule, words.rules) + zone;
}
