/** Takes an object out of a bucket into a file, going on from where a connection broke. */
import type { FileHandle } from "node:fs/promises";
import { withFile } from "../../../actors/files/handles.ts";
import { reasonOf } from "../../base/finding.ts";
import type { Bucket } from "./bucket.ts";

/** How often a broken connection is followed by another that brought nothing new before it counts as gone. */
const attempts = 3;

/** Writes the object into a new file. Rejects when there is none, or it does not arrive whole. */
export function download(bucket: Bucket, key: string, file: string): Promise<void> {
  return withFile(file, "wx", (handle) => receiveAll(bucket, key, handle));
}

async function receiveAll(bucket: Bucket, key: string, handle: FileHandle): Promise<void> {
  const what = `Reading ${key}`;
  let have = 0;
  let etag: string | null = null;
  for (let left = attempts; ;) {
    // Objects are named by their content; the tag is for a store in which somebody replaced one in the meantime.
    const rest = have > 0 ? { range: `bytes=${have}-`, ...(etag !== null && { "if-match": etag }) } : {};
    const answer = await bucket.expect(what, { method: "GET", key, headers: rest });
    const start = answer.status === 206 ? have : 0;
    const said = answer.headers.get("content-length");
    etag = answer.headers.get("etag");
    const { size, error } = await receive(answer, handle, start);
    if (said === null ? error === null : size === start + Number(said)) return;
    left = size > have ? attempts : left - 1;
    have = size;
    if (left === 0) throw new Error(`${what} broke off after ${size} bytes: ${reasonOf(error ?? "no more came")}`);
  }
}

/** Writes what comes from there on; answers where that ended, and what broke it off, null when it came to its end. */
async function receive(
  { body }: Response,
  handle: FileHandle,
  start: number,
): Promise<{ readonly size: number; readonly error: unknown }> {
  let size = start;
  try {
    for await (const piece of body ?? []) {
      for (let written = 0; written < piece.length;)
        written += (await handle.write(piece, written, piece.length - written, size + written)).bytesWritten;
      size += piece.length;
    }
    return { size, error: null };
  } catch (error) {
    return { size, error };
  }
}
