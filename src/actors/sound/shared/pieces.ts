/** The bytes of a file that is made of packets. */
import type { Packet } from "./packets.ts";

const pieceSize = 65_536;

/** What comes before the packets and the packets, one after the other, in pieces of at least 64 KB but for the last. */
export async function* joinedPieces(
  head: readonly Uint8Array[],
  packets: AsyncIterable<Pick<Packet, "bytes">>,
): AsyncGenerator<Uint8Array> {
  let waiting = [...head];
  let size = sizeOf(head);
  for await (const { bytes } of packets) {
    waiting.push(bytes);
    size += bytes.byteLength;
    if (size < pieceSize) continue;
    yield joined(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield joined(waiting);
}

/** How many bytes they have together. */
export function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** All of them in one: always a copy, which may go to another thread. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(sizeOf(pieces));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}
