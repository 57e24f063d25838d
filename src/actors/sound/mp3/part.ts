/**
 * A part of an MP3 file as a file of its own. Frames take bytes from those before them: what the first ones need is put into a
 * frame of silence before them, which players that read the tag do not play.
 */
import { frameAt, type MpegFrame, maxFrameSize } from "./head.ts";
import type { SoundFile } from "../../runtime/transcriber.ts";
import { type AudioFile, readBytes } from "../shared/file.ts";
import { joinedPieces } from "../shared/pieces.ts";
import { packetsOf, type PacketStream, type Part } from "../shared/packets.ts";
import { reservoirFrame, tagFrame } from "./tag.ts";

/** Bytes that a frame takes at most from those before it (ISO/IEC 11172-3 §2.4.2.7, main_data_begin). */
const maxReservoir = { first: 511, later: 255 } as const;

/** The file of the part, read as it goes. */
export async function fileOfPart(file: AudioFile, stream: PacketStream, part: Part): Promise<SoundFile> {
  let [frames, bytes] = [0, 0];
  let kind: MpegFrame | null = null;
  for await (const packet of packetsOf(stream, part)) {
    kind ??= frameAt(packet.bytes, 0);
    frames += 1;
    bytes += packet.bytes.byteLength;
  }
  const head = kind === null ? [] : await headOf(file, part, { kind, frames, bytes });
  return {
    name: "recording.mp3",
    type: "audio/mpeg",
    bytes: head.reduce((sum, { byteLength }) => sum + byteLength, bytes),
    read: () => joinedPieces(head, packetsOf(stream, part)),
  };
}

async function headOf(
  file: AudioFile,
  part: Part,
  { kind, frames, bytes }: { readonly kind: MpegFrame; readonly frames: number; readonly bytes: number },
): Promise<Uint8Array[]> {
  if (part.from === null) return [tagFrame(kind, frames, bytes, part.begin - part.first)];
  const silence = reservoirFrame(kind, await reservoirBefore(file, part.from.at, kind));
  return [tagFrame(kind, frames + 1, bytes + silence.byteLength, kind.samples), silence];
}

/** The main data of the frames that end there, as much as the next one may take from. */
async function reservoirBefore(file: AudioFile, end: number, kind: MpegFrame): Promise<Uint8Array> {
  const limit = kind.isFirstVersion ? maxReservoir.first : maxReservoir.later;
  const start = Math.max(0, end - 3 * maxFrameSize);
  const bytes = await readBytes(file, start, end);
  for (let from = 0; from < bytes.byteLength; from += 1) {
    const frames = framesUpToEnd(bytes, from, kind);
    if (frames !== null) {
      const data = frames.flatMap((frame) => [...frame]);
      return Uint8Array.from(data.slice(Math.max(0, data.length - limit)));
    }
  }
  return new Uint8Array(0);
}

/** The main data of frames that follow each other from there to the end of the bytes; null when they do not. */
function framesUpToEnd(bytes: Uint8Array, from: number, kind: MpegFrame): Uint8Array[] | null {
  const frames: Uint8Array[] = [];
  let at = from;
  while (at < bytes.byteLength) {
    const frame = frameAt(bytes, at);
    if (frame === null || frame.sampleRate !== kind.sampleRate || at + frame.size > bytes.byteLength) return null;
    frames.push(bytes.subarray(at + frame.mainData, at + frame.size));
    at += frame.size;
  }
  return frames;
}
