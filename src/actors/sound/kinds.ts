/** Which files can be read packet by packet. */
import type { AudioFile } from "./shared/file.ts";
import { readFlac } from "./flac/stream.ts";
import { readMp3 } from "./mp3/stream.ts";
import { readMp4 } from "./mp4/stream.ts";
import { readOgg } from "./in-ogg/stream.ts";
import { readWebm } from "./in-webm/stream.ts";
import type { PacketStream } from "./shared/packets.ts";

interface Kind {
  readonly read: (file: AudioFile) => Promise<PacketStream | null>;
  /** What is wrong with a file that cannot be read, in words for a person. */
  readonly otherwise: string;
}

const kinds: Readonly<Record<string, Kind>> = {
  "audio/flac": { read: readFlac, otherwise: "the file does not begin as FLAC" },
  "audio/mpeg": { read: readMp3, otherwise: "no frames of MP3 are in the file" },
  "audio/mp4": { read: readMp4, otherwise: "the file does not say where its sound is, as when its end is missing" },
  "audio/ogg": { read: readOgg, otherwise: "the file does not begin as one of Opus, Vorbis or FLAC" },
  "audio/webm": { read: readWebm, otherwise: "the file has no track of Opus or Vorbis that can be read" },
};

/** The file as packets, or why it cannot be read so. Throws BrokenSound. */
export async function packetsIn(file: AudioFile): Promise<PacketStream | string> {
  const kind = kinds[file.type];
  if (kind === undefined) return "files of its kind cannot be cut";
  return (await kind.read(file)) ?? kind.otherwise;
}
