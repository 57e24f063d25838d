/** The way up for what is committed here: one append on its way at a time, and what comes in the meantime goes together in the next. */
import { emptyChange, mergeInto, type Merged } from "./merge.ts";
import type { Change, Holding } from "./port.ts";

export interface Appender {
  /**
   * Resolves when the change is durable and this node still owned the data. Never settles once that is in doubt: then nothing may be
   * answered any more, and the process ends.
   */
  readonly append: (change: Change) => Promise<void>;
  /** Resolves when nothing is on its way; never settles once that is in doubt. */
  readonly settled: () => Promise<void>;
  /** Sends a last change behind the one that is on its way: what else there is, now or later, never goes up, and is never answered. */
  readonly finish: (change: Change) => Promise<void>;
}

interface Batch {
  readonly change: Merged;
  readonly sent: PromiseWithResolvers<void>;
}

/** Of an owner; `onLost` is called once, with what went wrong. */
export function createAppender(owned: Pick<Holding, "append">, onLost: (error: Error) => void): Appender {
  const waiting: Batch[] = [];
  let last: Promise<void> = Promise.resolve();
  let isSending = false;
  let isFinished = false;
  let sending: Promise<void> = Promise.resolve();

  function batchFor(change: Change): Batch {
    const newest = waiting.at(-1);
    if (newest !== undefined && mergeInto(newest.change, change)) return newest;
    const batch = { change: emptyChange(), sent: Promise.withResolvers<void>() };
    mergeInto(batch.change, change);
    waiting.push(batch);
    last = batch.sent.promise;
    return batch;
  }

  async function send(): Promise<void> {
    isSending = true;
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
      sending = batch.sent.promise;
      try {
        await owned.append(batch.change);
      } catch (error) {
        onLost(error instanceof Error ? error : new Error(String(error)));
        return; // as long as isSending is true nothing else goes up
      }
      batch.sent.resolve();
    }
    isSending = false;
  }

  return {
    append(change) {
      if (isFinished) return new Promise(() => undefined);
      const { sent } = batchFor(change);
      if (!isSending) void send();
      return sent.promise;
    },
    settled: () => last,
    async finish(change) {
      isFinished = true;
      waiting.length = 0;
      await sending;
      await owned.append(change).catch((error: Error) => {
        onLost(error);
        throw error;
      });
    },
  };
}
