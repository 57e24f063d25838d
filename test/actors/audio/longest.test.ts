/** How much sound a recording takes: it goes on from a file that says how long it is already. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobWriter } from "../../../src/actors/files/blobs.ts";
import { openOpusWriter } from "../../../src/actors/audio/writers/opus.ts";
import { openPcmWriter } from "../../../src/actors/audio/writers/pcm.ts";
import { oggPage } from "../../../src/actors/sound/ogg/page.ts";
import { wavHeaderSize } from "../../../src/schema/pcm.ts";

const day = 24 * 60 * 60 * 1000;

/** A file of that length, of which only the end is read. */
function fileOf(size: number, end: Uint8Array = new Uint8Array(0)): BlobWriter {
  return {
    size,
    write: () => Promise.resolve(),
    read: () => Promise.resolve(end),
    truncate: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

test("a recording takes 24 hours of samples", { rules: ["recordings.longest"] }, async () => {
  const format = { sampleRate: 8000, channels: 1 };
  const bytesOf = (ms: number): number => (ms * format.sampleRate * 2) / 1000;
  const writer = await openPcmWriter(fileOf(wavHeaderSize + bytesOf(day - 1)), format, day - 1);
  assert.deepEqual([writer.receivedMs, writer.isFull], [day - 1, false]);
  const batch = new Uint8Array(bytesOf(1));
  await writer.append({ bytes: batch, sizes: [batch.byteLength] });
  assert.deepEqual([writer.receivedMs, writer.isFull], [day, true]);
});

test("a recording takes what a WAV file holds", { rules: ["recordings.longest"] }, async () => {
  const format = { sampleRate: 48_000, channels: 2 };
  assert.equal((await openPcmWriter(fileOf(4_280_000_000), format, null)).isFull, false);
  const writer = await openPcmWriter(fileOf(4_294_000_000), format, null);
  assert.deepEqual([writer.isFull, writer.receivedMs < day], [true, true]);
});

test("a recording takes 24 hours of Opus packets", { rules: ["recordings.longest"] }, async () => {
  const packet = Uint8Array.of(0b1111_1000); // CELT, 20 ms, one frame
  const end = oggPage({ flags: 0, granule: (day - 20) * 48, serial: 1, sequence: 9 }, [packet]);
  const writer = await openOpusWriter(fileOf(end.byteLength, end), 1, { sampleRate: 48_000, channels: 1 }, null);
  assert.deepEqual([writer.receivedMs, writer.isFull], [day - 20, false]);
  await writer.append({ bytes: packet, sizes: [1] });
  assert.deepEqual([writer.receivedMs, writer.isFull], [day, true]);
});
