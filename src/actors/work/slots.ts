/**
 * The slots of one lane of a workspace: how many pieces work at once, here and in the process. A piece that waits for a provider
 * lends its slot to others while there is room to wait, and takes one again when it resumes, before anything new begins.
 */
import type { Away } from "../parts/work-context.ts";
import type { Slots } from "../parts/shared.ts";

export interface SlotsParts {
  /** Slots of pieces that work. */
  readonly working: Slots;
  /** Slots of pieces that wait for a provider. */
  readonly waiting: Slots;
  /** Called when a slot has become free. */
  readonly look: () => void;
  readonly stopping: AbortSignal;
}

/** The slot of one piece. */
export interface Slot {
  readonly away: Away;
  /** Gives it back; once, when the piece has ended. */
  leave(): void;
}

export interface LaneSlots {
  /** Takes as many slots as are free, here and in the process; answers how many. */
  enter(): number;
  /** Whether one is free here. */
  readonly areFreeHere: boolean;
  /** Gives back some of those that were taken. */
  giveBack(count: number): void;
  /** Assigns one that was taken to a piece. */
  occupy(): Slot;
}

export function createSlots({ working, waiting, look, stopping }: SlotsParts): LaneSlots {
  const returning: (() => void)[] = [];
  let atWork = 0;
  let away = 0;

  const giveBackOne = (): void => {
    const resume = returning.shift();
    if (resume === undefined) atWork -= 1;
    working.semaphore.release();
    resume?.();
  };

  const enterAgain = async (): Promise<void> => {
    if (atWork < working.slots) atWork += 1;
    else await new Promise<void>((resolve) => returning.push(resolve));
    await working.semaphore.reacquire();
  };

  const mayWait = (): boolean => away < waiting.slots && waiting.semaphore.acquire();

  const occupy = (): Slot => {
    let isOccupied = true;

    const leave = (): void => {
      if (isOccupied) giveBackOne();
      isOccupied = false;
    };

    const comeBack = async (): Promise<void> => {
      away -= 1;
      waiting.semaphore.release();
      if (stopping.aborted) return; // what is left to do is to end
      await enterAgain();
      isOccupied = true;
    };

    return {
      leave,
      async away(wait) {
        if (!mayWait()) return wait();
        away += 1;
        leave();
        look();
        try {
          return await wait();
        } finally {
          await comeBack();
        }
      },
    };
  };

  return {
    get areFreeHere() {
      return atWork < working.slots;
    },
    enter() {
      const before = atWork;
      while (atWork < working.slots && working.semaphore.acquire()) atWork += 1;
      return atWork - before;
    },
    giveBack(count) {
      for (let left = count; left > 0; left--) giveBackOne();
    },
    occupy,
  };
}
