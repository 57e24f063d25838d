/**
 * When a schedule runs next: a pure function of the schedule and a moment, whatever the time zone of the process.
 *
 * A rule of days or longer is expanded on wall-clock values (held in UTC, where every local time exists) and each local time becomes
 * an instant by our own step: an ambiguous one its first instant, a skipped one the first instant after the gap. An hourly rule counts
 * real hours from its start, so that a change of clocks leaves none out and doubles none; its other parts look at the wall clock.
 * Where clocks change by a part of an hour, one that names minutes, hours or days counts the hours that the wall clock shows.
 */
import { type ApiError, invalid } from "../../../schema/errors.ts";
import type { ScheduleInput } from "../../../schema/schedule.ts";
import { requireApart } from "./apart.ts";
import { expand, type Series } from "./expand.ts";
import { movesByPart, zoneOffsets } from "./offsets.ts";
import { parseRule, refusal, type Rule, withoutPrefix } from "./rule.ts";

/** A schedule as it is stored: everything left out is filled in, so that it means the same at any later moment. */
export type Schedule = RecurringSchedule | OneOffSchedule;

interface Policies {
  readonly timezone: string;
  readonly message: string | null;
  readonly overlapPolicy: "skip" | "queue";
  readonly catchUpPolicy: "run_once" | "skip";
}

export interface RecurringSchedule extends Policies {
  readonly type: "recurring";
  /** Without `RRULE:`. */
  readonly rrule: string;
  /** Local time in `timezone`, `YYYY-MM-DDTHH:mm:ss`. */
  readonly startsAt: string;
}

export interface OneOffSchedule extends Policies {
  readonly type: "one_off";
  /** Milliseconds since 1970 (UTC). */
  readonly runAt: number;
}

/** A time at which a schedule runs. */
export interface PlannedTime {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The local time that the rule names, `YYYY-MM-DDTHH:mm:ss` in the zone of the schedule; null where it names an instant. */
  readonly local: string | null;
}

/** The first run after a moment (milliseconds since 1970), or null when there is none any more. */
export type Runs = (after: number) => PlannedTime | null;

const lastInstant = 253_402_300_799_999;

/**
 * The schedule to store and its first run after `now` (milliseconds). Throws 400 naming the part at fault, also for a rule
 * that never occurs after `now`.
 */
export function readSchedule(input: ScheduleInput, now: number): { schedule: Schedule; next: PlannedTime } {
  const policies: Policies = {
    timezone: input.timezone ?? "UTC",
    message: input.message ?? null,
    overlapPolicy: input.overlapPolicy ?? "skip",
    catchUpPolicy: input.catchUpPolicy ?? "run_once",
  };
  if ((input.rrule === undefined) === (input.runAt === undefined)) throw oneOf();
  if (input.runAt !== undefined && input.startsAt !== undefined) throw noRule();
  if (input.runAt !== undefined) return oneOff(policies, Date.parse(input.runAt), now);
  return recurring(policies, input.rrule as string, input.startsAt, now);
}

/** The first run after `after` (milliseconds since 1970), or null when there is none any more. */
export function nextRun(schedule: Schedule, after: number): PlannedTime | null {
  return runsOf(schedule)(after);
}

/** The runs of a schedule. Asked in the order of time, they cost one walk through the rule, however many there are. */
export function runsOf(schedule: Schedule): Runs {
  if (schedule.type === "recurring") return occurrencesOf(schedule);
  return (after) => (schedule.runAt > after ? { at: schedule.runAt, local: null } : null);
}

/** When a local time of the schedule is, as the rules of its zone stand now: milliseconds since 1970. */
export function instantIn({ timezone }: Pick<Schedule, "timezone">, local: string): number {
  return instantOf(Temporal.PlainDateTime.from(local), timezone);
}

function oneOf(): ApiError {
  return invalid("schedule", "schedule: expected exactly one of rrule and runAt.");
}

function noRule(): ApiError {
  return invalid(
    "schedule.startsAt",
    "schedule.startsAt: it goes with rrule, which counts from it; leave it out with runAt.",
  );
}

function oneOff(policies: Policies, runAt: number, now: number): ReturnType<typeof readSchedule> {
  if (runAt <= now) throw invalid("schedule.runAt", "schedule.runAt: expected an instant in the future.");
  return { schedule: { type: "one_off", runAt, ...policies }, next: { at: runAt, local: null } };
}

function recurring(
  policies: Policies,
  text: string,
  startsAt: string | undefined,
  now: number,
): ReturnType<typeof readSchedule> {
  const rule = parseRule(text);
  const anchor = startsAt === undefined ? defaultAnchor(rule, policies.timezone, now) : readAnchor(startsAt);
  const schedule: RecurringSchedule = {
    type: "recurring",
    rrule: withoutPrefix(text),
    startsAt: written(anchor),
    ...policies,
  };
  requireApart(rule.options, wallTime(anchor));
  const counted = startsAt === undefined ? countedFromNext(schedule, rule, now) : schedule;
  const next = nextRun(counted, now);
  if (next === null) throw refusal("The rule never occurs after now: check its parts, COUNT, UNTIL and startsAt.");
  return { schedule: counted, next };
}

