/** One lane of due work: takes what there is a slot for, and looks again when a piece has ended or waits for somebody else. */
import type { Away } from "../parts/work-context.ts";
import type { Slots } from "../parts/shared.ts";

export interface LaneParts<Work> extends SlotsParts {
  /** The kinds of the lane. */
  readonly kinds: readonly string[];
  /** Those of which a piece is due. */
  readonly dueKinds: () => readonly string[];
  /** Marks up to `limit` due pieces as taken; kinds take turns. */
  readonly take: (kinds: readonly string[], limit: number) => Promise<readonly Work[]>;
  readonly kindOf: (work: Work) => string;
  /** Carries one out; never rejects. */
  readonly run: (work: Work, away: Away) => Promise<void>;
  /** Called when pieces could not be taken. */
  readonly onTrouble: (error: unknown) => void;
}

export interface Lane {
  /** Takes what is due, including what the writes submitted last make due in the same commit. */
  takeDue(): void;
  /** Nothing is due: stops waiting for a slot. */
  standDown(): void;
  /** True while a piece runs or one waits for a slot. */
  readonly isBusy: boolean;
  /** Resolves when nothing runs any more; after stopping. */
  ended(): Promise<void>;
}

export function createLane<Work>(parts: LaneParts<Work>): Lane {
  const { dueKinds, take, kindOf, run, onTrouble, look, stopping } = parts;
  const slots = createSlots(parts);
  const running = new Set<Promise<void>>();
  /** The kind whose turn is next first. */
  let kinds = [...parts.kinds];
  let isTaking = false;
  let isWaiting = false;
  let filling: Promise<void> = Promise.resolve();

  const start = (work: Work): void => {
    const kind = kindOf(work);
    kinds = [...kinds.filter((one) => one !== kind), kind];
    const slot = slots.occupy();
    const piece = run(work, slot.away).finally(() => {
      running.delete(piece);
      slot.leave();
      look();
    });
    running.add(piece);
  };

  const retry = (kind: string): void => {
    kinds = [kind, ...kinds.filter((one) => one !== kind)];
    look();
  };

  /** Takes as many slots as there are; at least one, or waits for one. */
  const enter = (): number => {
    const entered = slots.enter();
    isWaiting = entered === 0 && slots.areFreeHere;
    if (isWaiting) for (const kind of dueKinds()) parts.working.semaphore.whenFree(kind, retry);
    return entered;
  };

  const fill = async (entered: number): Promise<void> => {
    isTaking = true;
    let taken: readonly Work[] | null = null;
    try {
      taken = await take(kinds, entered);
    } catch (error) {
      onTrouble(error);
    }
    isTaking = false;
    // What is taken while it stops stays taken, as what a crash cuts short: the next start has it done.
    const begun = stopping.aborted ? [] : (taken ?? []);
    slots.giveBack(entered - begun.length);
    for (const work of begun) start(work);
    if (taken !== null) look(); // for what became due after it in the same commit
  };

  const takeDue = (): void => {
    isWaiting = false;
    if (isTaking || stopping.aborted) return;
    const entered = enter();
    if (entered > 0) filling = fill(entered);
  };

  return {
    takeDue,
    standDown() {
      isWaiting = false;
    },
    get isBusy() {
      return isTaking || isWaiting || running.size > 0;
    },
    async ended() {
      await filling;
      while (running.size > 0) await Promise.all(running);
    },
  };
}

interface SlotsParts {
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

interface LaneSlots {
  /** Takes as many slots as are free, here and in the process; answers how many. */
  enter(): number;
  /** Whether one is free here. */
  readonly areFreeHere: boolean;
  /** Gives back some of those that were taken. */
  giveBack(count: number): void;
  /** Assigns one that was taken to a piece. */
  occupy(): Slot;
}

function createSlots({ working, waiting, look, stopping }: SlotsParts): LaneSlots {
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
