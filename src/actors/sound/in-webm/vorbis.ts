/** WebM with Vorbis as packets. */
import type { AudioFile } from "../shared/file.ts";
import { BrokenSound, endOf, type PacketStream, positionAt } from "../shared/packets.ts";
import { betweenMiddles, type PlacedBlock } from "../vorbis/blocks.ts";
import { vorbisPart } from "../vorbis/part.ts";
import { readVorbis, type Vorbis } from "../vorbis/setup.ts";
import { type Beginning, type Block, blocksFrom } from "../webm/blocks.ts";

const serial = 1;
/** Milliseconds by which the times of two blocks may be off: each is rounded to a whole one. */
const rounding = 2;

/** The file as packets; null when it does not begin as one with Vorbis. */
export async function readWebmVorbis(file: AudioFile, beginning: Beginning): Promise<PacketStream | null> {
  const { track, start } = beginning;
  const [head, , setup] = headersIn(track.setup);
  const vorbis = readVorbis(head, setup);
  if (vorbis === null) return null;
  const packets = (from: number) => betweenMiddles(placed(blocksFrom(file, beginning, from), vorbis));
  for await (const { start: heardFrom } of packets(start)) {
    const stream: PacketStream = {
      rate: vorbis.rate,
      heardFrom,
      runUp: 0,
      packets: (from) => packets(from?.at ?? start),
      end: () => endOf(packets(start)),
      fileOf: (part) => vorbisPart(stream, part, vorbis, serial),
    };
    return stream;
  }
  return null;
}

/**
 * The blocks with their middles. The time of one is that of the first sample which a decoder has by it: the middle of the one
 * before. Throws BrokenSound where one is missing.
 */
async function* placed(blocks: AsyncIterable<Block>, { rate, advance }: Vorbis): AsyncGenerator<PlacedBlock> {
  const positionOf = ({ time }: Block): number => positionAt(time, rate);
  let [before, last]: [Block | null, Block | null] = [null, null];
  const samples = (): number => {
    const advanced = last === null ? null : advance(last.bytes, before?.bytes ?? null);
    if (advanced === null) throw new BrokenSound();
    return advanced;
  };
  for await (const block of blocks) {
    if (last !== null) {
      const [from, middle] = [positionOf(last), positionOf(block)];
      const isApart = Math.abs(middle - from - samples()) > (rounding * rate) / 1000;
      if (before !== null && isApart) throw new BrokenSound();
      yield { middle, bytes: last.bytes, entry: last.entry };
    }
    [before, last] = [last, block];
  }
  if (last !== null) yield { middle: positionOf(last) + samples(), bytes: last.bytes, entry: last.entry };
}

/** The three headers, in front of which stands how long the first two are (Matroska codec specifications, A_VORBIS). */
function headersIn(setup: Uint8Array): Uint8Array[] {
  if (setup[0] !== 2) return [];
  let at = 1;
  const lengths = [0, 0].map((none) => {
    let length = none;
    for (; setup[at] === 255; at += 1) length += 255;
    return length + (setup[at++] ?? 0);
  });
  return [...lengths, setup.byteLength].map((length) => {
    at += length;
    return setup.subarray(at - length, at);
  });
}
