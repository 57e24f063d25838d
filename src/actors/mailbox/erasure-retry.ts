/**
 * Erased bytes that could not leave the disk at once, because another reader had the file open: tried again by the clock, with
 * growing pauses. None is longer than what is promised: gone within 60 seconds in which nobody else has the file open.
 */
import type { Mailbox } from "./mailbox.ts";
import type { Clock } from "../runtime/ports.ts";
import type { Store } from "../store/store.ts";

const firstPause = 1000;
/** Milliseconds; also for a file that was closed in the meantime. */
export const longestPause = 30_000;

export interface ErasureRetry {
  /** Tries again after a pause; called when the file was opened, and after each commit, while something is owed. */
  retryLater(): void;
  stop(): void;
}

export function createErasureRetry(
  clock: Clock,
  store: Pick<Store, "owesErasure" | "payErasure">,
  mailbox: Pick<Mailbox, "between">,
  report: (what: string, error: unknown) => void,
): ErasureRetry {
  let cancel: (() => void) | null = null;
  let pause = firstPause;
  let isStopped = false;

  const retryLater = (): void => {
    if (!isStopped) cancel ??= clock.timer(pause, () => void retry());
  };

  const retry = async (): Promise<void> => {
    pause = Math.min(2 * pause, longestPause);
    try {
      await mailbox.between(() => store.payErasure());
    } catch (error) {
      report("What was erased could not be taken out of the file's log; it is tried again.", error);
    }
    cancel = null;
    if (store.owesErasure) retryLater();
    else pause = firstPause;
  };

  return {
    retryLater,
    stop() {
      isStopped = true;
      cancel?.();
    },
  };
}
