/** A process that dies at any boundary leaves a recording that another one brings to the same end, with nothing done twice. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { SoundFile } from "../../../src/actors/runtime/transcriber.ts";
import { headerFor } from "../../../src/actors/sound/wav/samples.ts";
import { insertRecording, setMedia } from "../../../src/workspace/recordings/queries.ts";
import { failCapture } from "../../../src/workspace/transcription/processing.ts";
import { enqueue } from "../../../src/workspace/work/queue.ts";
import { fakeId } from "../../helpers/ids.ts";
import { addCapture } from "../../workspace/captures.ts";
import { callerOf, startTurnBench, type TurnBench } from "../turns/turn-bench.ts";

const captureId = fakeId(0xc0001);
/** Few samples a second make a small file of a long recording. */
const sampleRate = 400;
const minutes = 11;

/** Noise, but for half a second of silence before four minutes and before eight. */
function recording(): Uint8Array {
  const count = minutes * 60 * sampleRate;
  const samples = new Int16Array(count);
  for (let at = 0; at < count; at += 1) samples[at] = ((at * 7919) % 20_011) - 10_000;
  for (const second of [239, 477]) samples.fill(0, second * sampleRate, (second + 0.5) * sampleRate);
  const wav = { sampleRate, channels: 1, width: 2, isFloat: false, frame: 2, start: 44, end: 44 + count * 2 };
  return Buffer.concat([headerFor(wav, count * 2), new Uint8Array(samples.buffer)]);
}

const sound = recording();

async function start(t: TestContext) {
  const bench = await startTurnBench(t);
  const heard: Buffer[] = [];
  bench.transcribe = async (part: SoundFile) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of part.read()) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    heard.push(bytes);
    const length = Math.round((bytes.byteLength - 44) / 2 / sampleRate);
    return [{ startMs: 0, endMs: 2000, speaker: "Speaker A", text: `I'll call office number ${length} today.` }];
  };
  await bench.putSound(captureId, sound);
  await bench.mailbox.write((sql) => {
    addCapture(sql, captureId, { type: "recording", status: "processing", content: null }, bench.clock.now());
    insertRecording(sql, captureId, callerOf(), bench.clock.now());
    setMedia(sql, captureId, { type: "audio/wav", bytes: sound.byteLength });
    enqueue({ sql, now: bench.clock.now() }, "capture", captureId);
  });
  return { bench, heard };
}

function traceOf(bench: TurnBench) {
  return bench.read((sql) => ({
    captures: sql.all("SELECT status, title, subtitle, summary, attempts, error_code FROM captures"),
    segments: sql.all("SELECT start_ms, end_ms, position, speaker, text FROM segments ORDER BY start_ms"),
    todos: sql.all("SELECT title, is_suggested, due_date, source FROM todos ORDER BY n"),
    suggestions: sql.all("SELECT key, number, quote FROM suggestions ORDER BY n"),
    transcriptions: sql.all("SELECT is_complete, parts, done_bytes, done_ms, total_ms FROM transcriptions"),
    work: sql.all("SELECT kind FROM work"),
  }));
}

test("a long recording is cut at pauses, each byte once", { rules: ["captures.transcription-steps"] }, async (t) => {
  const { bench, heard } = await start(t);
  await bench.work();
  assert.deepEqual(Buffer.concat(heard.map((part) => part.subarray(44))), Buffer.from(sound.subarray(44)));
  const seconds = heard.map((part) => (part.byteLength - 44) / 2 / sampleRate);
  assert.equal(seconds.length, 3);
  const [first = 0, second = 0] = seconds;
  assert.ok(first > 239 && first < 239.5, `${first}`);
  assert.ok(first + second > 477 && first + second < 477.5, `${second}`);
  const trace = traceOf(bench);
  assert.deepEqual(
    trace.segments.map(([startMs, , , speaker]) => [startMs, speaker]),
    [
      [0, "Speaker A"],
      [first * 1000, "Speaker A (part 2)"],
      [(first + second) * 1000, "Speaker A (part 3)"],
    ],
  );
  assert.deepEqual([trace.todos.length, trace.work], [3, []]);
  assert.deepEqual(trace.transcriptions, [[1, 3, sound.byteLength, minutes * 60_000, minutes * 60_000]]);
});

test("a recording killed at any boundary ends the same", { rules: ["captures.transcription-steps"] }, async (t) => {
  const { bench: whole } = await start(t);
  whole.killAt(Number.POSITIVE_INFINITY, "before");
  await whole.work();
  const expected = traceOf(whole);
  const { boundaries } = whole;
  assert.ok(boundaries >= 8, `${boundaries} boundaries`);
  for (let at = 1; at <= boundaries; at += 1) {
    for (const when of ["before", "after"] as const) {
      const { bench, heard } = await start(t);
      bench.killAt(at, when);
      await bench.work().catch(() => undefined);
      await bench.restart();
      await bench.work();
      assert.deepEqual(traceOf(bench), expected, `killed ${when} boundary ${at}`);
      assert.ok(heard.length <= 4, `${heard.length} parts were heard: what is recorded is not heard again`);
    }
  }
});

test("a recording that is tried again just when its piece of work ends is worked out", async (t) => {
  const { bench } = await start(t);
  const failed = { code: "audio_unreadable", message: "The audio of this recording could not be read." };
  await bench.mailbox.write((sql) =>
    failCapture({ sql, now: bench.clock.now() }, captureId, failed.code, failed.message),
  );
  // Behind the commit that takes the piece, and before what its worker writes: who has read by then that nothing is to be done.
  const off = bench.mailbox.onCommit(() => {
    off();
    void bench.call("retryCapture", { path: { captureId } });
  });
  await bench.work();
  const { captures, work } = traceOf(bench);
  assert.deepEqual([captures[0]?.[0], work], ["completed", []]);
});
