/** Uploads that are ended by the service, and how it stops. */
import assert from "node:assert/strict";
import test from "node:test";
import type { RecordingsParts, Recordings } from "../../../src/actors/audio/recordings.ts";
import { createUploads } from "../../../src/actors/audio/uploads.ts";
import { createFakeClock } from "../../helpers/clock.ts";

/** Two uploads were announced; the test ends the first. */
function startUploads() {
  const gate = Promise.withResolvers<void>();
  const looked: string[] = [];
  const parts = { mailbox: { read: () => ["first", "second"] }, clock: createFakeClock(), report: assert.fail };
  const recordings: Partial<Recordings> = {
    unlessLive: async (captureId) => {
      looked.push(captureId);
      await gate.promise;
    },
  };
  const uploads = createUploads(parts as unknown as RecordingsParts, recordings as Recordings);
  return { uploads, gate, looked };
}

test("stopping waits for the upload that is being ended, and ends no other", async () => {
  const { uploads, gate, looked } = startUploads();
  void uploads.endWhole();
  let hasStopped = false;
  const stopped = uploads.stop().then(() => (hasStopped = true));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(hasStopped, false);
  gate.resolve();
  await stopped;
  assert.deepEqual(looked, ["first"]);
});

test("without a stop each upload is looked at", async () => {
  const { uploads, gate, looked } = startUploads();
  gate.resolve();
  await uploads.endWhole();
  assert.deepEqual(looked, ["first", "second"]);
});
