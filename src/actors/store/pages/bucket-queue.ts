/** What is to be done in the bucket, one after the other: recordings that go there, and those that are removed from it once more. */
import type { Clock } from "../../runtime/ports.ts";

export interface QueueParts {
  /**
   * Moves one; `takeOut` says whether that is still to be, and has it be no more: what is written of it goes up in the same turn of the
   * event loop.
   */
  readonly move: (medium: string, signal: AbortSignal, takeOut: () => boolean) => Promise<void>;
  /** Removes one that was erased; `takeOut` as above. */
  readonly remove: (medium: string, takeOut: () => boolean) => Promise<void>;
  readonly clock: Pick<Clock, "monotonic" | "timer">;
  /** Called with what keeps recordings from the bucket; they are tried again. */
  readonly onTrouble: (error: unknown) => void;
}

export interface BucketQueue {
  /** Has it moved. */
  readonly add: (medium: string) => void;
  /** Has it removed after a while. */
  readonly removeLate: (medium: string) => void;
  readonly isErased: (medium: string) => boolean;
  /** Does not move it any more; resolves when it is not on its way. Answers whether it was to go. */
  readonly withdraw: (medium: string) => Promise<boolean>;
  /** Neither moves nor removes any of those; resolves when none is on its way. */
  readonly withdrawAll: (isOf: (medium: string) => boolean) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Milliseconds until what failed is tried again, and after which what was erased is removed once more. */
const [pause, late] = [60_000, 3_600_000];

export function createBucketQueue({ move, remove, clock, onTrouble }: QueueParts): BucketQueue {
  const moving = new Set<string>();
  /** When each was erased, by the monotonic clock. */
  const erased = new Map<string, number>();
  let current: { readonly medium: string; readonly stopping: AbortController; readonly done: Promise<unknown> } | null =
    null;
  let isWorking = false;
  let isStopped = false;
  let cancel: (() => void) | null = null;

  /** Answers whether the next one may follow. */
  async function moveOne(medium: string): Promise<boolean> {
    const stopping = new AbortController();
    const done = move(medium, stopping.signal, () => moving.delete(medium)).then(
      () => true,
      (error: unknown) => {
        if (isStopped || !moving.delete(medium)) return true;
        moving.add(medium); // behind the others
        onTrouble(error);
        return false;
      },
    );
    current = { medium, stopping, done };
    const isWell = await done;
    current = null;
    return isWell && !isStopped;
  }

  async function removeErased(): Promise<void> {
    for (const [medium, since] of erased) {
      if (isStopped || clock.monotonic() - since < late) continue;
      await remove(medium, () => !isStopped && erased.get(medium) === since && erased.delete(medium));
    }
  }

  async function work(): Promise<void> {
    let isWell = true;
    for (let [medium] = moving; isWell && medium !== undefined; [medium] = moving) isWell = await moveOne(medium);
    await removeErased().catch(onTrouble);
  }

  function wake(): void {
    cancel?.();
    cancel = null;
    if (isWorking || isStopped) return;
    isWorking = true;
    void work().then(() => {
      isWorking = false;
      if (!isStopped && moving.size + erased.size > 0) cancel = clock.timer(pause, wake);
    });
  }

  async function withdraw(medium: string): Promise<boolean> {
    const wasMoving = moving.delete(medium);
    if (current?.medium === medium) {
      current.stopping.abort();
      await current.done;
    }
    return wasMoving;
  }

  return {
    add(medium) {
      erased.delete(medium);
      moving.add(medium);
      wake();
    },
    removeLate(medium) {
      erased.set(medium, clock.monotonic());
      wake();
    },
    isErased: (medium) => erased.has(medium),
    withdraw,
    async withdrawAll(isOf) {
      const all = [...moving, ...erased.keys(), ...(current === null ? [] : [current.medium])];
      for (const medium of all.filter(isOf)) {
        erased.delete(medium);
        await withdraw(medium);
      }
    },
    async stop() {
      isStopped = true;
      cancel?.();
      current?.stopping.abort();
      await current?.done;
    },
  };
}
