/** Reads a file here and there, mostly forwards: what is near what was read last comes from memory. */
import { type AudioFile, readBytes } from "./file.ts";

export interface Window {
  /** Bytes of the file. */
  readonly size: number;
  /** The bytes from there on; fewer only at the end of the file. */
  bytes(at: number, length: number): Promise<Uint8Array>;
}

/** Something that bytes are read from. */
export interface Source {
  /** Bytes of all. */
  readonly size: number;
  /** The bytes from `start` up to `end`; fewer when it is shorter. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** So much is read at once when no more is asked for. */
export const windowBytes = 262_144;

/** A window on the file that holds as much as was asked for last, and at least `least` bytes. */
export function windowOn(file: AudioFile, least = windowBytes): Window {
  return windowOver({ size: file.bytes, read: (start, end) => readBytes(file, start, end) }, least);
}

/** The same on a source. */
export function windowOver(source: Source, least: number): Window {
  const { size } = source;
  let from = 0;
  let buffer: Uint8Array = new Uint8Array(0);
  return {
    size,
    async bytes(at, length) {
      const end = Math.min(size, at + length);
      if (at < from || end > from + buffer.byteLength) {
        buffer = await source.read(at, Math.min(size, Math.max(end, at + least)));
        from = at;
      }
      return buffer.subarray(at - from, Math.max(at, end) - from);
    },
  };
}
