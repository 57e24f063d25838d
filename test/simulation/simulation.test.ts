/**
 * The machines walked at random: people, schedules, models, budgets and crashes in any order, on the real host and real files. After
 * each event nothing contradicts anything else, and in the end everything has come to an end. `npm run torture` walks further.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { walk } from "./walk.ts";

test("whatever happens, nothing is stuck, lost, done twice or left open [machines.walked]", async () => {
  const walks = Number(process.env["DAYSHIFT_WALKS"] ?? 300);
  const seen = await walk({ seed: Number(process.env["DAYSHIFT_SEED"] ?? 72), walks });
  for (const [what, count] of Object.entries(seen)) assert.ok(count > walks / 2, `${count} ${what} in ${walks} walks`);
});
