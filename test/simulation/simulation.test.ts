/**
 * The machines walked at random: people, schedules, models, budgets and crashes in any order, on the real host and real files. After
 * each event nothing contradicts anything else, and in the end everything has come to an end. `npm run torture` walks further.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventName } from "./events.ts";
import { play } from "./play.ts";
import { walk } from "./walk.ts";

test("whatever happens, nothing is stuck, lost, done twice or left open", { rules: ["machines.walked"] }, async () => {
  const walks = Number(process.env["DAYSHIFT_WALKS"] ?? 300);
  const seen = await walk({ seed: Number(process.env["DAYSHIFT_SEED"] ?? 72), walks });
  for (const [what, count] of Object.entries(seen)) assert.ok(count > walks / 2, `${count} ${what} in ${walks} walks`);
});

test(
  "work scheduled by a clock ahead runs after its correction and a kill",
  { rules: ["machines.walked"] },
  async () => {
    const said: readonly (readonly [name: EventName, pick?: number])[] = [
      ...([["chat"], ["chat", 5212], ["chat"], ["kill"], ["clockBack"], ["restart"]] as const),
      ...([["kill", 2334], ["clockAstray", 2], ["answer"], ["chat"], ["chat"], ["chat"]] as const),
    ];
    const seen = { walks: 0, events: 0, turns: 0, approvals: 0, occurrences: 0, planned: 0, lives: 0 };
    const events = said.map(([name, pick = 0]) => ({ name, pick }));
    await play(1_623_933_772, events, seen);
    assert.equal(seen.lives, 2);
  },
);
