/** One connection that sends a recording: takes its audio in one batch after the other, and is over once and for one reason. */
import { conflict } from "../../schema/errors.ts";
import type { Clock } from "../runtime/ports.ts";
import type { Ending } from "./asks.ts";
import { createFlush, type Flush } from "./flush.ts";
import type { AudioWriter, Batch } from "./writers/writer.ts";

export interface Session {
  readonly id: string;
  readonly captureId: string;
  /** Sends a file, which may take its time. */
  readonly isUpload: boolean;
  readonly receivedMs: number;
  readonly receivedBytes: number;
  readonly isFull: boolean;
  /** When something came from the client last (milliseconds since 1970). */
  readonly heardAt: number;
  /** Notes that something came. */
  hear(now: number): void;
  /** The batch is durable when it resolves. */
  append(batch: Batch): Promise<void>;
  /** Of what its sender still collects. */
  readonly flush: Flush;
  /** Lets what was begun be written, closes the file, and says why to `over`. The first reason stands. */
  end(ending: Ending | (() => Ending)): Promise<void>;
  /** Resolves when it is over. */
  readonly over: Promise<Ending>;
  readonly isOver: boolean;
}

export function createSession(
  writer: AudioWriter,
  { id, captureId, clock, isUpload }: Pick<Session, "id" | "captureId" | "isUpload"> & { readonly clock: Clock },
): Session {
  const { promise: over, resolve } = Promise.withResolvers<Ending>();
  let last: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | null = null;
  let heardAt = clock.now();

  const close = async (ending: Ending | (() => Ending)): Promise<void> => {
    await last.catch(() => undefined);
    try {
      await writer.close();
    } finally {
      resolve(typeof ending === "function" ? ending() : ending);
    }
  };

  return {
    id,
    captureId,
    isUpload,
    get receivedMs() {
      return writer.receivedMs;
    },
    get receivedBytes() {
      return writer.receivedBytes;
    },
    get isFull() {
      return writer.isFull;
    },
    get heardAt() {
      return heardAt;
    },
    hear(moment) {
      heardAt = moment;
    },
    append(batch) {
      if (closing !== null) return Promise.reject(isOverError());
      const written = last.then(
        () => writer.append(batch),
        () => writer.append(batch),
      );
      last = written;
      return written;
    },
    flush: createFlush(clock),
    end(ending) {
      closing ??= close(ending);
      return closing;
    },
    over,
    get isOver() {
      return closing !== null;
    },
  };
}

function isOverError(): Error {
  return conflict("This connection is over: connect again to continue the recording.");
}
