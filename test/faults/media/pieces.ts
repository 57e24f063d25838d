/** What was sent, piece by piece, and how it is found again. */
import { createHash } from "node:crypto";

export interface Piece {
  readonly captureId: string;
  /** What must stand in the file of sound: each part whole, wherever it is. None of a note, which has no such file. */
  readonly parts: readonly Buffer[];
}

export const pieceMs = 100;
/** Of 100 ms at 16,000 samples of 16 bits a second. */
export const pieceBytes = 3200;

/** Bytes that are found under no other name. */
export function bytesOf(name: string, length: number): Buffer {
  const digest = createHash("sha256").update(name).digest();
  return Buffer.alloc(length, digest);
}

/** Five packets of 20 ms of Opus (CELT, one frame, RFC 6716 §3.1). */
export function packetsOf(id: string): Buffer[] {
  return Array.from({ length: 5 }, (_, at) => Buffer.concat([Buffer.of(31 << 3), bytesOf(`${id} ${at}`, 199)]));
}

/** Whether all of the piece is in the file. */
export function isWholeIn(file: Buffer, { parts }: Piece): boolean {
  return parts.every((part) => file.includes(part));
}
