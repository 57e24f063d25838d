/** Carries out the rules that have come due, a write each: all that are due at one moment share a commit. */
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { WorkContext } from "../parts/work-context.ts";
import type { Rules } from "../parts/rules.ts";

export interface DueRulesParts<Work> {
  readonly context: WorkContext & { readonly mailbox: Pick<Mailbox, "read" | "write"> };
  readonly rules: Pick<Rules<Work>, "table" | "carryOut" | "endsRecordings">;
  readonly watch: () => Promise<void> | null;
  /** Called when the table could not be read or written. */
  readonly onTrouble: (error: unknown) => void;
  /** Called when there may be more. */
  readonly look: () => void;
  readonly stopping: AbortSignal;
}

export interface DueRules {
  /** Carries out what is due; called when something is. */
  start(): void;
  readonly isBusy: boolean;
  /** Resolves when the rules that were begun have ended; after stopping. */
  ended(): Promise<void>;
}

/** Rules that are carried out together before it looks again. */
const atOnce = 64;
/** Milliseconds before a rule that failed is tried again, times its attempts. */
const retryDelay = 60_000;

export function createDueRules<Work>({
  context,
  rules,
  watch,
  onTrouble,
  look,
  stopping,
}: DueRulesParts<Work>): DueRules {
  const { mailbox, clock, ids, minutes, workspaceId, report, recordings } = context;
  let running: Promise<void> | null = null;

  const carryOut = async (work: Work, secondsLeft: number | null): Promise<void> => {
    try {
      if (rules.endsRecordings(work)) await recordings.settle();
      await mailbox.write((sql) => rules.carryOut({ sql, now: clock.now(), newId: ids.uuid, secondsLeft }, work));
    } catch (error) {
      if (stopping.aborted) return;
      report("A rule that was due could not be carried out; it is tried again later.", error);
      const now = clock.now();
      await mailbox.write((sql) => rules.table.postpone({ sql, now }, work, now + retryDelay));
    }
  };

  const carryOutDue = async (): Promise<void> => {
    await watch();
    const secondsLeft = await minutes.secondsLeft(workspaceId);
    const due = mailbox.read((sql) => rules.table.dueRules(sql, clock.now(), atOnce));
    const ends = await Promise.allSettled(due.map((work) => carryOut(work, secondsLeft)));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  };

  const run = async (): Promise<void> => {
    let isSound = true;
    try {
      await carryOutDue();
    } catch (error) {
      isSound = false;
      if (!stopping.aborted) onTrouble(error);
    }
    running = null;
    if (isSound) look();
  };

  return {
    start() {
      if (!stopping.aborted) running ??= run();
    },
    get isBusy() {
      return running !== null;
    },
    async ended() {
      await running;
    },
  };
}
