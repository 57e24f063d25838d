/**
 * Reads the log of a database as SQLite would recover it (sqlite.org/fileformat2.html#the_write_ahead_log), through the runtime's own
 * file functions: a read that fails is an error here, and everything is counted. What was read once is not read again: the next run
 * begins where the last one ended, as long as the log was not begun again.
 */
import { fstatSync } from "node:fs";
import { readFully } from "../files/handles.ts";

const headerSize = 32;
const frameHeaderSize = 24;
const versionOfFormat = 3_007_000;
/** How many frames are read at a time: a quarter of a megabyte of usual pages. */
const framesAtOnce = 64;

type Sums = readonly [number, number];

/** The position behind a commit, and all that the next frame is checked against. */
export interface LogPosition {
  readonly offset: number;
  readonly pageSize: number;
  /** Eight bytes that differ whenever the log begins again. */
  readonly salts: Buffer;
  readonly sums: Sums;
  readonly isBigEndian: boolean;
}

/** What is committed behind a position. */
export interface LogRun {
  readonly frames: number;
  readonly commits: number;
  /** Pages of the database after the last commit; 0 when there is none. */
  readonly size: number;
  /** Where in the log the newest bytes of each page stand, by its number. */
  readonly pages: ReadonlyMap<number, number>;
  readonly end: LogPosition;
}

interface Frame {
  readonly offset: number;
  readonly page: number;
  /** Pages of the database after this frame when it ends a commit; else 0. */
  readonly size: number;
  readonly bytes: Buffer;
  readonly sums: Sums;
}

/** The beginning of a log; null when it has none, as one that was never written to. Throws what reading throws. */
export function beginOfLog(descriptor: number): LogPosition | null {
  const header = Buffer.alloc(headerSize);
  if (readFully(descriptor, header, 0) < headerSize) return null;
  const magic = header.readUInt32BE(0);
  if ((magic & 0xfffffffe) >>> 0 !== 0x377f0682 || header.readUInt32BE(4) !== versionOfFormat) return null;
  const isBigEndian = (magic & 1) === 1;
  const sums: Sums = [header.readUInt32BE(24), header.readUInt32BE(28)];
  if (!isSame(sumsOf(header.subarray(0, 24), [0, 0], isBigEndian), sums)) return null;
  return {
    offset: headerSize,
    pageSize: header.readUInt32BE(8),
    salts: header.subarray(16, 24),
    sums,
    isBigEndian,
  };
}

/** What is committed from there on. Throws what reading throws. */
export function readLog(descriptor: number, from: LogPosition): LogRun {
  const pages = new Map<number, number>();
  let pending: Frame[] = [];
  let run = { frames: 0, commits: 0, size: 0, end: from };
  let { sums } = from;
  for (const frame of framesFrom(descriptor, from)) {
    if (!follows(frame, sums, from)) break;
    sums = frame.sums;
    pending.push(frame);
    if (frame.size === 0) continue;
    for (const { page, offset } of pending) pages.set(page, offset + frameHeaderSize);
    const end = { ...from, offset: frame.offset + frame.bytes.length, sums };
    run = { frames: run.frames + pending.length, commits: run.commits + 1, size: frame.size, end };
    pending = [];
  }
  return { ...run, pages };
}

/**
 * How many commits come after the position where the log breaks off, in a piece that is whole in itself. One may be a commit that never
 * ended, or was undone; more were on the disk before what is missing was, so that they are those of a damaged log.
 */
export function commitsBehind(descriptor: number, end: LogPosition): number {
  let sums: Sums | null = null;
  let commits = 0;
  let highest = 0;
  for (const frame of framesFrom(descriptor, end)) {
    if (sums === null || !follows(frame, sums, end)) commits = 0;
    const isOfThisLog = frame.bytes.subarray(8, 16).equals(end.salts);
    if (isOfThisLog && frame.size !== 0) commits += 1;
    highest = Math.max(highest, commits);
    sums = isOfThisLog ? frame.sums : null;
  }
  return highest;
}

function follows(frame: Frame, before: Sums, { salts, isBigEndian }: LogPosition): boolean {
  if (frame.page === 0 || !frame.bytes.subarray(8, 16).equals(salts)) return false;
  const head = sumsOf(frame.bytes.subarray(0, 8), before, isBigEndian);
  return isSame(sumsOf(frame.bytes.subarray(frameHeaderSize), head, isBigEndian), frame.sums);
}

/** The frames from there to the end of the file, whatever they hold; the bytes of each are good until the next one is asked for. */
function* framesFrom(descriptor: number, { offset: start, pageSize }: LogPosition): Generator<Frame, void, void> {
  const length = frameHeaderSize + pageSize;
  const left = Math.ceil((fstatSync(descriptor).size - start) / length);
  // After most commits a few frames are left: what is allocated for them is soon more than what is read.
  const piece = Buffer.allocUnsafe(Math.min(Math.max(left, 1), framesAtOnce) * length);
  for (let at = start; ; at += piece.length) {
    const got = readFully(descriptor, piece, at);
    for (let begin = 0; begin + length <= got; begin += length) {
      const bytes = piece.subarray(begin, begin + length);
      const sums: Sums = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
      yield { offset: at + begin, page: bytes.readUInt32BE(0), size: bytes.readUInt32BE(4), bytes, sums };
    }
    if (got < piece.length) return;
  }
}

function isSame([a, b]: Sums, [c, d]: Sums): boolean {
  return a === c && b === d;
}

/** The checksum of SQLite's log, carried on. */
function sumsOf(bytes: Buffer, [first, second]: Sums, isBigEndian: boolean): Sums {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [one, two] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + view.getUint32(at, !isBigEndian) + two) >>> 0;
    two = (two + view.getUint32(at + 4, !isBigEndian) + one) >>> 0;
  }
  return [one, two];
}
