/** However a rule is made, its next run is known after a bounded number of steps: days looked at, not seconds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { budget, expand } from "../../../../src/workspace/time/recurrence/expand.ts";
import { parseRule } from "../../../../src/workspace/time/recurrence/rule.ts";
import { nextRun, readSchedule } from "../../../../src/workspace/time/recurrence/recurrence.ts";

const all = (least: number, most: number) => Array.from({ length: most - least + 1 }, (_, i) => least + i).join(",");
const now = Date.parse("2026-01-05T09:00:00Z");

/** Days that the rule asks about for its next occurrence after `after`. */
function looks(rrule: string, startsAt: string, after = now): { next: number | null; days: number } {
  let days = 0;
  const next = expand(parseRule(rrule).options, Date.parse(`${startsAt}Z`), (count) => (days += count))(after);
  return { next, days };
}

test("what never occurs ends with the budget", { rules: ["todos.schedule.bounded"] }, () => {
  const never = [
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1",
    "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4,6",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=366",
    "FREQ=WEEKLY;BYDAY=SU;BYSETPOS=-366",
    "FREQ=DAILY;BYSETPOS=2;BYHOUR=9",
    "FREQ=HOURLY;INTERVAL=2;BYHOUR=1",
    "FREQ=HOURLY;BYYEARDAY=1;BYMONTH=7",
    "FREQ=YEARLY;INTERVAL=10000;BYMONTHDAY=31;BYMONTH=2",
    `FREQ=YEARLY;BYSETPOS=366;BYMONTH=1;BYMONTHDAY=1;BYHOUR=${all(0, 10)};BYMINUTE=${all(0, 30)}`,
  ];
  for (const rule of never) {
    const { next, days } = looks(rule, "1970-01-01T02:30:00");
    assert.equal(next, null, rule);
    assert.ok(days <= budget + 372, `${rule}: ${days} days`);
  }
});

test("an old start or a long interval costs no more than its range", { rules: ["todos.schedule.bounded"] }, () => {
  const every = `BYHOUR=${all(0, 23)};BYMINUTE=${all(0, 59)};BYSECOND=${all(0, 59)}`;
  const rules: [string, number][] = [
    ["FREQ=HOURLY", 3],
    ["FREQ=HOURLY;COUNT=1000000", 4],
    ["FREQ=HOURLY;INTERVAL=9999", 3],
    ["FREQ=DAILY;INTERVAL=10000", 3],
    ["FREQ=DAILY;COUNT=1000000", 4],
    ["FREQ=WEEKLY;BYDAY=MO,TH;COUNT=1000000", 21],
    ["FREQ=MONTHLY;INTERVAL=10000", 93],
    ["FREQ=YEARLY;INTERVAL=30", 3 * 366],
    [`FREQ=YEARLY;${every};BYDAY=MO,TU,WE,TH,FR,SA,SU`, 2 * 366],
    [`FREQ=YEARLY;${every};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=366,-366`, 3 * 366],
  ];
  for (const [rule, most] of rules) {
    const { next, days } = looks(rule, "1970-01-01T00:30:00");
    assert.ok(next !== null && next > now, rule);
    assert.ok(days <= most, `${rule}: ${days} days, at most ${most}`);
  }
});

test("runs asked for in order cost one walk from an old start", { rules: ["todos.schedule.bounded"] }, () => {
  for (const rule of [`FREQ=HOURLY;BYHOUR=${all(0, 22)};COUNT=1000000`, "FREQ=MONTHLY;BYDAY=MO,TU;COUNT=9000"]) {
    let days = 0;
    const next = expand(parseRule(rule).options, Date.parse("1970-01-01T00:30:00Z"), (count) => (days += count));
    const first = next(now) as number;
    const once = days;
    let last = first;
    for (let seen = 0; seen < 100; seen += 1) last = next(last) as number;
    assert.ok(days < 2 * once, `${rule}: ${days} days, ${once} for the first one`);
    assert.equal(next(now), first, rule);
  }
});

test("COUNT ends a long series at its last run, and not before", () => {
  const input = { rrule: "FREQ=HOURLY;COUNT=50000", startsAt: "2020-01-01T00:00:00" };
  const { schedule } = readSchedule(input, Date.parse("2020-01-01T00:00:00Z"));
  const last = Date.parse("2020-01-01T00:00:00Z") + 49_999 * 3_600_000;
  assert.equal(nextRun(schedule, last - 1)?.at, last);
  assert.equal(nextRun(schedule, last), null);
});

test("the rarest dates are found", () => {
  const rules: [string, string][] = [
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "2044-02-29T08:00:00.000Z"],
    ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "2044-02-29T08:00:00.000Z"],
    ["FREQ=MONTHLY;INTERVAL=12;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "2044-02-29T08:00:00.000Z"],
    ["FREQ=YEARLY;INTERVAL=400;BYMONTH=2", "2426-02-01T08:00:00.000Z"],
  ];
  for (const [rrule, expected] of rules) {
    const { next } = readSchedule({ rrule, startsAt: "2026-02-01T08:00:00" }, Date.parse("2026-02-01T08:00:00Z"));
    assert.equal(new Date(next.at).toISOString(), expected, rrule);
  }
});
