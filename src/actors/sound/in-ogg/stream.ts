/** Ogg as packets, with each of the codings in it that can be cut. */
import type { AudioFile } from "../shared/file.ts";
import { readOggFlac } from "./flac.ts";
import type { PacketStream } from "../shared/packets.ts";
import { readOggVorbis } from "./vorbis.ts";
import { readOggOpus } from "./opus.ts";

/** The file as packets; null when it has none of them. */
export async function readOgg(file: AudioFile): Promise<PacketStream | null> {
  return (await readOggOpus(file)) ?? (await readOggVorbis(file)) ?? readOggFlac(file);
}
