/** Ogg Opus as packets. */
import { opusRate, packetSamples } from "../opus/packet.ts";
import type { AudioFile } from "../shared/file.ts";
import type { PacketStream } from "../shared/packets.ts";
import { readHeaders, says } from "../ogg/headers.ts";
import { isOpusHead, oggHeadPages, opusRunUp, preSkipOf, withPreSkip } from "../opus/head.ts";
import { type SoundPage, soundPages } from "../ogg/pages.ts";
import { fileOfPart, ownLengths } from "../ogg/part.ts";
import { firstPosition, heardPackets, lastPosition } from "../ogg/sound.ts";

/** The file as packets; null when it is none of Ogg Opus. */
export async function readOggOpus(file: AudioFile): Promise<PacketStream | null> {
  const headers = await readHeaders(file, (first) => (isOpusHead(first) ? 2 : null));
  const [head, tags] = headers?.packets ?? [];
  if (headers === null || head === undefined || !says(tags, "OpusTags")) return null;
  const { serial } = headers;
  const pages = (start = headers.start): AsyncIterable<SoundPage> =>
    soundPages(file, { serial, start, advance: packetSamples });
  const first = await firstPosition(pages());
  if (first === null) return null;
  const stream: PacketStream = {
    rate: opusRate,
    heardFrom: first + preSkipOf(head),
    runUp: opusRunUp,
    packets: (from) => heardPackets(pages(from?.at)),
    end: () => lastPosition(file, pages()),
    fileOf(part) {
      const begin = oggHeadPages(serial, withPreSkip(head, part.begin - part.first));
      return fileOfPart(ownLengths(stream, part), { serial, pages: begin });
    },
  };
  return stream;
}
