/** Finds where a part of compressed sound ends: between two packets, in the middle of the quietest ones. */
import { longestPart, quietMs, shortestShare } from "./limits.ts";
import { BrokenSound, msAt, type Packet, type PacketStream, type Part, type Place } from "../sound/packets.ts";
import { inTurns } from "../sound/turns.ts";

interface Candidate {
  /** The next part would begin here. */
  readonly position: number;
  /** Of the packet before it. */
  readonly samples: number;
  readonly loudness: number;
}

/** A packet with which reading may begin. */
interface Entry {
  readonly at: number;
  readonly start: number;
}

/** The part of at most so many bytes that begins at the place, with null the first one; null when there is no sound from there on. */
export async function nextPart(stream: PacketStream, place: Place | null, mostBytes: number): Promise<Part | null> {
  const longest = (stream.rate * longestPart) / 1000;
  const before: Packet[] = [];
  const entries: Entry[] = [];
  const candidates: Candidate[] = [];
  let beginning: Pick<Part, "from" | "first" | "begin"> | null = null;
  let [bytes, end] = [0, 0];
  for await (const packet of inTurns(stream.packets(place))) {
    if (packet.entry !== null) entries.push({ at: packet.entry, start: packet.start });
    if (place !== null && msAt(stream, packet.start) < place.ms) {
      while (before[0] !== undefined && packet.start - before[0].start > stream.runUp) before.shift();
      before.push(packet);
      continue;
    }
    beginning ??=
      place === null
        ? { from: null, first: packet.start, begin: stream.heardFrom }
        : { from: place, first: runUpTo(packet.start, before, stream), begin: packet.start };
    bytes += sizeInFile(packet);
    end = packet.start + packet.samples;
    const share = Math.max((end - beginning.begin) / longest, bytes / mostBytes);
    if (share > 1 && candidates.length > 0) {
      const cut = quietest(candidates, (stream.rate * quietMs) / 1000);
      const at = entries.findLast(({ start }) => start <= cut - stream.runUp)?.at ?? place?.at ?? 0;
      const next = { at, ms: msAt(stream, cut) };
      // Packets of no length would be cut at the same place for ever.
      if (next.ms <= (place?.ms ?? 0)) throw new BrokenSound();
      return { ...beginning, end: cut, next };
    }
    if (share >= shortestShare) {
      candidates.push({ position: end, samples: packet.samples, loudness: packet.loudness });
    }
  }
  return beginning === null ? null : { ...beginning, end, next: null };
}

/** What a file needs at most for a packet and for saying how long it is. */
function sizeInFile({ bytes }: Packet): number {
  return bytes.byteLength + Math.ceil(bytes.byteLength / 128) + 12;
}

/** The first of the packets before a part that a decoder hears. */
function runUpTo(begin: number, before: readonly Packet[], { runUp }: PacketStream): number {
  return before.find(({ start }) => begin - start <= runUp)?.start ?? begin;
}

/** The middle of the run of packets that is quietest for its length, which is at least `length`; of several, of the last. */
function quietest(candidates: readonly Candidate[], length: number): number {
  let [best, least] = [(candidates.at(-1) as Candidate).position, Number.POSITIVE_INFINITY];
  let [from, samples, loudness] = [0, 0, 0];
  for (const [index, candidate] of candidates.entries()) {
    samples += candidate.samples;
    loudness += candidate.loudness;
    for (
      let first = candidates[from] as Candidate;
      samples - first.samples >= length;
      first = candidates[from] as Candidate
    ) {
      samples -= first.samples;
      loudness -= first.loudness;
      from += 1;
    }
    if (samples < length || loudness / samples > least) continue;
    const middle = candidate.position - samples / 2;
    best = candidates.slice(from, index).find(({ position }) => position >= middle)?.position ?? candidate.position;
    least = loudness / samples;
  }
  return best;
}
