/**
 * Carries out the due work of one workspace: looks after each commit, takes what there is a slot for, and takes the next when
 * a piece has ended. Nothing polls; what is due later comes through the schedule.
 */
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { Away, WorkContext } from "../parts/work-context.ts";
import type { Rules, WorkTable } from "../parts/rules.ts";
import { createDueRules } from "./due-rules.ts";
import { createLane, type Lane } from "./lane.ts";

export interface WorkerParts<Work> {
  readonly context: WorkContext & {
    readonly mailbox: Pick<Mailbox, "job">;
    /**
     * Sets the alarm that has this workspace recovered after a crash, before anything is written; null when it is set. That
     * something is due is no such sureness: a clock may be set back to before it.
     */
    readonly watch: () => Promise<void> | null;
  };
  readonly rules: Rules<Work>;
  /** Called with a turn that may have ended. */
  readonly onTurn: (turnId: string) => void;
}

export interface Worker {
  /** Looks for due work; cheap when there is none. */
  look(): void;
  /** Takes the turns that the writes submitted last make due, in the same commit. Throws nothing: those are answered in any case. */
  readonly expect: () => void;
  /** True while a piece runs or one waits for a slot. */
  readonly isBusy: boolean;
  /** Resolves when it is not busy, or was halted. */
  whenIdle(): Promise<void>;
  /** Takes nothing more and aborts what runs. */
  halt(): void;
  /** Resolves when nothing runs any more; after `halt`. */
  ended(): Promise<void>;
}

/** Milliseconds after which the table is looked at again when it could not be read or written. */
const troubleDelay = 5000;

export function createWorker<Work>(parts: WorkerParts<Work>): Worker {
  const { context, rules } = parts;
  const { mailbox, clock, report, schedule, workspaceId } = context;
  const { table } = rules;
  const stopping = new AbortController();
  const { signal } = stopping;

  const onIdle: (() => void)[] = [];

  const isBusy = (): boolean => lanes.turns.isBusy || lanes.background.isBusy || dueRules.isBusy;
  const notifyIdle = (): void => {
    if (onIdle.length === 0 || (isBusy() && !signal.aborted)) return;
    for (const notify of onIdle.splice(0)) notify();
  };

  /** Looks again at that moment, when the next piece comes due. */
  const lookAt = (dueAt: number | null): void => schedule.set(workspaceId, { dueAt, plannedAt: clock.now() });

  const onTrouble = (error: unknown): void => {
    report("The table of due work could not be read or written; it is looked at again in a moment.", error);
    lookAt(clock.now() + troubleDelay);
    notifyIdle();
  };

  const look = (): void => {
    if (signal.aborted) return;
    try {
      lookAt(startDue(mailbox.read((sql) => table.nextDue(sql))));
    } catch (error) {
      return onTrouble(error);
    }
    if (onIdle.length > 0) notifyIdle();
  };

  const laneOf = (name: LaneName): Lane =>
    createLane<Work>({
      ...context.lanes[name],
      kinds: table.kindsOf(name),
      kindOf: table.kindOf,
      dueKinds: () => mailbox.read((sql) => table.dueKinds(sql, name, clock.now())),
      take: (kinds, limit) => take(parts, limit, kinds),
      run: (work, away) => carryOut(parts, work, away, signal),
      onTrouble,
      look,
      stopping: signal,
    });
  const lanes = { turns: laneOf("turns"), background: laneOf("background") };
  const dueRules = createDueRules({ context, rules, watch: context.watch, onTrouble, look, stopping: signal });

  /** The lanes that had something to do when the table was looked at last. */
  const lookedFor = new Set<LaneName>();

  /** Starts the lanes that have something to do; returns the moment at which the next piece is due in the others, null when none is. */
  const startDue = (next: Next): number | null => {
    const { due, later } = dueBy(clock.now(), next);
    for (const name of ["turns", "background"] as const) {
      if (due.has(name)) lookedFor.add(name);
      if (due.has(name)) lanes[name].takeDue();
      else if (lookedFor.delete(name)) lanes[name].standDown();
    }
    if (due.has("rules")) dueRules.start();
    return later;
  };

  return {
    look,
    expect() {
      if (signal.aborted) return;
      lookedFor.add("turns");
      try {
        lanes.turns.takeDue();
      } catch (error) {
        onTrouble(error);
      }
    },
    get isBusy() {
      return isBusy();
    },
    whenIdle() {
      const { promise, resolve } = Promise.withResolvers<void>();
      onIdle.push(resolve);
      notifyIdle();
      return promise;
    },
    halt() {
      stopping.abort();
      notifyIdle();
    },
    async ended() {
      await Promise.all([lanes.turns.ended(), lanes.background.ended(), dueRules.ended()]);
    },
  };
}

/** The lanes of work that takes time. */
type LaneName = "turns" | "background";
type Next = ReturnType<WorkTable<unknown>["nextDue"]>;

/** Which lanes have something due by now, and when the next piece is due in the others; null when none is. */
function dueBy(now: number, next: Next): { readonly due: ReadonlySet<string>; readonly later: number | null } {
  const lanes = Object.entries(next).filter((lane): lane is [string, number] => lane[1] !== null);
  const later = lanes.filter(([, dueAt]) => dueAt > now).map(([, dueAt]) => dueAt);
  return {
    due: new Set(lanes.filter(([, dueAt]) => dueAt <= now).map(([name]) => name)),
    later: later.length === 0 ? null : Math.min(...later),
  };
}

/** In the same tick where possible: writes submitted before it then share its commit. */
function take<Work>(
  { context, rules }: WorkerParts<Work>,
  limit: number,
  kinds: readonly string[],
): Promise<readonly Work[]> {
  const { mailbox, clock } = context;
  const takeNow = () => mailbox.write((sql) => rules.table.takeDue(sql, kinds, clock.now(), limit));
  const watching = context.watch();
  return watching === null ? takeNow() : watching.then(takeNow);
}

/** Carries out a piece of work as a job of the mailbox. Never rejects. */
async function carryOut<Work>(
  { context, rules, onTurn }: WorkerParts<Work>,
  work: Work,
  away: Away,
  signal: AbortSignal,
): Promise<void> {
  try {
    await context.mailbox.job(async () => {
      const turnId = await rules.perform(work, { ...context, away }, signal);
      if (turnId !== null) onTurn(turnId);
    });
  } catch (error) {
    if (!signal.aborted)
      context.report(
        "A piece of work failed in a way that it did not expect; it is taken up at the next start.",
        error,
      );
  }
}
