/** Reads and writes the header of WAV files with PCM of 8 to 32 bits ("Multimedia Programming Interface and Data Specifications 1.0", RIFF WAVE). */
import { putText, textAt } from "../../schema/pcm.ts";
import { type AudioFile, readBytes } from "./audio.ts";

export interface Wav {
  readonly sampleRate: number;
  readonly channels: number;
  /** Bytes of one sample of one channel. */
  readonly width: number;
  /** Samples are numbers of IEEE 754, not whole ones. */
  readonly isFloat: boolean;
  /** Bytes of one sample of all channels. */
  readonly frame: number;
  /** Where the samples begin and end in the file. */
  readonly start: number;
  readonly end: number;
}

type Form = Omit<Wav, "start" | "end">;

/** Names of PCM: of whole numbers, of IEEE 754, and the one that says what it is behind its other fields. */
const pcm = 1;
const float = 3;
const extensible = 0xfffe;
/** Bytes of the samples that are taken. */
const widths: ReadonlyMap<number, readonly number[]> = new Map([
  [pcm, [1, 2, 3, 4]],
  [float, [4, 8]],
]);
const subFormatAt = 24;
/** Headers with pictures and notes before the samples are longer than the usual 44 bytes. */
const headLength = 65_536;

/** The format of a file; null when it is no WAV file of PCM that is taken. */
export async function readWav(file: AudioFile): Promise<Wav | null> {
  const head = await readBytes(file, 0, headLength);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.byteLength < 44 || textAt(head, 0) !== "RIFF" || textAt(head, 8) !== "WAVE") return null;
  let format: Form | null = null;
  for (let at = 12; at + 8 <= head.byteLength;) {
    const length = view.getUint32(at + 4, true);
    const start = at + 8;
    if (textAt(head, at) === "fmt ") format = readFormat(view, start);
    if (textAt(head, at) === "data") return format === null ? null : withData(format, file, start, length);
    at = start + length + (length % 2);
  }
  return null;
}

function readFormat(view: DataView, at: number): Form | null {
  if (at + 16 > view.byteLength) return null;
  const channels = view.getUint16(at + 2, true);
  const sampleRate = view.getUint32(at + 4, true);
  const width = view.getUint16(at + 14, true) / 8;
  const isExtended = view.getUint16(at, true) === extensible && at + subFormatAt + 2 <= view.byteLength;
  const name = view.getUint16(isExtended ? at + subFormatAt : at, true);
  if (channels === 0 || sampleRate === 0 || widths.get(name)?.includes(width) !== true) return null;
  return { sampleRate, channels, width, isFloat: name === float, frame: width * channels };
}

/** A length past the end of the file is one of a file that was cut, or written before it was known. */
function withData(format: Form, file: AudioFile, start: number, length: number): Wav {
  const available = file.bytes - start;
  const bytes = length === 0 || length > available ? available : length;
  return { ...format, start, end: start + bytes - (bytes % format.frame) };
}

/** Milliseconds of so many bytes of samples. */
export function durationOf({ sampleRate, frame }: Wav, bytes: number): number {
  return Math.round((bytes / frame / sampleRate) * 1000);
}

/** The header before so many bytes of samples. */
export function headerFor({ sampleRate, channels, width, isFloat, frame }: Wav, bytes: number): Uint8Array {
  const header = new Uint8Array(44);
  const view = new DataView(header.buffer);
  putText(header, 0, "RIFF");
  view.setUint32(4, bytes + 36, true);
  putText(header, 8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, isFloat ? float : pcm, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frame, true);
  view.setUint16(32, frame, true);
  view.setUint16(34, 8 * width, true);
  putText(header, 36, "data");
  view.setUint32(40, bytes, true);
  return header;
}
