/** What the form of a schedule holds, from a rule and to one. */
import { clockIn, momentOf } from "../../../client/spoken/clock.ts";
import type { ScheduleInput } from "../../../schema/schedule.ts";
import { ruleWithStart } from "../../../schema/rule-words.ts";
import { addDays } from "../../base/days.ts";
import { dayOfMoment, zone } from "../../base/zone.ts";

export const frequencies = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", "once"] as const;

export const weekDays = [
  { code: "MO", name: "monday" },
  { code: "TU", name: "tuesday" },
  { code: "WE", name: "wednesday" },
  { code: "TH", name: "thursday" },
  { code: "FR", name: "friday" },
  { code: "SA", name: "saturday" },
  { code: "SU", name: "sunday" },
] as const;

export interface Draft {
  readonly frequency: (typeof frequencies)[number];
  readonly interval: number;
  /** Codes of days of the week, in their order. */
  readonly days: readonly string[];
  /** `HH:mm`. */
  readonly time: string;
  /** Of one that comes once: in the zone of the page, `YYYY-MM-DDTHH:mm`. */
  readonly moment: string;
  /** Of each run; the text of the todo where it is empty. */
  readonly message: string;
}

/** The first number of a part, with two digits. */
function two(text: string | undefined, usual: string): string {
  return (text ?? usual).split(",", 1)[0]?.padStart(2, "0") ?? usual;
}

/** The parts of a rule, by their names. */
function partsOf(rule: string): Map<string, string> {
  const parts = rule
    .toUpperCase()
    .replace(/^\s*RRULE:/, "")
    .trim()
    .split(";");
  return new Map(parts.map((part) => part.split("=", 2) as [string, string]));
}

/** Its rule with what it takes from its start. */
function ruleOf({ rrule, startsAt }: ScheduleInput): string {
  return rrule === undefined || startsAt === undefined ? (rrule ?? "") : ruleWithStart(rrule, startsAt);
}

/** The schedule as the form shows it; one without anything is what the form begins with. */
export function draftOf(schedule: ScheduleInput, now: number): Draft {
  const parts = partsOf(ruleOf(schedule));
  const known = frequencies.find((one) => one === parts.get("FREQ"));
  const runAt = Date.parse(schedule.runAt ?? "");
  const moment = Number.isNaN(runAt) ? `${addDays(dayOfMoment(now), 1)}T09:00` : clockIn(runAt, zone.value);
  return {
    frequency: schedule.runAt === undefined ? (known ?? "WEEKLY") : "once",
    interval: Number(parts.get("INTERVAL") ?? 1),
    days: parts.get("BYDAY")?.split(",") ?? ["MO"],
    time: `${two(parts.get("BYHOUR"), "09")}:${two(parts.get("BYMINUTE"), "00")}`,
    moment,
    message: schedule.message ?? "",
  };
}

/**
 * What the service is asked for. Of a schedule that the form began with stays what the form has no field for, and of its rule what was
 * not changed, unless it comes by days, weeks, months or years now and did not before. Months and years count from the day that it begins.
 */
export function inputOf(draft: Draft, timezone: string, begun: ScheduleInput = {}): ScheduleInput {
  const { rrule: _rule, runAt: _moment, startsAt, message: _message, ...others } = begun;
  const message = draft.message.trim();
  const rest = { ...others, ...(message !== "" && { message }) };
  if (draft.frequency === "once") {
    const isWhole = !Number.isNaN(Date.parse(draft.moment));
    return { ...rest, runAt: isWhole ? new Date(momentOf(draft.moment, zone.value)).toISOString() : draft.moment };
  }
  // But of hours, the rule has the time of day, which may be earlier than that of the start.
  const from = draft.frequency === "HOURLY" ? startsAt : startsAt?.replace(/T.*/, "T00:00:00");
  return { ...rest, rrule: changedRule(draft, ruleOf(begun)), ...(from !== undefined && { startsAt: from }), timezone };
}

function changedRule({ frequency, interval, days, time }: Draft, before: string): string {
  const was = draftOf({ rrule: before }, 0);
  const isOther = partsOf(before).get("FREQ") !== frequency;
  const parts = isOther ? new Map([["FREQ", frequency as string]]) : partsOf(before);
  if (isOther || interval !== was.interval) parts.set("INTERVAL", String(interval));
  if (frequency === "WEEKLY" && (isOther || days.join() !== was.days.join())) parts.set("BYDAY", days.join(","));
  if (frequency !== "HOURLY" && (isOther || time !== was.time || !parts.has("BYHOUR"))) {
    const [hour = 9, minute = 0] = time.split(":").map(Number);
    parts.set("BYHOUR", String(hour)).set("BYMINUTE", String(minute));
  }
  if (parts.get("INTERVAL") === "1") parts.delete("INTERVAL");
  if (parts.get("BYDAY") === "") parts.delete("BYDAY");
  return [...parts].map(([name, value]) => `${name}=${value}`).join(";");
}
