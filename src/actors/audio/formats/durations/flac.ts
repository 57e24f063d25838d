/** FLAC: samples and sample rate stand in STREAMINFO, the first block. Source: RFC 9639 §8.2. */
import { type FileBytes, viewAt } from "./reading.ts";

/** The length of the sound in milliseconds, not yet judged; null when the file does not say. */
export async function flacMs(file: FileBytes): Promise<number | null> {
  const info = await viewAt(file, 8, 18);
  const sampleRate = info.getUint32(10) >>> 12;
  const samples = (info.getUint8(13) & 0x0f) * 2 ** 32 + info.getUint32(14);
  return (samples * 1000) / sampleRate;
}
