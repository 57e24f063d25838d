/** MP3: the count of frames where an encoder wrote it (Xing, Info), else the size by the bit rate of the first frame. */
import { mpegFrame, type MpegFrame } from "../mpeg.ts";
import { type FileBytes, textAt, viewAt } from "./reading.ts";

/** A first frame is looked for this far behind the tag. */
const searched = 65_536;

/** The length of the sound in milliseconds, not yet judged; null when the file does not say. */
export async function mp3Ms(file: FileBytes): Promise<number | null> {
  const first = await firstFrame(file, await tagSize(file));
  if (first === null) return null;
  const { at, frame } = first;
  const info = await viewAt(file, at + frame.tag, 12);
  const hasFrames = ["Xing", "Info"].includes(textAt(info, 0, 4)) && (info.getUint32(4) & 1) === 1;
  if (hasFrames) return (info.getUint32(8) * frame.samples * 1000) / frame.sampleRate;
  return ((file.size - at) * 8) / frame.bitRate;
}

/** Bytes of the ID3v2 tag before the sound. */
async function tagSize(file: FileBytes): Promise<number> {
  const head = await viewAt(file, 0, 10);
  if (textAt(head, 0, 3) !== "ID3") return 0;
  return 10 + [6, 7, 8, 9].reduce((size, at) => size * 128 + (head.getUint8(at) & 0x7f), 0);
}

async function firstFrame(file: FileBytes, from: number): Promise<{ at: number; frame: MpegFrame } | null> {
  const view = await viewAt(file, from, searched);
  for (let at = 0; at + 4 <= searched; at++) {
    const frame = mpegFrame(view.getUint32(at));
    if (frame !== null) return { at: from + at, frame };
  }
  return null;
}
