/** What takes in the audio of one recording, and where it stands. */
import { limits } from "../../../schema/limits.ts";

/** What a client sent, in whole frames: samples, a packet, or any piece of a file. */
export interface Batch {
  readonly bytes: Uint8Array;
  /** Lengths of the frames, in order; together they are all of the bytes. */
  readonly sizes: readonly number[];
}

export interface AudioWriter {
  /** Durable audio in milliseconds, rounded down; 0 for a file. */
  readonly receivedMs: number;
  /** Durable bytes of audio or file. */
  readonly receivedBytes: number;
  /** Nothing more may follow. */
  readonly isFull: boolean;
  /** The batch is durable when it resolves. Throws 400 when it is not what was announced; none of it is stored then. */
  append(batch: Batch): Promise<void>;
  close(): Promise<void>;
}

/** How long a recording may be. */
export const maxMs = limits.recordingLength.each.max * 60 * 60 * 1000;

/** The frames of a batch. */
export function framesOf({ bytes, sizes }: Batch): Uint8Array[] {
  let at = 0;
  return sizes.map((size) => bytes.subarray(at, (at += size)));
}
