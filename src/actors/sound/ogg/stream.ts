/** Ogg as packets, with each of the codings in it that can be cut. */
import type { AudioFile } from "../file.ts";
import { readOggFlac } from "../flac/in-ogg.ts";
import type { PacketStream } from "../packets.ts";
import { readOggVorbis } from "../vorbis/in-ogg.ts";
import { readOggOpus } from "../opus/in-ogg.ts";

/** The file as packets; null when it has none of them. */
export async function readOgg(file: AudioFile): Promise<PacketStream | null> {
  return (await readOggOpus(file)) ?? (await readOggVorbis(file)) ?? readOggFlac(file);
}
