/** The planned times of many schedules, read off them in one walk each. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { GoingOn } from "../../../src/workspace/calendar/rows.ts";
import { toCome } from "../../../src/workspace/calendar/to-come.ts";

const monday = Date.UTC(2026, 0, 5);
const hour = 3_600_000;

/** Schedules of these rules, with how often each was read. */
function goingOn(...rules: readonly string[]) {
  const reads = rules.map(() => 0);
  const policies = { timezone: "UTC", message: null, overlapPolicy: "skip", catchUpPolicy: "skip" };
  const all = rules.map((rule, index) => {
    const schedule = {
      type: "recurring",
      startsAt: "1970-01-01T00:00:00",
      ...policies,
      get rrule() {
        reads[index] = (reads[index] ?? 0) + 1;
        return rule;
      },
    };
    return { series: { id: rule, schedule } } as unknown as GoingOn;
  });
  return { all, reads };
}

test("a schedule is walked through once, however many of its times are shown", () => {
  const { all, reads } = goingOn("FREQ=HOURLY;BYHOUR=1,2,3;COUNT=1000000", "FREQ=DAILY;COUNT=1000000", "FREQ=NEVER");
  const coming = toCome(all, monday, monday + 31 * 24 * hour, 1000);
  assert.equal(coming.length, 31 * 3 + 30);
  const first = coming.slice(0, 4).map(({ at }) => (at - monday) / hour);
  assert.deepEqual(first, [1, 2, 3, 24]);
  assert.deepEqual(reads, [1, 1, 1]);
});
