/**
 * The blocks of Vorbis overlap: a decoder has the sound up to the middle of a block, where the position after its packet is. So the
 * sound of a packet is said to be that from the middle of its block to the middle of the next one, which needs both of them.
 */
import type { Packet } from "../shared/packets.ts";

export interface PlacedBlock extends Pick<Packet, "bytes" | "entry"> {
  /** The position of its middle. */
  readonly middle: number;
}

/** Each packet with the sound up to the middle of the next one; the last one has none. */
export async function* betweenMiddles(blocks: AsyncIterable<PlacedBlock>): AsyncGenerator<Packet> {
  let before: PlacedBlock | null = null;
  for await (const block of blocks) {
    if (before !== null) yield packetUpTo(before, block.middle);
    before = block;
  }
  if (before !== null) yield packetUpTo(before, before.middle);
}

function packetUpTo({ middle, bytes, entry }: PlacedBlock, end: number): Packet {
  return { start: middle, samples: end - middle, bytes, entry };
}
