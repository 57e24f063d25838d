/** A part of an Ogg Opus file as a file of its own. */
import { oggHeadPages, oggPages } from "../../audio/formats/ogg.ts";
import type { SoundFile } from "../../ports.ts";
import type { AudioFile } from "../audio.ts";
import type { OggPart } from "./cut.ts";
import { opusPages, type PlacedPacket } from "./pages.ts";
import { type OggOpus, withPreSkip } from "./stream.ts";

/** The file of the part, read as it goes; its length is found by making it once. */
export async function fileOfPart(file: AudioFile, stream: OggOpus, part: OggPart): Promise<SoundFile> {
  const read = (): AsyncIterable<Uint8Array> => pagesOfPart(file, stream, part);
  let bytes = 0;
  for await (const page of read()) bytes += page.byteLength;
  return { name: "recording.ogg", type: "audio/ogg", bytes, read };
}

async function* pagesOfPart(file: AudioFile, stream: OggOpus, part: OggPart): AsyncGenerator<Uint8Array> {
  const { serial } = stream;
  let sequence = 0;
  for (const page of oggHeadPages(serial, withPreSkip(stream.head, part.preSkip))) {
    sequence += 1;
    yield page;
  }
  let granule = 0;
  let held: readonly PlacedPacket[] = [];
  for await (const packets of packetsOfPart(file, stream, part)) {
    const pages = oggPages(held, { serial, sequence, granule });
    granule = (packets[0] as PlacedPacket).start - part.first;
    sequence += pages.length;
    yield* pages;
    held = packets;
  }
  yield* oggPages(held, { serial, sequence, granule }, part.end - part.first);
}

/** The packets of the part, those of a page of the file at once. */
async function* packetsOfPart(
  file: AudioFile,
  { serial }: OggOpus,
  part: OggPart,
): AsyncGenerator<readonly PlacedPacket[]> {
  for await (const page of opusPages(file, serial, part.at)) {
    const packets = page.packets.filter(({ start }) => start >= part.first && start < part.end);
    if (packets.length > 0) yield packets;
    if (page.end >= part.end) return;
  }
}
