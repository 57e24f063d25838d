/**
 * Carries out the due work of one workspace: looks after each commit, takes what there is a place for, and takes the next when
 * a piece has ended. Nothing polls; what is due later wakes through the schedule.
 */
import type { Mailbox } from "../mailbox.ts";
import type { Place, Rules } from "../parts.ts";

export interface WorkerParts<Work> {
  readonly place: Place & { readonly mailbox: Pick<Mailbox, "job"> };
  readonly rules: Rules<Work>;
  /** Hears when the next piece is due that can not be taken yet. */
  readonly onNextDue: (dueAt: number | null) => void;
  /** Hears of a turn that may have ended. */
  readonly onTurn: (turnId: string) => void;
}

export interface Worker {
  /** Looks for due work; cheap when there is none. */
  wake(): void;
  /** Takes in the same commit what the writes that were handed in last make due. */
  expect(): void;
  /** True while a piece runs or one waits for a place. */
  readonly isBusy: boolean;
  /** Takes nothing more and aborts what runs. */
  halt(): void;
  /** Resolves when nothing runs any more; after `halt`. */
  ended(): Promise<void>;
}

/** Milliseconds after which the table is looked at again when it could not be read or written. */
const troubleDelay = 5000;

export function createWorker<Work>(parts: WorkerParts<Work>): Worker {
  const { place, rules } = parts;
  const { mailbox, clock, gate, turnsAtOnce: places, report } = place;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let isTaking = false;
  let isWaiting = false;

  const runOne = async (work: Work): Promise<void> => {
    try {
      await mailbox.job(async () => {
        const turnId = await rules.perform(work, place, stopping.signal);
        if (turnId !== null) parts.onTurn(turnId);
      });
    } catch (error) {
      if (!stopping.signal.aborted)
        report("A piece of work failed in a way that it did not expect; it is taken up at the next start.", error);
    }
  };

  const start = (work: Work): void => {
    const piece = runOne(work).finally(() => {
      running.delete(piece);
      gate.leave();
      wake();
    });
    running.add(piece);
  };

  /** Enters the gate as often as there are places here; at least once, or waits for a place. */
  const enter = (): number => {
    let entered = 0;
    while (running.size + entered < places && gate.enter()) entered += 1;
    isWaiting = entered === 0 && running.size < places;
    if (isWaiting) gate.whenFree(wake);
    return entered;
  };

  const take = async (entered: number): Promise<void> => {
    isTaking = true;
    let taken: readonly Work[] | null = null;
    try {
      taken = await mailbox.write((sql) => rules.table.takeDue(sql, clock.now(), entered));
    } catch (error) {
      report("Due work could not be taken; it is tried again in a moment.", error);
      parts.onNextDue(clock.now() + troubleDelay);
    }
    isTaking = false;
    for (const work of taken ?? []) start(work);
    for (let spare = taken?.length ?? 0; spare < entered; spare++) gate.leave();
    if (taken !== null) wake(); // for what became due after it in the same commit
  };

  /** True when a piece is due; the schedule hears when the next one is. */
  const look = (): boolean => {
    try {
      const dueAt = mailbox.read((sql) => rules.table.nextDue(sql));
      const isDue = dueAt !== null && dueAt <= clock.now();
      parts.onNextDue(isDue ? null : dueAt);
      return isDue;
    } catch (error) {
      report("The table of due work could not be read; it is looked at again in a moment.", error);
      parts.onNextDue(clock.now() + troubleDelay);
      return false;
    }
  };

  const wake = (): void => {
    isWaiting = false;
    if (isTaking || stopping.signal.aborted || !look()) return;
    const entered = enter();
    if (entered > 0) void take(entered);
  };

  return {
    wake,
    expect() {
      if (isTaking || stopping.signal.aborted) return;
      const entered = enter();
      if (entered > 0) void take(entered);
    },
    get isBusy() {
      return isTaking || isWaiting || running.size > 0;
    },
    halt: () => stopping.abort(),
    async ended() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
