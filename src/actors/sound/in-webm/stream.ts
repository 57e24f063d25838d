/** WebM as packets, with each of the codings in it that can be cut. */
import type { AudioFile } from "../shared/file.ts";
import type { PacketStream } from "../shared/packets.ts";
import { readBeginning } from "../webm/blocks.ts";
import { readWebmOpus } from "./opus.ts";
import { readWebmVorbis } from "./vorbis.ts";

/** The file as packets; null when it has none of them. */
export async function readWebm(file: AudioFile): Promise<PacketStream | null> {
  const beginning = await readBeginning(file);
  if (beginning?.track.codec === "A_OPUS") return readWebmOpus(file, beginning);
  return beginning?.track.codec === "A_VORBIS" ? readWebmVorbis(file, beginning) : null;
}
