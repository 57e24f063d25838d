/** Fairness among workspaces: how much of one turn of the event loop goes to groups of writes before sockets are looked at again. */

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
