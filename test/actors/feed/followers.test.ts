/** Those who follow the changes of a workspace, where its file cannot be read. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createFollowers, type FollowAnswer } from "../../../src/actors/feed/followers.ts";
import type { Mailbox } from "../../../src/actors/mailbox/mailbox.ts";
import { turns } from "../../helpers/settle.ts";
import { callerOf, startTurnBench } from "../turns/turn-bench.ts";

test("changes that cannot be read refuse those who wait, and are there for who asks again", async (t) => {
  const bench = await startTurnBench(t);
  let fails = false;
  const read: Mailbox["read"] = (fn) => {
    if (fails) throw new Error("disk I/O error");
    return bench.mailbox.read(fn);
  };
  const followers = createFollowers({ mailbox: { ...bench.mailbox, read }, clock: bench.clock });
  const next = (after: string | null, waits = true): Promise<FollowAnswer> =>
    followers.next({ caller: callerOf(), after, heard: null, waits });
  const cursorOf = (answer: FollowAnswer): string => (answer.type === "changes" ? answer.cursor : assert.fail());
  const begin = cursorOf(await next(null, false));
  const first = next(begin);
  await bench.call("createTodoList", { body: { name: "First" } });
  const position = cursorOf(await first);
  const second = next(position);
  await bench.call("createTodoList", { body: { name: "Second" } });
  fails = true;
  bench.clock.advance(25); // for which changes are gathered
  await assert.rejects(second, /disk I\/O error/);
  fails = false;
  const again = next(position);
  bench.clock.advance(25);
  const answer = await Promise.race([again, turns(20)]);
  assert.notEqual(cursorOf(answer ?? assert.fail("The change is not told.")), position);
});
