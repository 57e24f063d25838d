/** A file of sound. */

export interface AudioFile {
  /** Media type. */
  readonly type: string;
  readonly bytes: number;
  /** The bytes from `start` up to `end`, in pieces. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
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