/** COUNT counts runs: where nobody said when it starts, the moment at which it was set, which is none, does not count. */
function countedFromNext(schedule: RecurringSchedule, rule: Rule, now: number): RecurringSchedule {
  const { count, ...endless } = rule.options;
  const first = count === undefined ? null : occurrencesOf(schedule, { ...rule, options: endless })(now);
  if (first === null) return schedule;
  return { ...schedule, startsAt: first.local ?? written(wallClock(first.at, schedule.timezone)) };
}

function readAnchor(startsAt: string): Temporal.PlainDateTime {
  try {
    const anchor = Temporal.PlainDateTime.from(startsAt, { overflow: "reject" });
    if (anchor.year >= 1970 && !startsAt.endsWith(":60")) return anchor;
  } catch {
    // falls through to the refusal
  }
  throw invalid(
    "schedule.startsAt",
    `schedule.startsAt: expected a local time that exists, from 1970 on, as YYYY-MM-DDTHH:mm:ss, got "${startsAt}".`,
  );
}

/** Now, to the second; at second 0 when the rule names its minutes, for 9:00 means 9:00:00. */
function defaultAnchor(rule: Rule, timezone: string, now: number): Temporal.PlainDateTime {
  const wall = wallClock(now, timezone).round({ smallestUnit: "second", roundingMode: "floor" });
  return rule.options.byMinute === undefined ? wall : wall.with({ second: 0 });
}

function occurrencesOf(schedule: RecurringSchedule, rule = parseRule(schedule.rrule)): Runs {
  const { timezone } = schedule;
  const end = Math.min(lastInstant, rule.until === null ? lastInstant : untilInstant(rule.until, timezone));
  const anchor = Temporal.PlainDateTime.from(schedule.startsAt);
  if (rule.options.freq === "HOURLY" && !countsShownHours(rule.options, anchor, timezone)) {
    const next = hoursOf(rule.options, anchor, timezone);
    return (after) => {
      const at = next(after);
      return at === null || at > end ? null : { at, local: null };
    };
  }
  const next = expand(rule.options, wallTime(anchor));
  return (after) => {
    let wall = wallTime(wallClock(after, timezone));
    // Local times of an hour that is repeated may name instants that have passed: at most that hour is stepped over.
    for (let step = 0; step < 4_000; step += 1) {
      const local = next(wall);
      if (local === null) return null;
      const named = wallClock(local, "UTC");
      const at = instantOf(named, timezone);
      if (at > end) return null;
      if (at > after) return { at, local: written(named) };
      wall = local;
    }
    return null;
  };
}

/**
 * Whether an hourly rule counts the hours that the wall clock shows: real ones would have other minutes than it names, for half of the
 * year. A change by a part of an hour leaves none of them out and doubles none.
 */
function countsShownHours(rule: Rule["options"], anchor: Temporal.PlainDateTime, timezone: string): boolean {
  const namesTimes = Object.keys(rule).some((part) => part.startsWith("by"));
  return namesTimes && movesByPart(timezone, anchor.toZonedDateTime(timezone).epochMilliseconds);
}

/** The instants of an hourly rule: real hours from its start, of which its other parts choose by the wall clock. */
function hoursOf(rule: Rule["options"], anchor: Temporal.PlainDateTime, timezone: string): Series {
  const start = wallTime(anchor);
  const ahead = start - anchor.toZonedDateTime(timezone).epochMilliseconds;
  const offsetAt = zoneOffsets(timezone);
  const next = expand(rule, start, undefined, (time) => offsetAt(time - ahead) - ahead);
  return (after) => {
    const time = next(after + ahead);
    return time === null ? null : time - ahead;
  };
}

/** A local time as milliseconds since 1970, as if it were UTC. */
function wallTime(local: Temporal.PlainDateTime): number {
  return local.toZonedDateTime("UTC").epochMilliseconds;
}

function written(local: Temporal.PlainDateTime): string {
  return local.toString({ smallestUnit: "second" });
}

function wallClock(instant: number, timezone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone).toPlainDateTime();
}

/** Milliseconds of a local time: its first instant when ambiguous, the first instant after the gap when skipped. */
function instantOf(wall: Temporal.PlainDateTime, timezone: string): number {
  const first = wall.toZonedDateTime(timezone, { disambiguation: "earlier" });
  if (first.toPlainDateTime().equals(wall)) return first.epochMilliseconds;
  const transition = first.getTimeZoneTransition("next");
  return (transition ?? first).epochMilliseconds;
}

/** The last millisecond of an UNTIL: a date is the whole day in the zone of the schedule. */
function untilInstant(until: string, timezone: string): number {
  const iso = until.replace(/^(\d{4})(\d\d)(\d\d)/, "$1-$2-$3").replace(/T(\d\d)(\d\d)(\d\d)/, "T$1:$2:$3");
  try {
    if (until.endsWith("Z")) return Temporal.Instant.from(iso).epochMilliseconds;
    const wall = Temporal.PlainDateTime.from(iso, { overflow: "reject" });
    if (until.includes("T")) return instantOf(wall, timezone);
    return instantOf(wall.add({ days: 1 }), timezone) - 1;
  } catch {
    throw refusal(`UNTIL: expected a date that exists, got ${until}.`);
  }
}
