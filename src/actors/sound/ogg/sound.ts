/** The sound of an Ogg file: where it begins and ends, and its packets. */
import type { AudioFile } from "../shared/file.ts";
import { BrokenSound, type Packet } from "../shared/packets.ts";
import { inTurns } from "../shared/turns.ts";
import type { SoundPage } from "./pages.ts";

/** The position before the first packet; null when there is none. */
export async function firstPosition(pages: AsyncIterable<SoundPage>): Promise<number | null> {
  for await (const { packets } of pages) {
    const [first] = packets;
    if (first !== undefined) return first.from;
  }
  return null;
}

/** The position after all pages. Throws BrokenSound when they do not reach to the end of the file. */
export async function lastPosition(file: AudioFile, pages: AsyncIterable<SoundPage>): Promise<number> {
  let [read, position] = [0, 0];
  for await (const { at, size, end } of inTurns(pages)) [read, position] = [at + size, end];
  if (read !== file.bytes) throw new BrokenSound();
  return position;
}

/** The packets with sound. What the end of the stream cuts off is not played. */
export async function* heardPackets(pages: AsyncIterable<SoundPage>): AsyncGenerator<Packet> {
  for await (const { at, packets, end, isEntry } of pages) {
    for (const [index, { from, to, bytes }] of packets.entries()) {
      if (from >= Math.min(to, end)) continue;
      const entry = index === 0 && isEntry ? at : null;
      yield { start: from, samples: Math.min(to, end) - from, bytes, entry };
    }
  }
}
