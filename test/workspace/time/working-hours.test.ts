/** When an agent is on duty, and when it is next. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { WorkingHours } from "../../../src/schema/agent.ts";
import { isOnDuty, nextOpening } from "../../../src/workspace/time/working-hours.ts";

const week = ["monday", "tuesday", "wednesday", "thursday", "friday"] as const;
const every = [...week, "saturday", "sunday"] as const;
const berlin = "Europe/Berlin";

const hours = (timezone: string, ...windows: WorkingHours["windows"]): WorkingHours => ({ timezone, windows });
const office = hours(berlin, { days: [...week], start: "09:00", end: "17:00" });
const night = hours(
  "UTC",
  { days: ["friday"], start: "22:00", end: "24:00" },
  { days: ["saturday"], start: "00:00", end: "06:00" },
);
const daysOff = hours("UTC", { days: ["wednesday"], start: "09:00", end: "10:00" });
// On 2026-03-29 02:00 becomes 03:00 in Berlin; on 2026-10-25 03:00 becomes 02:00.
const skipped = hours(berlin, { days: [...every], start: "02:10", end: "02:50" });
const intoGap = hours(berlin, { days: [...every], start: "02:30", end: "04:00" });
const repeated = hours(berlin, { days: ["sunday"], start: "02:00", end: "02:30" });
const lordHowe = hours("Australia/Lord_Howe", { days: [...every], start: "01:45", end: "02:15" });

const table: readonly (readonly [what: string, WorkingHours, at: string, opening: string])[] = [
  ["the opening minute is on duty", office, "2026-01-05T08:00:00Z", "2026-01-05T08:00:00Z"],
  ["the last millisecond is on duty", office, "2026-01-05T15:59:59.999Z", "2026-01-05T15:59:59.999Z"],
  ["the closing minute is not", office, "2026-01-05T16:00:00Z", "2026-01-06T08:00:00Z"],
  ["before the opening", office, "2026-01-05T07:59:59.999Z", "2026-01-05T08:00:00Z"],
  ["a weekend", office, "2026-01-09T16:00:00Z", "2026-01-12T08:00:00Z"],
  ["the zone moves with summer", office, "2026-07-06T06:59:00Z", "2026-07-06T07:00:00Z"],
  ["a night goes on past midnight", night, "2026-01-09T23:59:59.999Z", "2026-01-09T23:59:59.999Z"],
  ["midnight itself", night, "2026-01-10T00:00:00Z", "2026-01-10T00:00:00Z"],
  ["after the night", night, "2026-01-10T06:00:00Z", "2026-01-16T22:00:00Z"],
  ["one hour a week", daysOff, "2026-01-07T10:00:00Z", "2026-01-14T09:00:00Z"],
  ["a window that the clocks skip opens the day after", skipped, "2026-03-28T23:30:00Z", "2026-03-30T00:10:00Z"],
  ["a window that the clocks jump into opens with the jump", intoGap, "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"],
  ["a repeated window opens first", repeated, "2026-10-24T23:00:00Z", "2026-10-25T00:00:00Z"],
  ["and opens again", repeated, "2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z"],
  ["and closes", repeated, "2026-10-25T01:30:00Z", "2026-11-01T01:00:00Z"],
  ["a change of half an hour cuts a window short", lordHowe, "2026-10-03T15:31:00Z", "2026-10-04T14:45:00Z"],
];

test("duty follows the agent's wall clock through its changes", { rules: ["hours.windows", "hours.dst"] }, () => {
  for (const [what, given, at, opening] of table) {
    const found = nextOpening(given, Date.parse(at));
    assert.equal(new Date(found).toISOString(), new Date(opening).toISOString(), what);
    assert.equal(isOnDuty(given, Date.parse(at)), found === Date.parse(at), what);
  }
});

test("the opening is the first moment on duty, in every minute of a year", { rules: ["hours.dst"] }, () => {
  const end = Date.UTC(2027, 0, 1);
  for (const given of [office, skipped, intoGap, repeated]) {
    let opening = nextOpening(given, Date.UTC(2026, 0, 1));
    for (let at = Date.UTC(2026, 0, 1); at < end; at += 601_000) {
      if (opening < at) opening = nextOpening(given, at);
      assert.ok(isOnDuty(given, opening), new Date(at).toISOString());
      assert.equal(isOnDuty(given, at), nextOpening(given, at) === at);
      if (at < opening) assert.equal(isOnDuty(given, at), false, new Date(at).toISOString());
    }
  }
});
