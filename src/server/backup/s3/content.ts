/** What is sent to a store: a text, or a piece of a file, which is read while it is sent and again when it is sent again. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

export interface Content {
  /** Bytes. */
  readonly size: number;
  /** SHA-256 in hex. */
  readonly sha256: string;
  /** The bytes, from the beginning. */
  stream(): ReadableStream<Uint8Array>;
}

const pieceLength = 1 << 17;

/** That many bytes of the file, from there on. */
export async function pieceOf(file: string, start: number, size: number): Promise<Content> {
  const read = async function* (): AsyncGenerator<Uint8Array> {
    if (size === 0) return;
    yield* createReadStream(file, { start, end: start + size - 1, highWaterMark: pieceLength });
  };
  const hash = createHash("sha256");
  for await (const piece of read()) hash.update(piece);
  // Not as a Blob: fetch reads the whole of one into memory when the store is slower than the disk.
  return { size, sha256: hash.digest("hex"), stream: () => ReadableStream.from(read()) };
}

/** A text as it is sent. */
export function contentOf(text: string): Content {
  const bytes = Buffer.from(text);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { size: bytes.length, sha256, stream: () => ReadableStream.from([bytes]) };
}
