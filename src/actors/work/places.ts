/**
 * The places of one lane of a workspace: so many pieces work at once, here and in the process. A piece that waits for a provider
 * leaves its place to others while there is room to wait, and takes one again when it goes on, before anything new begins.
 */
import type { Away, Places } from "../parts/parts.ts";

export interface PlacesParts {
  /** Places of pieces that work. */
  readonly working: Places;
  /** Places of pieces that wait for a provider. */
  readonly waiting: Places;
  /** Called when a place has become free. */
  readonly look: () => void;
  readonly stopping: AbortSignal;
}

/** The place of one piece. */
export interface Held {
  readonly away: Away;
  /** Gives it back; once, when the piece has ended. */
  leave(): void;
}

export interface LanePlaces {
  /** Takes as many places as are free, here and in the process; answers how many. */
  enter(): number;
  /** Whether one is free here. */
  readonly areFreeHere: boolean;
  /** Gives back so many of those that were taken. */
  giveBack(count: number): void;
  /** Makes one that was taken the place of a piece. */
  hold(): Held;
}

export function createPlaces({ working, waiting, look, stopping }: PlacesParts): LanePlaces {
  const returning: (() => void)[] = [];
  let atWork = 0;
  let away = 0;

  const giveBackOne = (): void => {
    const goOn = returning.shift();
    if (goOn === undefined) atWork -= 1;
    working.gate.leave();
    goOn?.();
  };

  const enterAgain = async (): Promise<void> => {
    if (atWork < working.places) atWork += 1;
    else await new Promise<void>((resolve) => returning.push(resolve));
    await working.gate.enterAgain();
  };

  const mayWait = (): boolean => away < waiting.places && waiting.gate.enter();

  const hold = (): Held => {
    let isHeld = true;

    const leave = (): void => {
      if (isHeld) giveBackOne();
      isHeld = false;
    };

    const comeBack = async (): Promise<void> => {
      away -= 1;
      waiting.gate.leave();
      if (stopping.aborted) return; // what is left to do is to end
      await enterAgain();
      isHeld = true;
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
      return atWork < working.places;
    },
    enter() {
      const before = atWork;
      while (atWork < working.places && working.gate.enter()) atWork += 1;
      return atWork - before;
    },
    giveBack(count) {
      for (let left = count; left > 0; left--) giveBackOne();
    },
    hold,
  };
}
