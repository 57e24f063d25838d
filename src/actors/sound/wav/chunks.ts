/** Chunks of WAV files ("Multimedia Programming Interface and Data Specifications 1.0", RIFF WAVE). */
import { readWavFormat, textAt, type WavFormat } from "../../../schema/pcm.ts";
import type { Window } from "../shared/window.ts";

export interface WavChunks {
  readonly format: WavFormat;
  /** Where the samples begin in the file. */
  readonly start: number;
  /** Bytes of the samples in the file. */
  readonly bytes: number;
  /** Samples of one channel, where the `fact` chunk says so: what is compressed otherwise does not tell how long it plays. */
  readonly samples: number | null;
}

/** Pictures and notes may stand before the samples. */
const maxChunks = 64;
const maxFormat = 40;

/** What stands before the samples; null when it is no WAV file, or has none. */
export async function readChunks(window: Window): Promise<WavChunks | null> {
  const head = await window.bytes(0, 12);
  if (textAt(head, 0) !== "RIFF" || textAt(head, 8) !== "WAVE") return null;
  let [format, samples]: [WavFormat | null, number | null] = [null, null];
  let at = 12;
  for (let count = 0; count < maxChunks && at + 8 <= window.size; count += 1) {
    const chunk = await window.bytes(at, 8);
    const [name, start] = [textAt(chunk, 0), at + 8];
    const length = numberIn(chunk, 4);
    if (name === "fmt ") format = readWavFormat(await window.bytes(start, Math.min(length, maxFormat)));
    if (name === "fact" && length >= 4) samples = numberIn(await window.bytes(start, 4), 0);
    if (name === "data") return format && { format, start, bytes: present(length, window.size - start), samples };
    at = start + length + (length % 2);
  }
  return null;
}

/** 0 where the file ends before it. */
function numberIn(bytes: Uint8Array, at: number): number {
  return bytes.byteLength < at + 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
}

/** A length past the end of the file is one of a file that was cut, or written before it was known. */
function present(length: number, available: number): number {
  return length === 0 || length > available ? available : length;
}
