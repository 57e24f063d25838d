/** How many turns run at once, over all workspaces of the process. */

export interface Gate {
  /** Takes a place if there is one; each true is owed one `leave`. */
  enter(): boolean;
  /** Gives the place back and lets whoever has waited longest try again. */
  leave(): void;
  /** Calls `retry` once when a place is free, in the order of asking; asking again while waiting changes nothing. */
  whenFree(retry: () => void): void;
}

/** A gate with so many places. */
export function createGate(places: number): Gate {
  const waiting = new Set<() => void>();
  let free = places;
  return {
    enter() {
      if (free === 0) return false;
      free -= 1;
      return true;
    },
    leave() {
      free += 1;
      for (const retry of waiting) {
        if (free === 0) return;
        waiting.delete(retry);
        retry();
      }
    },
    whenFree: (retry) => void waiting.add(retry),
  };
}
