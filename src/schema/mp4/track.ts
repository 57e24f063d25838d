/** The track with sound of an MP4 file, as `moov` describes it. Source: ISO/IEC 14496-12 §8. */
import { textAt } from "../pcm.ts";
import { type Box, boxesIn, boxIn, viewOf } from "./boxes.ts";

export interface Track {
  readonly id: number;
  /** Units of time a second. */
  readonly rate: number;
  /** What the sound is and how it is coded: the content of `stsd`. */
  readonly description: Uint8Array;
  /** Where the sound begins to be heard: an encoder's run-up stands before it. */
  readonly heardFrom: number;
  /** `stbl`, by its place in the bytes. */
  readonly tables: Box;
  /** What samples of a fragment have that says nothing of its own. */
  readonly usual: Usual;
}

export interface Usual {
  readonly duration: number;
  readonly size: number;
}

const maxDescription = 65_536;

/** The first track with sound; null when there is none, or it is broken. */
export function trackIn(moov: Uint8Array): Track | null {
  const all = { start: 0, end: moov.byteLength };
  for (const trak of boxesIn(moov, all)) {
    const handler = trak.type === "trak" ? boxIn(moov, trak, "mdia", "hdlr") : null;
    if (handler !== null && textAt(moov, handler.start + 8) === "soun") return readTrack(moov, trak);
  }
  return null;
}

function readTrack(moov: Uint8Array, trak: Box): Track | null {
  const header = boxIn(moov, trak, "mdia", "mdhd");
  const tables = boxIn(moov, trak, "mdia", "minf", "stbl");
  const names = boxIn(moov, trak, "tkhd");
  const description = tables && boxIn(moov, tables, "stsd");
  if (!header || !tables || !names || !description) return null;
  const length = description.end - description.start;
  if (length < 16 || length > maxDescription || viewOf(moov).getUint32(description.start + 4) !== 1) return null;
  const rate = numberBehind(moov, header, 12, 20);
  const id = numberBehind(moov, names, 12, 20);
  if (rate === 0) return null;
  const edits = boxIn(moov, trak, "edts", "elst");
  return {
    id,
    rate,
    description: moov.subarray(description.start, description.end),
    heardFrom: edits === null ? 0 : firstEdit(moov, edits),
    tables,
    usual: usualOf(moov, id),
  };
}

/** A 32-bit number that stands at the one place in version 0 of a box, at the other in version 1; 0 when it is not there. */
function numberBehind(bytes: Uint8Array, { start, end }: Box, at: number, laterAt: number): number {
  const place = start + (bytes[start] === 1 ? laterAt : at);
  return place + 4 <= end ? viewOf(bytes).getUint32(place) : 0;
}

/** Where in the media the first edit begins that shows some of it. */
function firstEdit(bytes: Uint8Array, { start, end }: Box): number {
  const view = viewOf(bytes);
  const isLong = bytes[start] === 1;
  const size = isLong ? 20 : 12;
  for (let at = start + 8; at + size <= end; at += size) {
    const time = isLong ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4);
    if (time >= 0) return time;
  }
  return 0;
}

function usualOf(moov: Uint8Array, id: number): Usual {
  const view = viewOf(moov);
  const extends_ = boxIn(moov, { start: 0, end: moov.byteLength }, "mvex");
  for (const { type, start, end } of extends_ === null ? [] : boxesIn(moov, extends_)) {
    if (type !== "trex" || end - start < 24 || view.getUint32(start + 4) !== id) continue;
    return { duration: view.getUint32(start + 12), size: view.getUint32(start + 16) };
  }
  return { duration: 0, size: 0 };
}
