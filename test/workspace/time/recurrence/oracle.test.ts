/** Random rules against an independent reading of the RFC, seeded: what differs is shown as small as it can be. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { nextRun, readSchedule } from "../../../../src/workspace/time/recurrence/recurrence.ts";
import { ApiError } from "../../../../src/schema/errors.ts";
import { occurrences, type OracleRule, ruleText } from "./oracle.ts";

const days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const compared = 20;
/** Days looked at. */
const horizon = { HOURLY: 90, DAILY: 400, WEEKLY: 400, MONTHLY: 800, YEARLY: 2_200 };

const list = (least: number, most: number, length: number) =>
  fc.option(fc.uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: length }), {
    nil: undefined,
    freq: 2,
  });
const signed = (most: number, length: number) =>
  fc.option(
    fc.uniqueArray(
      fc.integer({ min: -most, max: most }).filter((value) => value !== 0),
      { minLength: 1, maxLength: length },
    ),
    { nil: undefined, freq: 2 },
  );
const weekday = fc.constantFrom(...days);
const numbered = fc.tuple(fc.constantFrom("", "1", "2", "-1", "-2", "5", "+3"), weekday).map((parts) => parts.join(""));

const anyRule: fc.Arbitrary<OracleRule> = fc
  .record({
    freq: fc.constantFrom("HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"),
    interval: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 13 })),
    count: fc.option(fc.integer({ min: 1, max: 15 }), { nil: undefined, freq: 4 }),
    weekStart: weekday,
    month: list(1, 12, 4),
    weekNo: signed(53, 3),
    yearDay: signed(366, 5),
    monthDay: signed(31, 4),
    day: fc.option(fc.uniqueArray(weekday, { minLength: 1, maxLength: 4 }), { nil: undefined }),
    numberedDay: fc.option(fc.uniqueArray(numbered, { minLength: 1, maxLength: 3 }), { nil: undefined, freq: 2 }),
    hour: list(0, 23, 4),
    minute: list(0, 59, 3),
    position: signed(5, 2),
  })
  .map(({ numberedDay, ...rule }) => {
    // What RFC 5545 rules out, and we refuse.
    const isYearly = rule.freq === "YEARLY";
    const mayNumber = (rule.freq === "MONTHLY" || (isYearly && rule.weekNo === undefined)) && numberedDay !== undefined;
    const { position, ...parts } = {
      ...rule,
      weekNo: isYearly ? rule.weekNo : undefined,
      yearDay: isYearly || rule.freq === "HOURLY" ? rule.yearDay : undefined,
      monthDay: rule.freq === "WEEKLY" ? undefined : rule.monthDay,
      day: mayNumber ? numberedDay : rule.day,
    };
    const { month, weekNo, yearDay, monthDay, day, hour, minute } = parts;
    const hasPart = [month, weekNo, yearDay, monthDay, day, hour, minute].some((part) => part !== undefined);
    return hasPart ? { ...parts, position } : parts;
  });

const anyStart = fc
  .tuple(fc.integer({ min: 0, max: 3_650 }), fc.integer({ min: 0, max: 86_399 }))
  .map(([day, seconds]) => Temporal.PlainDateTime.from("2015-01-01T00:00:00").add({ days: day, seconds }));

test("random rules agree with a plain reading of the RFC", { rules: ["todos.schedule.rfc5545"] }, () => {
  const compare = (rule: OracleRule, start: Temporal.PlainDateTime) => {
    const last = start.toPlainDate().add({ days: horizon[rule.freq] });
    const expected = occurrences(rule, start, last).slice(0, compared);
    if (isTooClose(expected)) return assert.throws(() => found(ruleText(rule), start, last), /five minutes apart/);
    assert.deepEqual(found(ruleText(rule), start, last), expected, `${ruleText(rule)} from ${start.toString()}`);
  };
  fc.assert(fc.property(anyRule, anyStart, compare), {
    seed: Number(process.env["DAYSHIFT_SEED"] ?? 5_545),
    numRuns: Number(process.env["DAYSHIFT_RUNS"] ?? 200),
  });
});

/** What the contract refuses: two times less than five minutes apart. */
function isTooClose(times: readonly string[]): boolean {
  const at = times.map((time) => Date.parse(`${time}Z`));
  return at.some((time, index) => index > 0 && time - (at[index - 1] as number) < 5 * 60_000);
}

function found(rrule: string, start: Temporal.PlainDateTime, last: Temporal.PlainDate): string[] {
  const instant = (time: Temporal.PlainDateTime) => time.toZonedDateTime("UTC").epochMilliseconds;
  const end = instant(last.add({ days: 1 }).toPlainDateTime());
  const before = instant(start) - 1;
  const input = { rrule, startsAt: start.toString({ smallestUnit: "second" }) };
  const times: number[] = [];
  const read = unlessNever(() => readSchedule(input, before));
  if (read === null) return [];
  let at: number | null = read.next.at;
  while (at !== null && at < end && times.length < compared) {
    times.push(at);
    at = nextRun(read.schedule, at)?.at ?? null;
  }
  return times.map((time) => new Date(time).toISOString().slice(0, 19));
}

/** Null for a rule that never occurs. */
function unlessNever<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError && /never occurs/.test(error.message)) return null;
    throw error;
  }
}
