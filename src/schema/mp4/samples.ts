/** Where the samples of a track are, and how long each plays: by the tables of `moov`. Source: ISO/IEC 14496-12 §8.6, §8.7. */
import { type Box, boxIn, viewOf } from "./boxes.ts";

/** What a decoder makes sound of. */
export interface Sample {
  readonly at: number;
  readonly size: number;
  readonly start: number;
  readonly duration: number;
}

/** A day of sound has about four million. */
export const maxSamples = 5_000_000;

/** The samples in order, as far as the tables go. */
export function* samplesIn(moov: Uint8Array, tables: Box): Generator<Sample> {
  const [sizes, chunks] = [sizesOf(moov, tables), chunksOf(moov, tables)];
  const counts = tableOf(moov, tables, "stsc", { size: 12 });
  if (sizes === null || chunks === null || counts === null) return;
  const durations = durationsOf(moov, tables);
  let [start, index, run, perChunk] = [0, 0, 0, 0];
  for (let chunk = 0; chunk < chunks.count; chunk += 1) {
    for (; run < counts.count && counts.number(run, 0) <= chunk + 1; run += 1) perChunk = counts.number(run, 4);
    let at = chunks.offset(chunk);
    for (let within = 0; within < perChunk && index < sizes.count; within += 1) {
      const size = sizes.size(index);
      const duration = durations.next().value ?? 0;
      yield { at, size, start, duration };
      at += size;
      start += duration;
      index += 1;
    }
  }
}

interface Table {
  /** Of its entries, as many as there are bytes for. */
  readonly count: number;
  /** The 32-bit number of that entry that stands so many bytes behind its beginning. */
  number(entry: number, at: number): number;
  readonly start: number;
}

interface Layout {
  /** Bytes of an entry. */
  readonly size: number;
  /** Bytes of the box before the number of its entries. */
  readonly head?: number;
}

/** A table of entries of one size, behind its count. */
function tableOf(bytes: Uint8Array, within: Box, type: string, { size, head = 4 }: Layout): Table | null {
  const box = boxIn(bytes, within, type);
  const start = box === null ? 0 : box.start + head + 4;
  if (box === null || start > box.end) return null;
  const view = viewOf(bytes);
  const count = Math.min(view.getUint32(start - 4), Math.floor((box.end - start) / size));
  return { count, start, number: (entry, at) => view.getUint32(start + entry * size + at) };
}

function sizesOf(bytes: Uint8Array, tables: Box): { count: number; size(index: number): number } | null {
  const box = boxIn(bytes, tables, "stsz");
  if (box === null || box.end - box.start < 12) return null;
  const view = viewOf(bytes);
  const [same, count] = [view.getUint32(box.start + 4), view.getUint32(box.start + 8)];
  if (count > maxSamples) return null;
  if (same > 0) return { count, size: () => same };
  const table = tableOf(bytes, tables, "stsz", { size: 4, head: 8 });
  return table && { count: table.count, size: (index) => table.number(index, 0) };
}

function chunksOf(bytes: Uint8Array, tables: Box): { count: number; offset(chunk: number): number } | null {
  const short = tableOf(bytes, tables, "stco", { size: 4 });
  if (short !== null) return { count: short.count, offset: (chunk) => short.number(chunk, 0) };
  const long = tableOf(bytes, tables, "co64", { size: 8 });
  return long && { count: long.count, offset: (chunk) => long.number(chunk, 0) * 2 ** 32 + long.number(chunk, 4) };
}

function* durationsOf(bytes: Uint8Array, tables: Box): Generator<number, void> {
  const table = tableOf(bytes, tables, "stts", { size: 8 });
  for (let entry = 0; entry < (table?.count ?? 0); entry += 1) {
    const [count, duration] = [table?.number(entry, 0) ?? 0, table?.number(entry, 4) ?? 0];
    for (let index = 0; index < count; index += 1) yield duration;
  }
}
