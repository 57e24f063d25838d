/** Workspaces that are woken, many at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOpening } from "../../../src/actors/alarms/schedule.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { eventually } from "../../helpers/settle.ts";

test("many due at once are opened a few at a time, each once", { rules: ["schedules.closed"] }, async () => {
  const woken: string[] = [];
  let most = 0;
  let active = 0;
  const wake = async (workspaceId: string): Promise<void> => {
    most = Math.max(most, (active += 1));
    woken.push(workspaceId);
    await nextTurn();
    active -= 1;
  };
  const push = createOpening(wake);
  const ids = Array.from({ length: 100 }, (_, at) => `workspace ${at}`);
  for (const id of [...ids, ...ids.slice(64)]) push(id);
  await eventually("all", () => woken.length === ids.length);
  assert.equal(woken.length, ids.length);
  assert.deepEqual(new Set(woken), new Set(ids));
  assert.equal(most, 64);
});
