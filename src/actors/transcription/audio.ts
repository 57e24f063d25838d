/** Sound as it is sent to a transcription: some bytes of our own before a stretch of a file, read as they go. */

import type { SoundFile } from "../ports.ts";

/** A file of sound. */
export interface AudioFile {
  /** Media type. */
  readonly type: string;
  readonly bytes: number;
  /** The bytes from `start` up to `end`, in pieces. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

const extensions: Readonly<Record<string, string>> = {
  "audio/wav": "wav",
  "audio/ogg": "ogg",
  "audio/flac": "flac",
  "audio/mpeg": "mp3",
  "audio/mp4": "m4a",
  "audio/webm": "webm",
};

/** The whole file as it is. */
export function wholeFile(file: AudioFile): SoundFile {
  const name = `recording.${extensions[file.type] ?? "bin"}`;
  return { name, type: file.type, bytes: file.bytes, read: () => file.read(0, file.bytes) };
}

/** A file of `header` and the bytes from `start` up to `end`. */
export function stretchOf(file: AudioFile, header: Uint8Array, start: number, end: number): SoundFile {
  return {
    name: "recording.wav",
    type: "audio/wav",
    bytes: header.byteLength + end - start,
    async *read() {
      yield header;
      yield* file.read(start, end);
    },
  };
}

/** The bytes from `start` up to `end` in one piece; fewer when the file is shorter. */
export async function readBytes(file: AudioFile, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, Math.min(end, file.bytes) - start));
  let at = 0;
  for await (const piece of file.read(start, start + bytes.byteLength)) {
    bytes.set(piece.subarray(0, bytes.byteLength - at), at);
    at += piece.byteLength;
  }
  return bytes.subarray(0, at);
}
