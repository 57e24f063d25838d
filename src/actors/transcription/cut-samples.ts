/**
 * Cuts long PCM where it is quietest, so that no word is cut: parts are short enough for every server's limits, and each is
 * transcribed as soon as it is done.
 */
import type { AudioFile } from "../sound/shared/file.ts";
import { longestPart, quietMs, shortestShare } from "./limits.ts";
import { durationOf, type Wav } from "../sound/wav/samples.ts";

const stepMs = 50;

/** Where the part of at most so many bytes that begins at byte `start` ends; the end of the samples for the last one. */
export async function endOfPart(file: AudioFile, wav: Wav, start: number, maxBytes: number): Promise<number> {
  const longest = Math.min(longestPart, durationOf(wav, maxBytes));
  if (durationOf(wav, wav.end - start) <= longest) return wav.end;
  const step = wav.frame * Math.max(1, Math.round((wav.sampleRate * stepMs) / 1000));
  const from = start + toBytes(wav, longest * shortestShare);
  const range = { from, to: start + toBytes(wav, longest) };
  const loudness = await loudnessOf(file, range, step, wav);
  return from + step * quietest(loudness, Math.round(quietMs / stepMs));
}

function toBytes({ sampleRate, frame }: Wav, milliseconds: number): number {
  return frame * Math.floor((sampleRate * milliseconds) / 1000);
}

/** The energy of each step of the range. */
async function loudnessOf(
  file: AudioFile,
  { from, to }: { readonly from: number; readonly to: number },
  step: number,
  wav: Wav,
): Promise<number[]> {
  const loudness = Array.from({ length: Math.max(1, Math.floor((to - from) / step)) }, () => 0);
  const sample = new Uint8Array(wav.width);
  const value = readerOf(sample, wav);
  let at = 0;
  for await (const piece of file.read(from, to)) {
    for (const byte of piece) {
      const index = at % wav.width;
      sample[index] = byte;
      if (index === wav.width - 1) addSample(loudness, Math.floor(at / step), value());
      at += 1;
    }
  }
  return loudness;
}

/** Reads the sample in those bytes, a whole number by its two highest ones; one of 8 bits has no sign; what is no number is silence. */
function readerOf(sample: Uint8Array, { width, isFloat }: Wav): () => number {
  const view = new DataView(sample.buffer);
  if (width === 1) return () => view.getUint8(0) - 128;
  if (!isFloat) return () => view.getInt16(width - 2, true);
  return width === 4 ? () => view.getFloat32(0, true) || 0 : () => view.getFloat64(0, true) || 0;
}

function addSample(loudness: number[], step: number, sample: number): void {
  const known = loudness[step];
  if (known !== undefined) loudness[step] = known + sample * sample;
}

/** The middle of the quietest run of so many steps; of several, the last. */
function quietest(loudness: readonly number[], length: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let at = 0; at + length <= loudness.length; at += 1) {
    const energy = loudness.slice(at, at + length).reduce((sum, each) => sum + each, 0);
    if (energy <= least) [best, least] = [at, energy];
  }
  return best + Math.floor(length / 2);
}
