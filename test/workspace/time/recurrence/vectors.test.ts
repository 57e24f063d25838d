/**
 * Vectors that nobody here wrote: the examples of RFC 5545, the tests of python-dateutil and libical, and random rules that
 * python-dateutil expanded (`regenerate.py` makes the files). Each is expanded to its end, or as far as its times go; what is
 * refused or differs is listed here with the reason, and nothing else may be.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ApiError } from "../../../../src/schema/errors.ts";
import { nextRun, readSchedule } from "../../../../src/workspace/time/recurrence/recurrence.ts";

interface Vector {
  readonly rule: string;
  /** Local, in `zone`. */
  readonly start: string;
  /** UTC when left out. */
  readonly zone?: string;
  /** In UTC. */
  readonly times: readonly string[];
  /** True when the series goes on after them, null when that is not known. */
  readonly more: boolean | null;
}

/** Refusals of the contract, and what RFC 5545 §3.3.10 rules out. */
const refusals: readonly [RegExp, string][] = [
  [/got (?:MINUTELY|SECONDLY)/, "too frequent"],
  [/BYYEARDAY needs|BYWEEKNO needs|BYMONTHDAY does not go/, "a part that the RFC keeps from this FREQ"],
  [/five minutes apart/, "closer than the contract allows"],
  [/got ""/, "a semicolon at the end, which the grammar of the RFC has not"],
];

/** Misses, with the reason. */
const differences: Readonly<Record<string, string>> = {
  "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z from 19970902T090000 in America/New_York":
    "Erratum of the RFC: 17:00 UTC is 13:00 in New York, so the 15:00 that it prints comes after UNTIL.",
  "FREQ=YEARLY;COUNT=3;BYWEEKNO=20 from 19970902T090000":
    "python-dateutil takes all seven days of the week; what the rule does not say comes from DTSTART (RFC, libical): its weekday.",
  "FREQ=YEARLY;BYMONTHDAY=29;COUNT=3 from 20240229T000000":
    "libical takes the month from DTSTART; BYMONTHDAY expands a year (RFC, python-dateutil): every month has its 29th.",
  "FREQ=YEARLY;BYMONTHDAY=-29,-1;COUNT=4 from 20240201T000000": "As above.",
  "FREQ=YEARLY;BYWEEKNO=53;INTERVAL=6;BYDAY=TH;COUNT=1 from 20270103T000000":
    "libical counts years from 2027 here, and from the year of the week in its other vectors; 3 January 2027 is in week 53 of 2026.",
  "FREQ=YEARLY;BYWEEKNO=53;INTERVAL=5;BYDAY=TH;COUNT=1 from 20270103T000000": "As above.",
};

const files = [
  { name: "rfc5545", passed: 38, refused: 3, differing: 1 },
  { name: "dateutil", passed: 110, refused: 114, differing: 1 },
  { name: "libical", passed: 128, refused: 12, differing: 4 },
  { name: "random", passed: 460, refused: 40, differing: 0 },
];

for (const { name, ...expected } of files) {
  test(
    `the vectors of ${name} hold: ${expected.passed} of ${expected.passed + expected.differing}`,
    { rules: ["todos.schedule.rfc5545"] },
    () => {
      const path = new URL(`./${name}.json`, import.meta.url);
      const { vectors } = JSON.parse(readFileSync(path, "utf8")) as { vectors: Vector[] };
      const counts = { passed: 0, refused: 0, differing: 0 };
      for (const vector of vectors) counts[outcome(asWallClock(vector))] += 1;
      assert.deepEqual(counts, expected);
    },
  );
}

test("every difference that is explained is there", () => {
  const keys = files.flatMap(({ name }) => {
    const path = new URL(`./${name}.json`, import.meta.url);
    return (JSON.parse(readFileSync(path, "utf8")) as { vectors: Vector[] }).vectors.map(keyOf);
  });
  assert.deepEqual(
    Object.keys(differences).filter((key) => !keys.includes(key)),
    [],
  );
});

/**
 * An hourly rule as a zone without changes of the clocks shows it: there a wall clock, which the vectors count by, and real hours,
 * which we do, are the same. `hours.test.ts` has the changes.
 */
function asWallClock(vector: Vector): Vector {
  const { rule, start, zone, times, more } = vector;
  if (!rule.includes("FREQ=HOURLY") || zone === undefined || rule.includes("UNTIL")) return vector;
  const local = (time: string) =>
    Temporal.Instant.from(time).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: "second" });
  return { rule, start, times: times.map((time) => local(time).replace(/[-:]/g, "")), more };
}

function keyOf(vector: Vector): string {
  return `${vector.rule} from ${vector.start}${vector.zone === undefined ? "" : ` in ${vector.zone}`}`;
}

function outcome(vector: Vector): "passed" | "refused" | "differing" {
  let times: string[];
  try {
    times = expanded(vector);
  } catch (error) {
    assert.ok(error instanceof ApiError && error.param === "schedule.rrule", keyOf(vector));
    assert.ok(
      refusals.some(([words]) => words.test(error.message)),
      `${keyOf(vector)}: ${error.message}`,
    );
    return "refused";
  }
  const wanted = vector.times.map((time) => time.replace(/Z?$/, "Z"));
  const given = vector.more === false ? times : times.slice(0, wanted.length);
  const isSame = JSON.stringify(given) === JSON.stringify(wanted);
  const goesOn = vector.more !== true || times.length > wanted.length;
  const isExplained = differences[keyOf(vector)] !== undefined;
  if (!isExplained) assert.deepEqual(given, wanted, keyOf(vector));
  if (!isExplained) assert.ok(goesOn, `${keyOf(vector)} goes on`);
  assert.ok(!isExplained || !isSame, `${keyOf(vector)} does not differ any more: remove the explanation.`);
  return isExplained ? "differing" : "passed";
}

/** The occurrences, one more than the vector has; none for a rule that is refused because it never occurs. */
function expanded({ rule, start, zone = "UTC", times }: Vector): string[] {
  const startsAt = start.replace(/(....)(..)(..)T(..)(..)(..)/, "$1-$2-$3T$4:$5:$6");
  const before = Temporal.PlainDateTime.from(startsAt).subtract({ days: 2 }).toZonedDateTime(zone).epochMilliseconds;
  const shown: string[] = [];
  try {
    const { schedule, next } = readSchedule({ rrule: rule, startsAt, timezone: zone }, before);
    let at: number | null = next.at;
    while (at !== null && shown.length <= times.length) {
      shown.push(new Date(at).toISOString().replace(/[-:]|\.000/g, ""));
      at = nextRun(schedule, at)?.at ?? null;
    }
  } catch (error) {
    if (!(error instanceof ApiError && /never occurs/.test(error.message))) throw error;
  }
  return shown;
}
