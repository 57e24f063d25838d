/** What the owner of recordings answers to those who wait. */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { createAudio } from "../../../src/actors/audio/answer.ts";
import { createFlush } from "../../../src/actors/audio/flush.ts";

type Parts = Parameters<typeof createAudio>;

test("who waits leaves nothing at its signal once it has its answer, and is answered no more once it has gone", async () => {
  const over = Promise.withResolvers();
  const flush = createFlush({ timer: () => () => undefined });
  const recordings = { session: () => ({ over: over.promise, flush }) } as unknown as Parts[1];
  const audio = createAudio({} as Parts[0], recordings, {} as Parts[2]);
  const here = { captureId: "capture", session: "session" };
  const leaving = new AbortController();
  const left = () => getEventListeners(leaving.signal, "abort").length;
  const gone = new AbortController();
  const cut = assert.rejects(audio("ending", here, gone.signal), { name: "AbortError" });
  gone.abort();
  await cut;
  for (let asked = 0; asked < 3; asked += 1) {
    const asking = audio("flush", here, leaving.signal);
    void flush.run();
    assert.deepEqual(await asking, { isWanted: true });
    assert.equal(left(), 0);
    void flush.asked();
  }
  const ending = audio("ending", here, leaving.signal);
  over.resolve({ type: "cancelled" });
  assert.deepEqual(await ending, { type: "cancelled" });
  assert.equal(left(), 0);
});
