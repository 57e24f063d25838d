/** Finds where a part of an Ogg Opus file ends: at small packets, as an encoder spends few bytes on silence. */
import { pageHeadSize, segmentsOf } from "../../audio/formats/ogg.ts";
import { opusRate } from "../../audio/formats/opus.ts";
import type { AudioFile } from "../audio.ts";
import { longestPart, mostBytes, quietMs, shortestShare } from "../limits.ts";
import { opusPages, type PlacedPacket } from "./pages.ts";
import { msAt, type OggOpus, preSkipOf } from "./stream.ts";

/** Samples before a cut that a decoder hears to find its pace (RFC 7845 §4.6). */
const runUp = (opusRate * 80) / 1000;
const longest = (opusRate * longestPart) / 1000;
const quiet = (opusRate * quietMs) / 1000;

/** Where a part begins: `at` in the file reading may begin, `ms` says which packet is the first. */
export interface Place {
  readonly at: number;
  readonly ms: number;
}

/** A part by positions of the file. */
export interface OggPart {
  /** Where reading begins in the file. */
  readonly at: number;
  /** The first packet that the part has, which may be one of the run-up. */
  readonly first: number;
  /** Samples of it that are not heard. */
  readonly preSkip: number;
  readonly end: number;
  /** Where the next one begins; null when there is none. */
  readonly next: Place | null;
}

interface Candidate {
  /** The next part would begin here. */
  readonly position: number;
  /** Of the packet before it. */
  readonly samples: number;
  readonly bytes: number;
}

/** A page at which reading may begin. */
interface Entry {
  readonly at: number;
  readonly start: number;
}

/** The part that begins at the place, with null the first one; null when there is no sound from there on. */
export async function nextPart(file: AudioFile, stream: OggOpus, place: Place | null): Promise<OggPart | null> {
  const at = place?.at ?? stream.start;
  const before: PlacedPacket[] = [];
  const entries: Entry[] = [];
  const candidates: Candidate[] = [];
  let beginning: Pick<OggPart, "first" | "preSkip"> | null = null;
  let [begin, end, bytes] = [0, 0, 0];
  for await (const page of opusPages(file, stream.serial, at)) {
    // The position of the last page does not say where its packets begin.
    if (page.isEntry && !page.isLast) entries.push({ at: page.at, start: (page.packets[0] as PlacedPacket).start });
    bytes += pageHeadSize;
    for (const packet of page.packets) {
      if (place !== null && msAt(stream, packet.start) < place.ms) {
        before.push(packet);
        continue;
      }
      if (beginning === null) {
        begin = packet.start;
        beginning = place === null ? { first: begin, preSkip: preSkipOf(stream.head) } : runUpTo(begin, before);
      }
      bytes += segmentsOf(packet.bytes) + packet.bytes.byteLength;
      const position = packet.start + packet.samples;
      const share = Math.max((position - begin) / longest, bytes / mostBytes);
      if (share > 1 && candidates.length > 0) {
        const cut = quietest(candidates);
        return { at, ...beginning, end: cut, next: { at: entryFor(entries, cut) ?? at, ms: msAt(stream, cut) } };
      }
      if (share >= shortestShare) {
        candidates.push({ position, samples: packet.samples, bytes: packet.bytes.byteLength });
      }
    }
    end = page.end;
  }
  return beginning === null ? null : { at, ...beginning, end, next: null };
}

/** The packets before a part that a decoder hears first. */
function runUpTo(begin: number, before: readonly PlacedPacket[]): Pick<OggPart, "first" | "preSkip"> {
  const first = before.find(({ start }) => begin - start <= runUp)?.start ?? begin;
  return { first, preSkip: begin - first };
}

function entryFor(entries: readonly Entry[], position: number): number | undefined {
  return entries.findLast(({ start }) => start <= position - runUp)?.at;
}

/** The middle of the run of packets with the fewest bytes for their length; of several, of the last. */
function quietest(candidates: readonly Candidate[]): number {
  let [best, least] = [(candidates.at(-1) as Candidate).position, Number.POSITIVE_INFINITY];
  let [from, samples, bytes] = [0, 0, 0];
  for (const [index, candidate] of candidates.entries()) {
    samples += candidate.samples;
    bytes += candidate.bytes;
    for (
      let first = candidates[from] as Candidate;
      samples - first.samples >= quiet;
      first = candidates[from] as Candidate
    ) {
      samples -= first.samples;
      bytes -= first.bytes;
      from += 1;
    }
    if (samples < quiet || bytes / samples > least) continue;
    const middle = candidate.position - samples / 2;
    best = candidates.slice(from, index).find(({ position }) => position >= middle)?.position ?? candidate.position;
    least = bytes / samples;
  }
  return best;
}
