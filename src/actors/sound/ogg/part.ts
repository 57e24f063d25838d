/** A part of compressed sound as an Ogg file of its own. */
import { oggPages, type TimedPacket } from "./page.ts";
import type { SoundFile } from "../../runtime/transcriber.ts";
import { packetsOf, type PacketStream, type Part } from "../shared/packets.ts";

/** Packets that are put on pages together. */
const batchSize = 50;

export interface OggHead {
  readonly serial: number;
  /** The pages before the sound. */
  readonly pages: readonly Uint8Array[];
}

/** The packets of a part with how far each brings the position, again each time. */
export type PartPackets = () => AsyncIterable<TimedPacket>;

/** Each packet of the part with the samples that are its own. */
export function ownLengths(stream: PacketStream, part: Part): PartPackets {
  return () => packetsOf(stream, part);
}

/** The file of the packets, read as it goes; its length is found by making it once. */
export async function fileOfPart(packets: PartPackets, head: OggHead): Promise<SoundFile> {
  const read = (): AsyncIterable<Uint8Array> => pagesOf(packets(), head);
  let bytes = 0;
  for await (const page of read()) bytes += page.byteLength;
  return { name: "recording.ogg", type: "audio/ogg", bytes, read };
}

async function* pagesOf(packets: AsyncIterable<TimedPacket>, { serial, pages }: OggHead): AsyncGenerator<Uint8Array> {
  yield* pages;
  let [sequence, granule] = [pages.length, 0];
  let batch: TimedPacket[] = [];
  for await (const { bytes, samples } of packets) {
    if (batch.length === batchSize) {
      const made = oggPages(batch, { serial, sequence, granule });
      sequence += made.length;
      granule += batch.reduce((sum, each) => sum + each.samples, 0);
      batch = [];
      yield* made;
    }
    batch.push({ bytes, samples });
  }
  const end = granule + batch.reduce((sum, each) => sum + each.samples, 0);
  yield* oggPages(batch, { serial, sequence, granule }, end);
}
