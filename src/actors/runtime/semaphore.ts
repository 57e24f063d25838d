/** Who in the process may go on, and when: slots that all workspaces share, and turns of the event loop. */

/** Called when a slot is free, with its kind. */
type Retry = (kind: string) => void;

export interface Semaphore {
  /** Takes a slot if there is one; each true is owed one `release`. */
  acquire(): boolean;
  /** Takes a slot as soon as there is one, before all who wait by `whenFree`: for what has begun already. Is owed one `release`. */
  reacquire(): Promise<void>;
  /** Gives the slot back, and lets those who wait try again as long as one is free. */
  release(): void;
  /**
   * Calls `retry` once when a slot is free. Kinds have their turns one after the other, and of one kind the one that has waited
   * longest; asking again while waiting changes nothing.
   */
  whenFree(kind: string, retry: Retry): void;
}

/** A semaphore with so many slots. */
export function createSemaphore(slots: number): Semaphore {
  const returning: (() => void)[] = [];
  /** By kind, the kind whose turn is next first. */
  const waiting = new Map<string, Set<Retry>>();
  let free = slots;
  const hasRoom = (): boolean => free > 0;

  const retryNext = ([kind, retries]: [string, Set<Retry>]): void => {
    const [retry] = retries;
    waiting.delete(kind);
    if (retry === undefined) return;
    retries.delete(retry);
    if (retries.size > 0) waiting.set(kind, retries);
    retry(kind);
  };

  return {
    acquire() {
      if (!hasRoom()) return false;
      free -= 1;
      return true;
    },
    async reacquire() {
      if (hasRoom()) free -= 1;
      else await new Promise<void>((resolve) => returning.push(resolve));
    },
    release() {
      const resume = returning.shift();
      if (resume !== undefined) return resume(); // the slot is its own from now on
      free += 1;
      for (let [next] = waiting; next !== undefined && hasRoom(); [next] = waiting) retryNext(next);
    },
    whenFree(kind, retry) {
      const retries = waiting.get(kind) ?? new Set();
      waiting.set(kind, retries.add(retry));
    },
  };
}

/** Milliseconds of groups in one turn of the loop. One that has begun is not cut short by this. */
const slice = 4;

/**
 * Answers a function whose promise resolves when its caller may resume: in the order of asking, one after the other, each as soon
 * as the synchronous part of the one before has run; in a later turn of the event loop when the time of this one is used up.
 */
export function createYield(monotonic: () => number): () => Promise<void> {
  let waiting: (() => void)[] = [];
  let isRunning = false;

  const later = (): unknown => setImmediate(() => void run());
  const run = async (): Promise<void> => {
    const until = monotonic() + slice;
    const turn = waiting;
    waiting = [];
    let next = 0;
    do {
      turn[next++]?.();
      await Promise.resolve(); // what was resumed runs first, up to where it waits
    } while (next < turn.length && monotonic() < until);
    waiting = [...turn.slice(next), ...waiting];
    isRunning = waiting.length > 0;
    if (isRunning) later();
  };

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (!isRunning) later();
      isRunning = true;
    });
}
