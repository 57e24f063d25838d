/** MP3: the count of frames where an encoder wrote it (Xing, Info), else the size by the bit rate of the first frame. */
import { type FileBytes, textAt, viewAt } from "./reading.ts";

/** kbit/s by index, layer III: of version 1, and of versions 2 and 2.5. */
const bitRates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0],
] as const;
const sampleRates = [44_100, 48_000, 32_000, 0] as const;
/** A first frame is looked for this far behind the tag. */
const searched = 65_536;

interface Frame {
  readonly at: number;
  readonly isFirstVersion: boolean;
  readonly isMono: boolean;
  readonly bitRate: number;
  readonly sampleRate: number;
}

/** The length of the sound in milliseconds, not yet judged; null when the file does not say. */
export async function mp3Ms(file: FileBytes): Promise<number | null> {
  const frame = await firstFrame(file, await tagSize(file));
  if (frame === null) return null;
  const sideInformation = frame.isFirstVersion ? (frame.isMono ? 17 : 32) : frame.isMono ? 9 : 17;
  const info = await viewAt(file, frame.at + 4 + sideInformation, 12);
  const hasFrames = ["Xing", "Info"].includes(textAt(info, 0, 4)) && (info.getUint32(4) & 1) === 1;
  const samplesPerFrame = frame.isFirstVersion ? 1152 : 576;
  if (hasFrames) return (info.getUint32(8) * samplesPerFrame * 1000) / frame.sampleRate;
  return ((file.size - frame.at) * 8) / frame.bitRate;
}

/** Bytes of the ID3v2 tag before the sound. */
async function tagSize(file: FileBytes): Promise<number> {
  const head = await viewAt(file, 0, 10);
  if (textAt(head, 0, 3) !== "ID3") return 0;
  return 10 + [6, 7, 8, 9].reduce((size, at) => size * 128 + (head.getUint8(at) & 0x7f), 0);
}

async function firstFrame(file: FileBytes, from: number): Promise<Frame | null> {
  const view = await viewAt(file, from, searched);
  for (let at = 0; at + 4 <= searched; at++) {
    const frame = frameAt(view, at, from + at);
    if (frame !== null) return frame;
  }
  return null;
}

function frameAt(view: DataView, at: number, place: number): Frame | null {
  const head = view.getUint32(at);
  const [sync, version, layer] = [head >>> 21, (head >>> 19) & 3, (head >>> 17) & 3];
  if (sync !== 0x7ff || version === 1 || layer !== 1) return null;
  const isFirstVersion = version === 3;
  const bitRate = bitRates[isFirstVersion ? 0 : 1][(head >>> 12) & 15] ?? 0;
  const sampleRate = (sampleRates[(head >>> 10) & 3] ?? 0) / (isFirstVersion ? 1 : version === 2 ? 2 : 4);
  if (bitRate === 0 || sampleRate === 0) return null;
  return { at: place, isFirstVersion, isMono: ((head >>> 6) & 3) === 3, bitRate, sampleRate };
}
