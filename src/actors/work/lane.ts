/** One lane of due work: takes what there is a place for, and looks again when a piece has ended. */
import type { Gate } from "../gate.ts";

export interface LaneParts<Work> {
  /** Places in this workspace. */
  readonly places: number;
  /** Places in the process. */
  readonly gate: Gate;
  /** Marks up to `limit` due pieces as taken. */
  readonly take: (limit: number) => Promise<readonly Work[]>;
  /** Carries one out; never rejects. */
  readonly run: (work: Work) => Promise<void>;
  /** Hears that pieces could not be taken. */
  readonly onTrouble: (error: unknown) => void;
  /** Called when there may be more to take. */
  readonly look: () => void;
  readonly stopping: AbortSignal;
}

export interface Lane {
  /** Takes what is due, also what the writes that were handed in last make due in the same commit. */
  wake(): void;
  /** Nothing is due: it waits for no place. */
  rest(): void;
  /** True while a piece runs or one waits for a place. */
  readonly isBusy: boolean;
  /** Resolves when nothing runs any more; after stopping. */
  ended(): Promise<void>;
}

export function createLane<Work>({ places, gate, take, run, onTrouble, look, stopping }: LaneParts<Work>): Lane {
  const running = new Set<Promise<void>>();
  let isTaking = false;
  let isWaiting = false;

  const start = (work: Work): void => {
    const piece = run(work).finally(() => {
      running.delete(piece);
      gate.leave();
      look();
    });
    running.add(piece);
  };

  /** Enters the gate as often as there are places here; at least once, or waits for a place. */
  const enter = (): number => {
    let entered = 0;
    while (running.size + entered < places && gate.enter()) entered += 1;
    isWaiting = entered === 0 && running.size < places;
    if (isWaiting) gate.whenFree(look);
    return entered;
  };

  const fill = async (entered: number): Promise<void> => {
    isTaking = true;
    let taken: readonly Work[] | null = null;
    try {
      taken = await take(entered);
    } catch (error) {
      onTrouble(error);
    }
    isTaking = false;
    for (const work of taken ?? []) start(work);
    for (let spare = taken?.length ?? 0; spare < entered; spare++) gate.leave();
    if (taken !== null) look(); // for what became due after it in the same commit
  };

  const wake = (): void => {
    isWaiting = false;
    if (isTaking || stopping.aborted) return;
    const entered = enter();
    if (entered > 0) void fill(entered);
  };

  return {
    wake,
    rest() {
      isWaiting = false;
    },
    get isBusy() {
      return isTaking || isWaiting || running.size > 0;
    },
    async ended() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
