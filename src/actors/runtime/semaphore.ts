/** Slots in the process that all its workspaces share. */

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
