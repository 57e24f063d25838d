/** Schedules: what is refused, and when the next run is, whatever the time zone of the process. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ApiError } from "../../../../src/schema/errors.ts";
import type { ScheduleInput } from "../../../../src/schema/schedule.ts";
import { nextRun, readSchedule } from "../../../../src/workspace/time/recurrence/recurrence.ts";
import { tempDir } from "../../../helpers/temp-dir.ts";

const monday = "2026-01-05T09:00:00Z";
const read = (input: ScheduleInput, now = monday) => readSchedule(input, Date.parse(now));
const first = (input: ScheduleInput, now = monday) => new Date(read(input, now).next.at).toISOString();

test("a schedule is refused naming the part at fault", () => {
  const refusals: [ScheduleInput, string, RegExp][] = [
    [{}, "schedule", /exactly one/],
    [{ rrule: "FREQ=DAILY", runAt: "2027-01-01T00:00:00Z" }, "schedule", /exactly one/],
    [{ runAt: monday }, "schedule.runAt", /future/],
    [{ runAt: "2020-01-01T00:00:00Z" }, "schedule.runAt", /future/],
    [{ rrule: "FREQ=DAILY", startsAt: "2026-02-30T09:00:00" }, "schedule.startsAt", /exists/],
    [{ rrule: "FREQ=DAILY", startsAt: "2026-02-20T24:00:00" }, "schedule.startsAt", /exists/],
    [{ rrule: "FREQ=DAILY", startsAt: "2026-02-20T09:00:60" }, "schedule.startsAt", /exists/],
    [{ rrule: "FREQ=DAILY", startsAt: "1812-02-20T09:00:00" }, "schedule.startsAt", /1970/],
  ];
  for (const [input, param, words] of refusals) {
    assert.throws(() => read(input), refusal(param, words), JSON.stringify(input));
  }
});

test("a rule that cannot be read, or is not allowed, is refused", { rules: ["todos.schedule.apart"] }, () => {
  const rules: [string, RegExp][] = [
    ["every monday", /FREQ=DAILY/],
    ["FREQ=SECONDLY", /HOURLY/],
    ["FREQ=MINUTELY", /HOURLY/],
    ["FREQ=FORTNIGHTLY", /HOURLY/],
    ["INTERVAL=2", /FREQ is required/],
    ["FREQ=DAILY;FREQ=DAILY", /twice/],
    ["FREQ=DAILY;BYEASTER=0", /Unknown part BYEASTER/],
    ["FREQ=DAILY;INTERVAL=0", /INTERVAL/],
    ["FREQ=DAILY;INTERVAL=-1", /INTERVAL/],
    ["FREQ=DAILY;COUNT=x", /COUNT/],
    ["FREQ=DAILY;COUNT=2;UNTIL=20270101", /exclude/],
    ["FREQ=DAILY;UNTIL=soon", /UNTIL/],
    ["FREQ=DAILY;UNTIL=20260230", /UNTIL/],
    ["FREQ=DAILY;BYHOUR=24", /BYHOUR/],
    ["FREQ=DAILY;BYMINUTE=60", /BYMINUTE/],
    ["FREQ=DAILY;BYHOUR=", /parts/],
    ["FREQ=MONTHLY;BYMONTHDAY=0", /BYMONTHDAY/],
    ["FREQ=WEEKLY;BYMONTHDAY=1", /WEEKLY/],
    ["FREQ=WEEKLY;BYDAY=2MO", /BYDAY/],
    ["FREQ=WEEKLY;BYDAY=XX", /BYDAY/],
    ["FREQ=MONTHLY;BYWEEKNO=3", /BYWEEKNO/],
    ["FREQ=DAILY;BYSETPOS=1", /BYSETPOS/],
    ["FREQ=DAILY;WKST=1", /WKST/],
    ["FREQ=HOURLY;BYMINUTE=0,1", /at least five minutes apart, got 09:00:00 and 09:01:00/],
    ["FREQ=HOURLY;BYMINUTE=58,2", /five minutes apart/],
    [
      "FREQ=YEARLY;BYMONTH=2,3;BYMONTHDAY=1,29;BYHOUR=0,2,4,6,8,10,12,14,16,18,20,23;BYMINUTE=0,5,10,15,20,25,30,35,40,45,50,57",
      /got 23:57:00 and 00:00:00/, // from a leap day to the next alone
    ],
    ["FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0,30", /five minutes apart/],
    ["FREQ=DAILY;BYHOUR=0,23;BYMINUTE=1,58", /got 23:58:00 and 00:01:00/],
    ["FREQ=DAILY\nEXDATE:20260106T090000Z", /FREQ/],
    ["DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY", /Unknown part DTSTART/],
  ];
  for (const [rrule, words] of rules) assert.throws(() => read({ rrule }), refusal("schedule.rrule", words), rrule);
});

test("times that BYSETPOS leaves far enough apart are taken", { rules: ["todos.schedule.apart"] }, () => {
  const { schedule } = read({ rrule: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0,1;BYSETPOS=1", startsAt: "2026-01-01T00:00:00" });
  assert.equal(schedule.type, "recurring");
});

test("a rule that never occurs again is refused", () => {
  const startsAt = "2026-01-01T02:30:00";
  const rules = [
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=DAILY;BYMONTH=2,4;BYMONTHDAY=31",
    "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYMONTH=3",
    "FREQ=HOURLY;INTERVAL=2;BYHOUR=1",
    "FREQ=MONTHLY;BYSETPOS=40;BYDAY=MO,TU,WE,TH,FR",
    "FREQ=YEARLY;INTERVAL=10000",
    "FREQ=DAILY;COUNT=3",
    "FREQ=DAILY;UNTIL=20260104",
  ];
  for (const rrule of rules) assert.throws(() => read({ rrule, startsAt }), refusal("schedule.rrule", /never/), rrule);
});

test("the first run is the first occurrence after now; what the rule leaves out comes from startsAt", () => {
  const table: [ScheduleInput, string, string][] = [
    [{ rrule: "FREQ=DAILY", startsAt: "2026-01-01T07:15:30" }, monday, "2026-01-06T07:15:30.000Z"],
    [{ rrule: "FREQ=DAILY", startsAt: "2026-01-05T09:00:00" }, monday, "2026-01-06T09:00:00.000Z"],
    [{ rrule: "FREQ=DAILY", startsAt: "2026-03-01T07:15:00" }, monday, "2026-03-01T07:15:00.000Z"],
    [{ rrule: "FREQ=WEEKLY;BYDAY=MO", startsAt: "2026-03-03T07:15:00" }, monday, "2026-03-09T07:15:00.000Z"],
    [{ rrule: "FREQ=DAILY" }, "2026-01-05T09:12:34.567Z", "2026-01-06T09:12:34.000Z"],
    [{ rrule: "FREQ=DAILY;BYHOUR=9;BYMINUTE=30" }, "2026-01-05T09:12:34.567Z", "2026-01-05T09:30:00.000Z"],
    [{ rrule: "FREQ=DAILY;BYHOUR=17" }, "2026-01-05T09:12:34.567Z", "2026-01-05T17:12:34.000Z"],
    [{ rrule: "FREQ=HOURLY;INTERVAL=6", startsAt: "2025-06-01T01:00:00" }, monday, "2026-01-05T13:00:00.000Z"],
    [{ rrule: "freq=monthly;byday=-1fr", startsAt: "2026-01-01T08:00:00" }, monday, "2026-01-30T08:00:00.000Z"],
    [
      { rrule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", startsAt: "2026-01-01T08:00:00" },
      monday,
      "2028-02-29T08:00:00.000Z",
    ],
    [{ rrule: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0", timezone: "Asia/Tokyo" }, monday, "2026-01-06T00:00:00.000Z"],
    [{ rrule: "FREQ=HOURLY", startsAt: "1970-01-01T00:30:00" }, monday, "2026-01-05T09:30:00.000Z"],
  ];
  for (const [input, now, expected] of table) assert.equal(first(input, now), expected, JSON.stringify(input));
});

test("COUNT and UNTIL end a series", () => {
  const counted = read({ rrule: "FREQ=DAILY;COUNT=7", startsAt: "2026-01-01T08:00:00" });
  assert.equal(new Date(counted.next.at).toISOString(), "2026-01-06T08:00:00.000Z");
  assert.equal(nextRun(counted.schedule, Date.parse("2026-01-06T08:00:00Z"))?.at, Date.parse("2026-01-07T08:00:00Z"));
  assert.equal(nextRun(counted.schedule, Date.parse("2026-01-07T08:00:00Z")), null);
  for (const [rrule, last] of [
    ["FREQ=DAILY;COUNT=3", "2026-01-08T09:00:00.000Z"],
    ["FREQ=DAILY;INTERVAL=2;COUNT=1", "2026-01-07T09:00:00.000Z"],
    ["FREQ=HOURLY;COUNT=2", "2026-01-05T11:00:00.000Z"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;COUNT=3", "2026-01-22T09:00:00.000Z"],
    ["FREQ=DAILY;BYHOUR=17;BYMINUTE=0;COUNT=1", "2026-01-05T17:00:00.000Z"],
  ] as const) {
    const { schedule, next } = read({ rrule });
    let at: number = next.at;
    for (let run = 1; run < Number(/COUNT=(\d)/.exec(rrule)?.[1]); run += 1)
      at = nextRun(schedule, at)?.at ?? Number.NaN;
    assert.deepEqual([new Date(at).toISOString(), nextRun(schedule, at)], [last, null], `${rrule} runs that often`);
  }
  const until: [string, string | null][] = [
    ["20260107", "2026-01-07T22:00:00.000Z"],
    ["20260107T220000Z", "2026-01-07T22:00:00.000Z"],
    ["20260107T215959Z", null],
    ["20260107T230000", "2026-01-07T22:00:00.000Z"],
    ["20260107T225959", null],
  ];
  for (const [end, expected] of until) {
    const rrule = `FREQ=DAILY;UNTIL=${end}`;
    const { schedule } = read({ rrule, startsAt: "2026-01-01T23:00:00", timezone: "Europe/Berlin" });
    const next = nextRun(schedule, Date.parse("2026-01-07T00:00:00Z"))?.at ?? null;
    assert.equal(next === null ? null : new Date(next).toISOString(), expected, end);
  }
});

test("a skipped local time runs at the first instant after the gap, a repeated one at its first instant", () => {
  const daily = { rrule: "FREQ=DAILY", startsAt: "2026-03-01T02:30:00", timezone: "Europe/Berlin" };
  assert.equal(first(daily, "2026-03-28T12:00:00Z"), "2026-03-29T01:00:00.000Z");
  assert.equal(first(daily, "2026-03-29T01:00:00Z"), "2026-03-30T00:30:00.000Z");
  assert.equal(first(daily, "2026-10-24T12:00:00Z"), "2026-10-25T00:30:00.000Z");
  assert.equal(first(daily, "2026-10-25T00:30:00Z"), "2026-10-26T01:30:00.000Z");
  const hourly = { rrule: "FREQ=HOURLY", startsAt: "2026-03-01T02:00:00", timezone: "Europe/Berlin" };
  assert.equal(first(hourly, "2026-03-29T00:00:00Z"), "2026-03-29T01:00:00.000Z");
  assert.equal(first(hourly, "2026-03-29T01:00:00Z"), "2026-03-29T02:00:00.000Z");
  assert.equal(first(hourly, "2026-10-25T00:00:00Z"), "2026-10-25T01:00:00.000Z");
  const samoa = { rrule: "FREQ=DAILY", startsAt: "2011-12-20T10:00:00", timezone: "Pacific/Apia" };
  assert.equal(first(samoa, "2011-12-29T21:00:00Z"), "2011-12-30T10:00:00.000Z");
});

test("one run at an instant: the offset counts, and there is no other run", () => {
  const { schedule, next } = read({ runAt: "2026-02-01T09:00:00+02:00" });
  assert.equal(next.at, Date.parse("2026-02-01T07:00:00Z"));
  assert.equal(schedule.type, "one_off");
  assert.equal(nextRun(schedule, next.at), null);
});

test("what is left out is filled in, so that the stored schedule means the same later", () => {
  const { schedule } = read({ rrule: " RRULE:FREQ=DAILY ", timezone: "Asia/Tokyo" });
  assert.deepEqual(schedule, {
    type: "recurring",
    rrule: "FREQ=DAILY",
    startsAt: "2026-01-05T18:00:00",
    timezone: "Asia/Tokyo",
    message: null,
    overlapPolicy: "skip",
    catchUpPolicy: "run_once",
  });
});

test("the time zone of the process does not matter", (t) => {
  const file = new URL("../../../../src/workspace/time/recurrence/recurrence.ts", import.meta.url);
  const script = `import { readSchedule } from ${JSON.stringify(file.href)};
    const run = readSchedule({ rrule: "FREQ=DAILY;BYHOUR=2;BYMINUTE=30", timezone: "America/New_York" }, Date.parse("2026-03-07T12:00:00Z"));
    process.stdout.write(new Date(run.next.at).toISOString());`;
  const program = join(tempDir(t), "program.mjs");
  writeFileSync(program, script);
  for (const zone of ["UTC", "Pacific/Kiritimati", "America/St_Johns"]) {
    const child = spawnSync(process.execPath, [program], {
      env: { ...process.env, TZ: zone },
      encoding: "utf8",
    });
    assert.equal(child.stdout, "2026-03-08T07:00:00.000Z", child.stderr);
  }
});

function refusal(param: string, words: RegExp) {
  return (error: unknown) =>
    error instanceof ApiError &&
    error.code === "validation_failed" &&
    error.param === param &&
    words.test(error.message);
}
