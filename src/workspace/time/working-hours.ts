/**
 * When an agent is on duty: while the clock on its wall stands within a window. So an hour that a change of the clocks repeats
 * counts both times, one that it skips not at all, and two windows that meet at midnight are one night.
 */
import type { WorkingHours } from "../../schema/agent.ts";

type Window = WorkingHours["windows"][number];

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
/** Every window comes back within a week; one that a change of the clocks skips, within two. */
const horizon = 15;

/** True at that instant (milliseconds since 1970). */
export function isOnDuty({ timezone, windows }: WorkingHours, instant: number): boolean {
  const wall = wallAt(instant, timezone);
  const minute = wall.hour * 60 + wall.minute;
  return windows.some(
    (window) => isOn(window, wall) && minuteOf(window.start) <= minute && minute < minuteOf(window.end),
  );
}

/** The first instant from `from` on (milliseconds) at which the agent is on duty; `from` itself when it is. */
export function nextOpening(hours: WorkingHours, from: number): number {
  if (isOnDuty(hours, from)) return from;
  const found = Math.min(firstStart(hours, from), firstOf(changes(hours, from), hours, from));
  if (found === Number.POSITIVE_INFINITY)
    throw new Error("Expected working hours with a window, found none that opens.");
  return found;
}

/** The first instant after `from` at which a window begins. */
function firstStart(hours: WorkingHours, from: number): number {
  const first = wallAt(from, hours.timezone).toPlainDate();
  let found = Number.POSITIVE_INFINITY;
  // The clocks may change around midnight: so the day after the one that has it is looked at too.
  for (let [day, end] = [0, horizon]; day < end; day += 1) {
    const start = firstOf(starts(hours, first.add({ days: day })), hours, from);
    if (start < found) [found, end] = [start, Math.min(end, day + 2)];
  }
  return found;
}

function firstOf(candidates: Iterable<number>, hours: WorkingHours, from: number): number {
  let found = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    if (candidate > from && candidate < found && isOnDuty(hours, candidate)) found = candidate;
  }
  return found;
}

/** When the windows of a day begin; a time that the clocks repeat or skip is two. */
function* starts({ timezone, windows }: WorkingHours, date: Temporal.PlainDate): Generator<number> {
  for (const window of windows) {
    if (!isOn(window, date)) continue;
    const start = date.toPlainDateTime(Temporal.PlainTime.from(window.start));
    for (const disambiguation of ["earlier", "later"] as const) {
      yield start.toZonedDateTime(timezone, { disambiguation }).epochMilliseconds;
    }
  }
}

/** When the clocks change next: that may lead into a window. */
function* changes({ timezone }: WorkingHours, from: number): Generator<number> {
  let change = zonedAt(from, timezone).getTimeZoneTransition("next");
  const end = from + horizon * 86_400_000;
  while (change !== null && change.epochMilliseconds <= end) {
    yield change.epochMilliseconds;
    change = change.getTimeZoneTransition("next");
  }
}

function isOn(window: Window, date: { readonly dayOfWeek: number }): boolean {
  return window.days.includes(days[date.dayOfWeek - 1] as (typeof days)[number]);
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function zonedAt(instant: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);
}

function wallAt(instant: number, timezone: string): Temporal.PlainDateTime {
  return zonedAt(instant, timezone).toPlainDateTime();
}
