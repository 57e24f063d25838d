/** A sender is asked for what it still collects, and nobody waits for one that does not answer. */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { createFlush } from "../../../src/actors/audio/flush.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { turns } from "../../helpers/settle.ts";

const options = { rules: ["recordings.stop-others"] };

/** Notes what comes about. */
function noting() {
  const noted: string[] = [];
  const note = (what: string, promise: Promise<void>): void => void promise.then(() => noted.push(what));
  return { noted, note };
}

test("a flush is done when its sender waits again", options, async () => {
  const flush = createFlush(createFakeClock());
  const { noted, note } = noting();
  note("asked", flush.asked());
  note("first", flush.run());
  note("second", flush.run());
  await turns(2);
  assert.deepEqual(noted, ["asked"]);
  note("asked again", flush.asked());
  await turns(2);
  assert.deepEqual(noted, ["asked", "first", "asked again"], "what came in the meantime is asked for, too");
  void flush.asked();
  await turns(2);
  assert.equal(noted.at(-1), "second");
});

test("nobody waits for a sender that is not there, or has gone", options, async () => {
  const flush = createFlush(createFakeClock());
  await flush.run();
  const gone = new AbortController();
  void flush.asked(gone.signal);
  gone.abort();
  await flush.run();
});

test("a sender that was asked leaves nothing at its signal", options, async () => {
  const flush = createFlush(createFakeClock());
  const { signal } = new AbortController();
  for (let asked = 0; asked < 3; asked += 1) {
    const asking = flush.asked(signal);
    assert.equal(getEventListeners(signal, "abort").length, 1);
    void flush.run();
    await asking;
    assert.equal(getEventListeners(signal, "abort").length, 0);
  }
});

test("a sender that does not answer is waited for five seconds", options, async () => {
  const clock = createFakeClock();
  const flush = createFlush(clock);
  void flush.asked();
  const { noted, note } = noting();
  note("done", flush.run());
  await turns(2);
  clock.advance(4999);
  await turns(2);
  assert.deepEqual(noted, []);
  clock.advance(1);
  await turns(2);
  assert.deepEqual(noted, ["done"]);
});
