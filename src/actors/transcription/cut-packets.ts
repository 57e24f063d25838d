/**
 * Finds where a part of compressed sound ends: between two packets, in the middle of the smallest ones. Encoders spend few bytes on
 * silence where their rate varies. Where it does not, a word may be cut: the next part begins two seconds earlier, and
 * what both of them say is joined (src/workspace/segments/join.ts).
 */
import { longestPart, overlapMs, pauseShare, quietMs, shortestShare } from "./limits.ts";
import {
  BrokenSound,
  msAt,
  type Packet,
  type PacketStream,
  type Part,
  type Position,
} from "../sound/shared/packets.ts";
import { inTurns } from "../sound/shared/turns.ts";

/** The next part would begin at `position`, behind a packet of so many samples and bytes. */
interface Candidate {
  readonly position: number;
  readonly samples: number;
  readonly bytes: number;
}

/** What was read of a part so far. */
interface Draft extends Pick<Part, "from" | "first" | "begin"> {
  /** Where its packets begin. */
  readonly starts: number[];
  readonly candidates: Candidate[];
  /** Bytes of the packets, and of a file with all of them. */
  packetBytes: number;
  fileBytes: number;
  end: number;
}

/** Where packets stand with which reading may begin. */
interface Entry {
  readonly at: number;
  readonly start: number;
}

/** The part of at most so many bytes that begins at that position, with null the first one; null when there is no sound from there on. */
export async function nextPart(
  stream: PacketStream,
  position: Position | null,
  maxBytes: number,
): Promise<Part | null> {
  const longest = (stream.rate * longestPart) / 1000;
  const before: Packet[] = [];
  const entries: Entry[] = [];
  let draft: Draft | null = null;
  for await (const packet of inTurns(stream.packets(position))) {
    if (packet.entry !== null) entries.push({ at: packet.entry, start: packet.start });
    if (position !== null && msAt(stream, packet.start) < position.ms) {
      while (before[0] !== undefined && packet.start - before[0].start > stream.runUp) before.shift();
      before.push(packet);
      continue;
    }
    draft ??= draftFrom(stream, position, packet, before);
    addTo(draft, packet);
    const share = Math.max((draft.end - draft.begin) / longest, draft.fileBytes / maxBytes);
    if (share > 1 && draft.candidates.length > 0) return cut(stream, position, draft, entries);
    if (share >= shortestShare) {
      draft.candidates.push({ position: draft.end, samples: packet.samples, bytes: packet.bytes.byteLength });
    }
  }
  if (draft === null) return null;
  const { from, first, begin, end } = draft;
  return { from, first, begin, end, next: null };
}

function draftFrom(stream: PacketStream, position: Position | null, packet: Packet, before: readonly Packet[]): Draft {
  const nothing = { starts: [], candidates: [], packetBytes: 0, fileBytes: 0, end: 0 };
  if (position === null) return { ...nothing, from: null, first: packet.start, begin: stream.heardFrom };
  const first = before.find(({ start }) => packet.start - start <= stream.runUp)?.start ?? packet.start;
  return { ...nothing, from: position, first, begin: packet.start };
}

function addTo(draft: Draft, packet: Packet): void {
  draft.starts.push(packet.start);
  draft.packetBytes += packet.bytes.byteLength;
  draft.fileBytes += sizeInFile(packet);
  draft.end = packet.start + packet.samples;
}

/** What a file needs at most for a packet and for saying how long it is. */
function sizeInFile({ bytes }: Packet): number {
  return bytes.byteLength + Math.ceil(bytes.byteLength / 128) + 12;
}

/** The draft up to its quietest position. Throws BrokenSound where packets have no length: they would be cut there for ever. */
function cut(stream: PacketStream, position: Position | null, draft: Draft, entries: readonly Entry[]): Part {
  const { from, first, begin, starts, candidates } = draft;
  const { position: end, bytesPerSample } = quietest(candidates, (stream.rate * quietMs) / 1000);
  const isPause = bytesPerSample < (pauseShare * draft.packetBytes) / (draft.end - first);
  const overlap = isPause ? 0 : Math.min((stream.rate * overlapMs) / 1000, (end - begin) / 2);
  const resumed = overlap === 0 ? end : (starts.findLast((start) => start <= end - overlap) ?? end);
  const at = entries.findLast(({ start }) => start <= resumed - stream.runUp)?.at ?? position?.at ?? 0;
  const next = { at, ms: msAt(stream, resumed) };
  if (next.ms <= (position?.ms ?? 0)) throw new BrokenSound();
  return { from, first, begin, end, next };
}

/** The middle of the run of packets that has the fewest bytes for its length, which is at least `length`; of several, of the last. */
function quietest(candidates: readonly Candidate[], length: number): { position: number; bytesPerSample: number } {
  let [best, least] = [(candidates.at(-1) as Candidate).position, Number.POSITIVE_INFINITY];
  let [from, samples, bytes] = [0, 0, 0];
  for (const [index, candidate] of candidates.entries()) {
    samples += candidate.samples;
    bytes += candidate.bytes;
    for (let oldest = candidates[from] as Candidate; samples - oldest.samples >= length; from += 1) {
      samples -= oldest.samples;
      bytes -= oldest.bytes;
      oldest = candidates[from + 1] as Candidate;
    }
    if (samples < length || bytes / samples > least) continue;
    const middle = candidate.position - samples / 2;
    best = candidates.slice(from, index).find(({ position }) => position >= middle)?.position ?? candidate.position;
    least = bytes / samples;
  }
  return { position: best, bytesPerSample: least };
}
