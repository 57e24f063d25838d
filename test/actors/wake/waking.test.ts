/** Workspaces that are woken, many at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWaking } from "../../../src/actors/wake/waking.ts";
import { eventually } from "../../helpers/settle.ts";

test("very many that are due at once are opened a few at a time, each in its turn, and each once [schedules.closed]", async () => {
  const woken: string[] = [];
  let turns = 0;
  let most = 0;
  let active = 0;
  const wake = async (workspaceId: string): Promise<void> => {
    most = Math.max(most, (active += 1));
    woken.push(workspaceId);
    await Promise.resolve();
    active -= 1;
  };
  // A turn of the event loop: whoever waits on a socket is heard in between.
  const pace = (): Promise<void> => {
    turns += 1;
    return new Promise((resolve) => void setImmediate(resolve));
  };
  const push = createWaking(wake, pace);
  const ids = Array.from({ length: 100 }, (_, at) => `workspace ${at}`);
  for (const id of [...ids, ...ids.slice(64)]) push(id);
  assert.deepEqual(woken, [], "nothing is opened in the turn in which it comes due");
  await eventually("all", () => woken.length === ids.length);
  assert.equal(woken.length, ids.length);
  assert.deepEqual(new Set(woken), new Set(ids));
  assert.equal(turns, ids.length);
  assert.ok(most <= 64, `${most} at once`);
});
