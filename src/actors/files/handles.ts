/**
 * The one place where the service opens files by handle. Each handle is closed on every way out: one that is left to the garbage
 * collector ends the process when it is collected. `.oxlintrc.json` refuses `open` and `openSync` elsewhere.
 */
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

const pieceSize = 65_536;

/** Opens a file and hands it to `use`, whose result owns the handle from then on and closes it. Closed here when `use` fails. */
export async function openFor<T>(path: string, flags: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(path, flags, 0o600);
  try {
    return await use(handle);
  } catch (error) {
    await handle.close().catch(() => undefined); // the first failure is the one to report
    throw error;
  }
}

/** Runs `use` with an open file, which is closed however that ends. A new file is readable by its owner only. */
export function withFile<T>(path: string, flags: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  return openFor(path, flags, async (handle) => {
    const result = await use(handle);
    await handle.close();
    return result;
  });
}

/** The same, synchronously. */
export function withDescriptor<T>(path: string, flags: string, use: (descriptor: number) => T): T {
  const descriptor = openSync(path, flags, 0o600);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Opens a file that stays open for longer than a call: the caller closes it. */
export function openDescriptor(path: string, flags: string): number {
  return openSync(path, flags, 0o600);
}

/** The bytes from `start` up to `end` in one piece; fewer when the file is shorter. */
export async function readRange(handle: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, end - start));
  let done = 0;
  while (done < bytes.byteLength) {
    const { bytesRead } = await handle.read(bytes, done, bytes.byteLength - done, start + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

/**
 * The bytes from `start` up to `end` in pieces of 64 KB; fewer when the file is shorter. It is opened with the first piece and
 * closed after the last one, or when the reader stops. Rejects with ENOENT when there is no such file.
 */
export async function* readPieces(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  await using handle = await open(path, "r");
  for (let at = start; at < end;) {
    const piece = await readRange(handle, at, Math.min(at + pieceSize, end));
    if (piece.byteLength === 0) return;
    yield piece;
    at += piece.byteLength;
  }
}

/** Fills the buffer from a position in the file; returns how many bytes there were. */
export function readFully(descriptor: number, into: Buffer, position: number): number {
  let done = 0;
  while (done < into.length) {
    const got = readSync(descriptor, into, done, into.length - done, position + done);
    if (got === 0) break;
    done += got;
  }
  return done;
}

/** Writes all of the buffer to a position in the file. */
export function writeFully(descriptor: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
  }
}
