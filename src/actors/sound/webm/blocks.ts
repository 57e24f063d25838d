/** The packets of a WebM file, in the order in which they stand there. Source: RFC 9559 §5.1.3, §10. */
import type { AudioFile } from "../shared/file.ts";
import { BrokenSound } from "../shared/packets.ts";
import { windowOn } from "../shared/window.ts";
import { type Element, elementAt, ids, maxHead, numberIn, usualScale } from "./elements.ts";
import { type Track, trackIn } from "./track.ts";

/** A packet of the track. */
export interface Block {
  /** When it plays, in nanoseconds. */
  readonly time: number;
  readonly bytes: Uint8Array;
  /** Where its cluster begins in the file, when it is the first of the track there; null otherwise. */
  readonly entry: number | null;
}

/** What stands before the sound. */
export interface Beginning {
  readonly track: Track;
  /** Nanoseconds of one unit of time. */
  readonly scale: number;
  /** Where the first cluster begins in the file. */
  readonly start: number;
}

/** What stands in a cluster. */
const inCluster = { time: 0xe7, group: 0xa0, block: 0xa1, simpleBlock: 0xa3 } as const;
/** The content of these is read; all others are skipped. */
const opened: ReadonlySet<number> = new Set([ids.segment, ids.info, ids.cluster, inCluster.group]);
/** A file has no more of them that hold no sound. */
const maxElements = 1_000_000;
const maxTracks = 1 << 20;
const maxBlock = 1 << 20;
const lacing = 6;

/** What stands before the first cluster; null when there is no track of sound. */
export async function readBeginning(file: AudioFile): Promise<Beginning | null> {
  const window = windowOn(file);
  let [track, scale]: [Track | null, number] = [null, usualScale];
  for await (const { id, at, start, end } of elements(file, 0)) {
    if (id === ids.cluster) return track && { track, scale, start: at };
    if (id === ids.scale) scale = numberIn(await window.bytes(start, Math.min(8, end - start)));
    if (id === ids.tracks) track = end - start > maxTracks ? null : trackIn(await window.bytes(start, end - start));
  }
  return null;
}

/** The packets of the track from the cluster there on. Throws BrokenSound. */
export async function* blocksFrom(file: AudioFile, { track, scale }: Beginning, from: number): AsyncGenerator<Block> {
  const window = windowOn(file);
  let [cluster, time]: [number | null, number] = [null, 0];
  for await (const { id, at, start, end, isWhole } of elements(file, from)) {
    if (id === ids.cluster) cluster = at;
    if (id === inCluster.time) time = numberIn(await window.bytes(start, Math.min(8, end - start)));
    if ((id !== inCluster.simpleBlock && id !== inCluster.block) || !isWhole) continue;
    const head = blockHead(await window.bytes(start, Math.min(12, end - start)));
    if (head !== null && head.track !== track.number) continue;
    if (head === null || head.isLaced || end - start > maxBlock) throw new BrokenSound();
    const bytes = (await window.bytes(start, end - start)).subarray(head.size);
    yield { time: (time + head.time) * scale, bytes, entry: cluster };
    cluster = null;
  }
}

interface BlockHead {
  readonly track: number;
  /** By the time of the cluster. */
  readonly time: number;
  readonly isLaced: boolean;
  readonly size: number;
}

function blockHead(bytes: Uint8Array): BlockHead | null {
  const length = Math.clz32(bytes[0] ?? 0) - 23;
  if (length > 8 || bytes.byteLength < length + 3) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    track: numberIn(bytes.subarray(0, length)) - 2 ** (7 * length),
    time: view.getInt16(length),
    isLaced: ((bytes[length + 2] as number) & lacing) !== 0,
    size: length + 3,
  };
}

/** The elements from there on; one whose content is read comes before its content. */
async function* elements(file: AudioFile, from: number): AsyncGenerator<Element> {
  const window = windowOn(file);
  let at = from;
  for (let others = 0; others < maxElements;) {
    const element = await elementAt(window, at, file.bytes);
    if (element === null && at + maxHead < file.bytes) throw new BrokenSound();
    if (element === null) return;
    yield element;
    if (element.id !== inCluster.simpleBlock) others += 1;
    at = opened.has(element.id) ? element.start : element.end;
  }
  throw new BrokenSound();
}
