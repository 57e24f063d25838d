/** WAV files with PCM of 8 to 32 bits or floating point, which are cut between two samples. */
import { wavCodings, wavHeader } from "../../../schema/pcm.ts";
import type { AudioFile } from "../shared/file.ts";
import { windowOn } from "../shared/window.ts";
import { readChunks } from "./chunks.ts";

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

/** Bytes of the samples that are taken. */
const widths: ReadonlyMap<number, readonly number[]> = new Map([
  [wavCodings.pcm, [1, 2, 3, 4]],
  [wavCodings.float, [4, 8]],
]);
/** Bytes that are read at once of what stands before the samples. */
const readAtOnce = 65_536;

/** The format of a file; null when it is no WAV file of PCM that is taken. */
export async function readWav(file: AudioFile): Promise<Wav | null> {
  const chunks = await readChunks(windowOn(file, readAtOnce));
  if (chunks === null) return null;
  const { format, start, bytes } = chunks;
  const { sampleRate, channels, coding } = format;
  const width = format.bits / 8;
  if (channels === 0 || sampleRate === 0 || widths.get(coding)?.includes(width) !== true) return null;
  const frame = width * channels;
  const end = start + bytes - (bytes % frame);
  return { sampleRate, channels, width, isFloat: coding === wavCodings.float, frame, start, end };
}

/** Milliseconds of so many bytes of samples. */
export function durationOf({ sampleRate, frame }: Wav, bytes: number): number {
  return Math.round((bytes / frame / sampleRate) * 1000);
}

/** The header before so many bytes of samples. */
export function headerFor({ sampleRate, channels, width, isFloat }: Wav, bytes: number): Uint8Array {
  const coding = isFloat ? wavCodings.float : wavCodings.pcm;
  return wavHeader({ sampleRate, channels, bits: 8 * width, coding }, bytes);
}
