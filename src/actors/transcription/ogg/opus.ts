/** Ogg Opus as packets. */
import { oggHeadPages } from "../../audio/formats/ogg.ts";
import { opusRate, packetSamples } from "../../audio/formats/opus.ts";
import type { AudioFile } from "../audio.ts";
import { loudnessMeter } from "../opus/loudness.ts";
import type { PacketStream } from "../packets/stream.ts";
import { readHeaders, says } from "./headers.ts";
import { isOpusHead, opusRunUp, preSkipOf, withPreSkip } from "./opus-head.ts";
import { type SoundPage, soundPages } from "./pages.ts";
import { fileOfPart, ownLengths } from "./part.ts";
import { firstPosition, heardPackets, lastPosition } from "./sound.ts";

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
    packets: (from) => heardPackets(pages(from?.at), loudnessMeter()),
    end: () => lastPosition(file, pages()),
    fileOf(part) {
      const begin = oggHeadPages(serial, withPreSkip(head, part.begin - part.first));
      return fileOfPart(ownLengths(stream, part), { serial, pages: begin });
    },
  };
  return stream;
}
