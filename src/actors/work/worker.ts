/**
 * Carries out the due work of one workspace: looks after each commit, takes what there is a place for, and takes the next when
 * a piece has ended. Nothing polls; what is due later wakes through the schedule.
 */
import type { Mailbox } from "../mailbox.ts";
import type { Place, Rules } from "../parts.ts";
import { createDueRules } from "./due-rules.ts";
import { createLane, type Lane } from "./lane.ts";

export interface WorkerParts<Work> {
  readonly place: Place & { readonly mailbox: Pick<Mailbox, "job"> };
  readonly rules: Rules<Work>;
  /**
   * Makes sure, before anything is written, that a crash is followed by a look at this workspace; null when it is sure already. That
   * something is due is no such sureness: a clock may be set back to before it.
   */
  readonly watch: () => Promise<void> | null;
  /** Hears when the next piece is due that can not be taken yet. */
  readonly onNextDue: (dueAt: number | null) => void;
  /** Hears of a turn that may have ended. */
  readonly onTurn: (turnId: string) => void;
}

export interface Worker {
  /** Looks for due work; cheap when there is none. */
  wake(): void;
  /** Takes in the same commit the turns that the writes that were handed in last make due. */
  expect(): void;
  /** True while a piece runs or one waits for a place. */
  readonly isBusy: boolean;
  /** Resolves when it is not busy, or was halted. */
  atRest(): Promise<void>;
  /** Takes nothing more and aborts what runs. */
  halt(): void;
  /** Resolves when nothing runs any more; after `halt`. */
  ended(): Promise<void>;
}

/** Milliseconds after which the table is looked at again when it could not be read or written. */
const troubleDelay = 5000;

export function createWorker<Work>({ place, rules, watch, onNextDue, onTurn }: WorkerParts<Work>): Worker {
  const { mailbox, clock, report } = place;
  const { table } = rules;
  const stopping = new AbortController();
  const { signal } = stopping;

  const resting: (() => void)[] = [];

  const isBusy = (): boolean => lanes.turns.isBusy || lanes.background.isBusy || dueRules.isBusy;
  const tellAtRest = (): void => {
    if (isBusy() && !signal.aborted) return;
    for (const tell of resting.splice(0)) tell();
  };

  const onTrouble = (error: unknown): void => {
    report("The table of due work could not be read or written; it is looked at again in a moment.", error);
    onNextDue(clock.now() + troubleDelay);
    tellAtRest();
  };

  const run = async (work: Work): Promise<void> => {
    try {
      await mailbox.job(async () => {
        const turnId = await rules.perform(work, place, signal);
        if (turnId !== null) onTurn(turnId);
      });
    } catch (error) {
      if (!signal.aborted)
        report("A piece of work failed in a way that it did not expect; it is taken up at the next start.", error);
    }
  };

  const wake = (): void => {
    if (signal.aborted) return;
    try {
      onNextDue(wakeDue(mailbox.read((sql) => table.nextDue(sql))));
    } catch (error) {
      return onTrouble(error);
    }
    tellAtRest();
  };

  /** In the tick of the call when it may: what was handed in before it is then in the same commit. */
  const take = (name: "turns" | "background", limit: number): Promise<readonly Work[]> => {
    const takeNow = () => mailbox.write((sql) => table.takeDue(sql, name, clock.now(), limit));
    const watching = watch();
    return watching === null ? takeNow() : watching.then(takeNow);
  };

  const laneOf = (name: "turns" | "background"): Lane =>
    createLane({
      ...place.lanes[name],
      take: (limit) => take(name, limit),
      run,
      onTrouble,
      look: wake,
      stopping: signal,
    });
  const lanes = { turns: laneOf("turns"), background: laneOf("background") };
  const dueRules = createDueRules({ place, rules, watch, onTrouble, look: wake, stopping: signal });

  /** Wakes the lanes that have something to do; the moment at which the next piece is due in the others, null when none is. */
  const wakeDue = (next: ReturnType<typeof table.nextDue>): number | null => {
    const now = clock.now();
    const isDue = (dueAt: number | null): boolean => dueAt !== null && dueAt <= now;
    for (const name of ["turns", "background"] as const) {
      if (isDue(next[name])) lanes[name].wake();
      else lanes[name].rest();
    }
    if (isDue(next.rules)) dueRules.wake();
    const later = Object.values(next).filter((dueAt) => dueAt !== null && !isDue(dueAt)) as number[];
    return later.length === 0 ? null : Math.min(...later);
  };

  return {
    wake,
    expect() {
      if (!signal.aborted) lanes.turns.wake();
    },
    get isBusy() {
      return isBusy();
    },
    atRest() {
      const { promise, resolve } = Promise.withResolvers<void>();
      resting.push(resolve);
      tellAtRest();
      return promise;
    },
    halt() {
      stopping.abort();
      tellAtRest();
    },
    async ended() {
      await Promise.all([lanes.turns.ended(), lanes.background.ended(), dueRules.ended()]);
    },
  };
}
