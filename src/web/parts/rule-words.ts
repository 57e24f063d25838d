/** When a schedule comes, in words of the language that is chosen. */
import type { ScheduledSeries, ScheduleInput } from "../../schema/schedule.ts";
import { ruleInWords, ruleWithStart, ruleWithTime } from "../../schema/rule-words.ts";
import { zone } from "../base/zone.ts";
import { clockInWords, momentInWords } from "./due.tsx";
import { words } from "../words/index.ts";

type Said = Pick<ScheduledSeries, "rrule" | "runAt" | "timezone">;

/** `comesAt`: an instant at which it comes, for a rule that names no time of day. */
export function scheduleInWords({ rrule, runAt, timezone }: Said, comesAt: string | null = null): string {
  if (rrule === null) return runAt === null ? words.schedules.once : `${words.schedules.once}, ${momentInWords(runAt)}`;
  const suffix = timezone === zone.value ? "" : ` (${timezone})`;
  return ruleInWords(comesAt === null ? rrule : ruleWithTime(rrule, comesAt, timezone), words.rules) + suffix;
}

/** As an agent asks for it, or as history has it: with what was left out, and the moment in milliseconds. */
type Asked = { readonly [Field in keyof ScheduleInput]?: ScheduleInput[Field] | number | null };

/** A schedule with all that is not as usual: `Every day at 09:00 (UTC), with the instructions “Be short”`. */
export function wholeScheduleInWords(asked: Asked): string {
  const { rrule, runAt, timezone, startsAt, message, overlapPolicy, catchUpPolicy } = asked;
  const texts = words.schedules.asked;
  const moment = runAt == null ? null : new Date(runAt).toISOString();
  const rule = textOr(rrule, null);
  const withTime = rule === null || startsAt == null ? rule : ruleWithStart(rule, String(startsAt));
  return [
    scheduleInWords({ rrule: withTime, runAt: moment, timezone: textOr(timezone, "UTC") }),
    startsAt == null ? null : texts.from(clockInWords(String(startsAt))),
    message == null ? null : texts.message(words.quoted(String(message))),
    overlapPolicy === "queue" ? texts.waits : null,
    catchUpPolicy === "skip" ? texts.notMadeUp : null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

function textOr<Other>(value: unknown, other: Other): string | Other {
  return typeof value === "string" ? value : other;
}
