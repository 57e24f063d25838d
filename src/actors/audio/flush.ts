/** Has the sender of a recording write at once what it still collects, before somebody else stops the recording. */
import type { Clock } from "../runtime/ports.ts";

export interface Flush {
  /** Resolves when it is asked for, unless the signal is aborted before. Waiting again says that it is done. */
  asked(signal?: AbortSignal): Promise<void>;
  /** Asks for it; resolves when it is done, at once when nobody waits to be asked, and after five seconds however that goes. */
  run(): Promise<void>;
}

/** Milliseconds: a sender that does not answer holds nobody up for longer. */
const patience = 5000;

export function createFlush(clock: Pick<Clock, "timer">): Flush {
  let ask: (() => void) | null = null;
  let onDone: (() => void) | null = null;
  let last: Promise<void> = Promise.resolve();

  const next = (): Promise<void> => {
    if (ask === null) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.timer(patience, resolve);
    onDone = () => {
      cancel();
      resolve();
    };
    ask();
    ask = null;
    return promise;
  };

  return {
    asked(signal) {
      onDone?.();
      const { promise, resolve } = Promise.withResolvers<void>();
      const leave = (): void => {
        if (ask === come) ask = null;
      };
      const come = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      ask = come;
      signal?.addEventListener("abort", leave, { once: true });
      return promise;
    },
    run() {
      // One that is under way may have taken what was collected already: what has come since is asked for after it.
      last = last.then(next);
      return last;
    },
  };
}
