/** What the form of a schedule holds, from a rule and to one. */
import { momentOf } from "../../../client/spoken/clock.ts";
import type { ScheduleInput } from "../../../schema/schedule.ts";

export const frequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY", "once"] as const;

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
  /** Of one that comes once: on the clock of its zone, `YYYY-MM-DDTHH:mm`. */
  readonly moment: string;
}

/** The first number of a part, with two digits. */
function two(text: string | undefined, usual: string): string {
  return (text ?? usual).split(",", 1)[0]?.padStart(2, "0") ?? usual;
}

/** The rule as the form shows it; parts that it has no field for are not taken along. */
export function draftOf(rrule: string | null, tomorrow: string): Draft {
  const part = (name: string): string | undefined => new RegExp(`(?:^|;)${name}=([^;]*)`).exec(rrule ?? "")?.[1];
  const frequency = frequencies.find((one) => one === part("FREQ")) ?? "WEEKLY";
  return {
    frequency,
    interval: Number(part("INTERVAL") ?? 1),
    days: part("BYDAY")?.split(",") ?? ["MO"],
    time: `${two(part("BYHOUR"), "09")}:${two(part("BYMINUTE"), "00")}`,
    moment: `${tomorrow}T09:00`,
  };
}

/** What the service is asked for. Months and years count from the day that it begins. */
export function inputOf({ frequency, interval, days, time, moment }: Draft, timezone: string): ScheduleInput {
  if (frequency === "once") {
    const isWhole = !Number.isNaN(Date.parse(moment));
    return { runAt: isWhole ? new Date(momentOf(moment, timezone)).toISOString() : moment };
  }
  const [hour = 9, minute = 0] = time.split(":").map(Number);
  const parts = [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(frequency === "WEEKLY" && days.length > 0 ? [`BYDAY=${days.join(",")}`] : []),
    `BYHOUR=${hour}`,
    `BYMINUTE=${minute}`,
  ];
  return { rrule: parts.join(";"), timezone };
}
