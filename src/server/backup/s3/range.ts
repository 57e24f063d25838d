/** Reads a range of an object, going on from where a connection broke. */
import { reasonOf } from "../../base/finding.ts";
import type { Bucket } from "./bucket.ts";

/** How often a broken connection is followed by another that brought nothing new before it counts as gone. */
const attempts = 3;

const pieceSize = 65_536;

/** The bytes from `start` up to `end`, in pieces of at most 64 KB. Rejects when they are not there, or do not arrive whole. */
export async function* readRange(bucket: Bucket, key: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  const what = `Reading ${key}`;
  let at = start;
  for (let left = attempts; at < end;) {
    const answer = await bucket.expect(what, { method: "GET", key, headers: { range: `bytes=${at}-${end - 1}` } });
    if (answer.status !== 206)
      throw new Error(`${what}: the store sent all of it and not the range that was asked for.`);
    const before = at;
    let error: unknown = "no more came";
    try {
      for await (const bytes of answer.body ?? []) {
        const wanted = bytes.subarray(0, end - at);
        at += wanted.length;
        for (let piece = 0; piece < wanted.length; piece += pieceSize) yield wanted.subarray(piece, piece + pieceSize);
      }
    } catch (reason) {
      error = reason;
    }
    left = at > before ? attempts : left - 1;
    if (left === 0) throw new Error(`${what} broke off after ${at - start} bytes: ${reasonOf(error)}`);
  }
}
