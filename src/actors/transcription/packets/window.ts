/** Reads a file here and there, mostly forwards: what is near what was read last comes from memory. */
import { type AudioFile, readBytes } from "../audio.ts";

/** The bytes from there on; fewer only at the end of the file. */
export type Window = (at: number, length: number) => Promise<Uint8Array>;

/** So much is read at once when no more is asked for. */
export const windowBytes = 262_144;

/** A window on the file that holds as much as was asked for last, and at least `least` bytes. */
export function windowOn(file: AudioFile, least = windowBytes): Window {
  let from = 0;
  let bytes: Uint8Array = new Uint8Array(0);
  return async (at, length) => {
    const end = Math.min(file.bytes, at + length);
    if (at < from || end > from + bytes.byteLength) {
      bytes = await readBytes(file, at, Math.max(end, at + least));
      from = at;
    }
    return bytes.subarray(at - from, Math.max(at, end) - from);
  };
}
