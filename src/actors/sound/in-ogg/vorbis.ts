/** Ogg Vorbis as packets. */
import type { AudioFile } from "../shared/file.ts";
import { readHeaders } from "../ogg/headers.ts";
import { type SoundPage, soundPages } from "../ogg/pages.ts";
import { firstPosition, lastPosition } from "../ogg/sound.ts";
import type { PacketStream } from "../shared/packets.ts";
import { betweenMiddles, type PlacedBlock } from "../vorbis/blocks.ts";
import { vorbisPart } from "../vorbis/part.ts";
import { isVorbisHead, readVorbis } from "../vorbis/setup.ts";

/** The file as packets; null when it is none of Ogg Vorbis. */
export async function readOggVorbis(file: AudioFile): Promise<PacketStream | null> {
  const headers = await readHeaders(file, (first) => (isVorbisHead(first) ? 3 : null));
  const vorbis = readVorbis(headers?.packets[0], headers?.packets[2]);
  if (headers === null || vorbis === null) return null;
  const { serial } = headers;
  const pages = (start = headers.start): AsyncIterable<SoundPage> =>
    soundPages(file, { serial, start, advance: vorbis.advance });
  const heardFrom = await firstPosition(pages());
  if (heardFrom === null) return null;
  const stream: PacketStream = {
    rate: vorbis.rate,
    heardFrom,
    runUp: 0,
    packets: (from) => betweenMiddles(blocksOn(pages(from?.at))),
    end: () => lastPosition(file, pages()),
    fileOf: (part) => vorbisPart(stream, part, vorbis, serial),
  };
  return stream;
}

async function* blocksOn(pages: AsyncIterable<SoundPage>): AsyncGenerator<PlacedBlock> {
  for await (const { at, packets, end, isEntry } of pages) {
    for (const [index, { to, bytes }] of packets.entries()) {
      yield { middle: Math.min(to, end), bytes, entry: index === 0 && isEntry ? at : null };
    }
  }
}
