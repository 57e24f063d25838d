/** Places in the process that all its workspaces share. */

/** Hears that a place is free, and for which kind. */
export type Retry = (kind: string) => void;

export interface Gate {
  /** Takes a place if there is one; each true is owed one `leave`. */
  enter(): boolean;
  /** Takes a place as soon as there is one, before all who wait by `whenFree`: for what has begun already. Is owed one `leave`. */
  enterAgain(): Promise<void>;
  /** Gives the place back, and lets those who wait try again as long as one is free. */
  leave(): void;
  /**
   * Calls `retry` once when a place is free. Kinds have their turns one after the other, and of one kind whoever has waited
   * longest; asking again while waiting changes nothing.
   */
  whenFree(kind: string, retry: Retry): void;
}

/** A gate with so many places. */
export function createGate(places: number): Gate {
  const returning: (() => void)[] = [];
  /** By kind, the kind whose turn is next first. */
  const waiting = new Map<string, Set<Retry>>();
  let free = places;
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
    enter() {
      if (!hasRoom()) return false;
      free -= 1;
      return true;
    },
    async enterAgain() {
      if (hasRoom()) free -= 1;
      else await new Promise<void>((resolve) => returning.push(resolve));
    },
    leave() {
      const goOn = returning.shift();
      if (goOn !== undefined) return goOn(); // the place is its own from now on
      free += 1;
      for (let [next] = waiting; next !== undefined && hasRoom(); [next] = waiting) retryNext(next);
    },
    whenFree(kind, retry) {
      const retries = waiting.get(kind) ?? new Set();
      waiting.set(kind, retries.add(retry));
    },
  };
}
