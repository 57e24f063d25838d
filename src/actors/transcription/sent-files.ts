/** Files as they are sent to a transcription: whole, or some bytes of our own before a part of one. Read as they go. */
import type { SoundFile } from "../runtime/transcriber.ts";
import type { AudioFile } from "../sound/shared/file.ts";

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
export function partOfFile(file: AudioFile, header: Uint8Array, start: number, end: number): SoundFile {
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
