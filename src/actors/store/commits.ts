/**
 * How many files commit at once. A commit has a thread of its own, which copies pages and waits for the disk: with a hundred on their
 * way the event loop waits for a core, and then has a hundred answers to give at once. Few keep the disk as busy as many.
 */
import { availableParallelism } from "node:os";

/** On two cores four leave the event loop its turn: while 100 workspaces are written to its delay at p99 is a third to a half. */
export const commitsAtOnce = Math.max(4, 2 * availableParallelism());

export interface Commits {
  /** Runs the commit when there is a slot for it, in the order of asking; settles with it. */
  run<T>(commit: () => Promise<T>): Promise<T>;
}

/** So many at once. */
export function createCommits(slots: number): Commits {
  const waiting: (() => void)[] = [];
  let free = slots;

  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next(); // the slot is its own from now on
  };

  return {
    async run(commit) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await commit();
      } finally {
        leave();
      }
    },
  };
}
