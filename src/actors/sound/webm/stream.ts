/** WebM as packets, with each of the codings in it that can be cut. */
import type { AudioFile } from "../file.ts";
import type { PacketStream } from "../packets.ts";
import { readBeginning } from "./blocks.ts";
import { readWebmOpus } from "../opus/in-webm.ts";
import { readWebmVorbis } from "../vorbis/in-webm.ts";

/** The file as packets; null when it has none of them. */
export async function readWebm(file: AudioFile): Promise<PacketStream | null> {
  const beginning = await readBeginning(file);
  if (beginning?.track.codec === "A_OPUS") return readWebmOpus(file, beginning);
  return beginning?.track.codec === "A_VORBIS" ? readWebmVorbis(file, beginning) : null;
}
