/** The samples of a file that was written as it was recorded, in fragments. Source: ISO/IEC 14496-12 §8.8. */
import type { AudioFile } from "../shared/file.ts";
import { BrokenSound } from "../shared/packets.ts";
import { windowOn } from "../shared/window.ts";
import { type Box, boxesIn, boxIn, viewOf } from "../../../schema/mp4/boxes.ts";
import { boxesOf } from "./boxes.ts";
import { maxSamples, type Sample } from "../../../schema/mp4/samples.ts";
import type { Track, Usual } from "../../../schema/mp4/track.ts";

export interface FragmentSample extends Sample {
  /** Where its fragment begins in the file. */
  readonly fragment: number;
  readonly isFirst: boolean;
}

const maxHead = 4 << 20;

/** What a fragment says of all its samples of the track. */
interface Head extends Usual {
  readonly base: number;
  readonly start: number | null;
}

/** The samples from the fragment there on, in order. Throws BrokenSound. */
export async function* fragmentSamples(file: AudioFile, track: Track, from: number): AsyncGenerator<FragmentSample> {
  const window = windowOn(file);
  let [position, count] = [0, 0];
  for await (const box of boxesOf(window, { start: from, end: window.size })) {
    if (box.type !== "moof") continue;
    if (box.end - box.start > maxHead) throw new BrokenSound();
    const moof = await window.bytes(box.start, box.end - box.start);
    let isFirst = true;
    for (const sample of samplesOfFragment(moof, track, box.at, position)) {
      count += 1;
      if (count > maxSamples) throw new BrokenSound();
      yield { ...sample, fragment: box.at, isFirst };
      isFirst = false;
      position = sample.start + sample.duration;
    }
  }
}

function* samplesOfFragment(moof: Uint8Array, track: Track, fragment: number, position: number): Generator<Sample> {
  let start = position;
  for (const traf of boxesIn(moof, { start: 0, end: moof.byteLength })) {
    const head = traf.type === "traf" ? headOf(moof, traf, track, fragment) : null;
    if (head === null) continue;
    start = head.start ?? start;
    let at = head.base;
    for (const run of boxesIn(moof, traf)) {
      if (run.type !== "trun") continue;
      for (const sample of samplesOfRun(moof, run, head, { at, start })) {
        yield sample;
        at = sample.at + sample.size;
        start = sample.start + sample.duration;
      }
    }
  }
}

/** Null when it is of another track. */
function headOf(moof: Uint8Array, traf: Box, { id, usual }: Track, fragment: number): Head | null {
  const box = boxIn(moof, traf, "tfhd");
  if (box === null || box.end - box.start < 8) return null;
  const view = viewOf(moof);
  const flags = view.getUint32(box.start) & 0xff_ffff;
  if (view.getUint32(box.start + 4) !== id) return null;
  let at = box.start + 8;
  const take = (flag: number, length: 4 | 8): number | null => {
    if ((flags & flag) === 0 || at + length > box.end) return null;
    at += length;
    return length === 8 ? Number(view.getBigUint64(at - 8)) : view.getUint32(at - 4);
  };
  const base = take(1, 8) ?? fragment;
  take(2, 4);
  const duration = take(8, 4) ?? usual.duration;
  return { base, duration, size: take(0x10, 4) ?? usual.size, start: startOf(moof, traf) };
}

function startOf(moof: Uint8Array, traf: Box): number | null {
  const box = boxIn(moof, traf, "tfdt");
  const isLong = box !== null && moof[box.start] === 1;
  if (box === null || box.end - box.start < (isLong ? 12 : 8)) return null;
  return isLong ? Number(viewOf(moof).getBigUint64(box.start + 4)) : viewOf(moof).getUint32(box.start + 4);
}

function* samplesOfRun(moof: Uint8Array, run: Box, head: Head, from: Pick<Sample, "at" | "start">): Generator<Sample> {
  if (run.end - run.start < 8) return;
  const view = viewOf(moof);
  const flags = view.getUint32(run.start) & 0xff_ffff;
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const offset = has(1) && run.end - run.start >= 12 ? view.getInt32(run.start + 8) : null;
  let [at, start] = [offset === null ? from.at : head.base + offset, from.start];
  const size = [0x100, 0x200, 0x400, 0x800].filter(has).length * 4;
  // Samples that have no bytes and no entry of their own would never end.
  if (size === 0 && head.size === 0) return;
  let entry = run.start + 8 + (has(1) ? 4 : 0) + (has(4) ? 4 : 0);
  const count = view.getUint32(run.start + 4);
  for (let index = 0; index < count && entry + size <= run.end; index += 1) {
    const duration = has(0x100) ? view.getUint32(entry) : head.duration;
    const length = has(0x200) ? view.getUint32(entry + (has(0x100) ? 4 : 0)) : head.size;
    yield { at, size: length, start, duration };
    at += length;
    start += duration;
    entry += size;
  }
}
