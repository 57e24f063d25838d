/** What holds of every format of sound that is cut: one table of properties, asked of each format's files. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AudioFile } from "../../../src/actors/sound/shared/file.ts";
import { assertOverlapping, comesToAnEnd, partAfter, type SentPart, sentParts } from "./sent-parts.ts";

export interface SoundFormat<Made> {
  readonly name: string;
  /** Name and type of the files that are sent. */
  readonly sent: readonly [name: string, type: string];
  readonly fileOf: (made: Made) => AudioFile;
  /** Judges each part by itself and all together, and returns the seconds at which they were cut. */
  readonly judge: (parts: readonly SentPart[], made: Made) => readonly number[];
  /** Talk of ten minutes or more, quiet where `isQuiet` says so. */
  readonly talks: Readonly<Record<string, Made>>;
  /** Ten minutes of which all packets have the same size. */
  readonly steady?: Readonly<Record<string, Made>>;
  /** So many bytes a second that a part is full before five minutes are. */
  readonly large?: Made;
  /** Files that are sent as they are. */
  readonly whole: Readonly<Record<string, AudioFile>>;
  /** Files with bytes that are wrong, in so many rounds of chance. */
  readonly damaged?: {
    readonly rounds: number;
    readonly fileIn: (round: number, next: (below: number) => number) => AudioFile;
  };
}

const maxMs = 300_000;
const maxBytes = 24_100_000;

/** A test of each property that the format has files for. */
export function testFormat<Made>(format: SoundFormat<Made>): void {
  for (const [at, [what, made]] of Object.entries(format.talks).entries()) {
    test(`long ${format.name}, ${what}, is cut at pauses`, { rules: ["captures.transcription-steps"] }, async () => {
      const parts = await partsOf(format, made);
      assertInPauses(format.judge(parts, made));
      if (at === 0) await assertSameAgain(format.fileOf(made), parts);
    });
  }
  for (const [what, made] of Object.entries(format.steady ?? {})) {
    test(`parts of ${format.name}, ${what}, overlap`, { rules: ["captures.transcription-steps"] }, async () => {
      const parts = await partsOf(format, made);
      assertOverlapping(parts);
      format.judge(parts, made);
    });
  }
  const { large, damaged } = format;
  if (large !== undefined)
    test(`no part of ${format.name} is larger than servers take`, async () => {
      assert.ok(format.judge(await partsOf(format, large), large).length > 0);
    });
  for (const [what, file] of Object.entries(format.whole))
    test(`of ${format.name} ${what} goes as a whole`, () => assertWhole(file));
  if (damaged !== undefined)
    test(`no bytes of ${format.name} that are wrong are more than a file that is not cut`, async () => {
      const next = chance();
      for (let round = 0; round < damaged.rounds; round += 1) {
        const file = damaged.fileIn(round, next);
        await comesToAnEnd(file, file.bytes * 3 + 1_000_000, `round ${round}`);
      }
    });
}

/** The parts of such a file; each of them one that servers take. */
async function partsOf<Made>({ fileOf, sent }: SoundFormat<Made>, made: Made): Promise<SentPart[]> {
  const parts = await sentParts(fileOf(made));
  for (const [index, { durationMs, bytes, audio, after }] of parts.entries()) {
    assert.ok((durationMs ?? 0) <= maxMs && bytes.length <= maxBytes, `${durationMs} ms, ${bytes.length} bytes`);
    assert.deepEqual([audio.name, audio.type, after.parts], [...sent, index + 1]);
    assert.equal(after.isComplete, index === parts.length - 1);
  }
  return parts;
}

/** Asserts that the cuts are those of the two pauses. */
function assertInPauses([first, second, ...more]: readonly number[]): void {
  assert.ok(first !== undefined && first > 250.1 && first < 250.5, `${first}`);
  assert.ok(second !== undefined && second > 520.1 && second < 520.5 && more.length === 0, `${second}`);
}

/** Asserts that a part that was not transcribed is made again, byte for byte. */
async function assertSameAgain(file: AudioFile, parts: readonly SentPart[]): Promise<void> {
  for (const [index, part] of parts.entries()) {
    const again = await partAfter(file, parts[index - 1]?.after ?? null);
    assert.ok(again !== null && again.bytes.equals(part.bytes));
    assert.deepEqual(again.after, part.after);
  }
}

/** Asserts that a file is sent as it is. */
async function assertWhole(file: AudioFile): Promise<void> {
  const [part, ...rest] = await sentParts(file);
  assert.deepEqual([rest.length, part?.bytes.length, part?.after.isComplete], [0, file.bytes, true]);
}

/** The same numbers in every run. */
function chance(): (below: number) => number {
  let last = 7;
  return (below) => (last = (last * 48_271) % 0x7fff_ffff) % below;
}

/** A copy with that many bytes changed among the first `span`. */
export function damage(
  file: Buffer,
  next: (below: number) => number,
  { changes = 4, span = file.length, from = 0 } = {},
) {
  const copy = Buffer.from(file);
  for (let change = 0; change < changes; change += 1)
    copy[from + next(span)] = [0, 1, 127, 128, 255][next(5)] as number;
  return copy;
}
