/** Does something again and again, one at a time. */
import type { Clock } from "../../actors/runtime/ports.ts";

export interface Rounds {
  /** Begins, or goes on; resolves when the first one has ended. */
  start(): Promise<void>;
  /** Resolves when the last one has ended. */
  stop(): Promise<void>;
}

/** Each begins so long after the one before has ended. `onFailure` is called once, and that was the last one. */
export function createRounds(
  round: () => Promise<void>,
  everyMs: number,
  clock: Clock,
  onFailure: (error: Error) => void,
): Rounds {
  let isOver = true;
  let cancel: (() => void) | null = null;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    try {
      await round();
      if (!isOver) cancel = clock.timer(everyMs, () => void (running = run()));
    } catch (error) {
      onFailure(error instanceof Error ? error : new Error(String(error)));
    }
  }

  return {
    start() {
      isOver = false;
      running = run();
      return running;
    },
    stop() {
      isOver = true;
      cancel?.();
      return running;
    },
  };
}
