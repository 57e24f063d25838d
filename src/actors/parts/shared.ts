/** What the open workspaces of a process share. */
import type { Budget } from "../../workspace/runs/budget.ts";
import type { Alarms } from "../alarms/alarms.ts";
import type { Schedule } from "../alarms/schedule.ts";
import type { Blobs } from "../files/blobs.ts";
import type { LongPollLimits } from "../long-polls/long-polls.ts";
import type { Access, Clock, Ids, Log, Mailer, Minutes, Model, Pacing } from "../runtime/ports.ts";
import type { OutsideTools } from "../runtime/outside.ts";
import type { Semaphore } from "../runtime/semaphore.ts";
import type { Transcriber } from "../runtime/transcriber.ts";
import { type lastEntry, rowName } from "../../workspace/protocol/journal/read.ts";

/** The same for every workspace of the process. */
export interface Shared {
  readonly clock: Clock;
  /** Version of the time-zone data that planned times are calculated with (`process.versions.tz`). */
  readonly zoneData: string;
  readonly ids: Ids;
  readonly model: Model;
  readonly access: Access;
  readonly minutes: Minutes;
  readonly mailer: Mailer;
  readonly outside: OutsideTools;
  /** The one that is asked now; null where none is configured. */
  readonly transcriber: () => Transcriber | null;
  readonly blobs: Blobs;
  readonly alarms: Pick<Alarms, "set">;
  readonly schedule: Pick<Schedule, "set">;
  /** Slots for turns and for background work; background work never keeps a turn waiting. */
  readonly lanes: Readonly<Record<"turns" | "background", LaneSlots>>;
  readonly longPollLimits: LongPollLimits;
  /** What a turn may use, with all that agents begin from there. */
  readonly budget: Budget;
  /** Requests to the model for captures of one workspace and day (UTC); past it they are summed up by rule. */
  readonly generationPerDay: number;
  /** Days after which the journal forgets what stood there before. */
  readonly historyDays: number;
  /** Notes in the log where histories end. */
  readonly historyHeads: HistoryHeads;
  /** Resolves when a workspace may run its next group of writes. */
  readonly yieldToLoop: () => Promise<void>;
  /** Of the reads of all workspaces. */
  readonly pacing: Pacing;
  /** Reports failures that no caller sees; `what` names no content. */
  readonly report: (what: string, error: unknown) => void;
  readonly log: Log;
}

/** Work that waits for a provider gives up its working slot while there is a slot to wait in. */
interface LaneSlots {
  readonly working: Slots;
  readonly waiting: Slots;
}

export interface Slots {
  /** How many pieces run at once in one workspace. */
  readonly slots: number;
  /** How many in the process. */
  readonly semaphore: Semaphore;
}

interface HistoryHeads {
  /** Something was committed in the workspace just now; `read` answers the last entry of its history. */
  committed(workspaceId: string, read: () => ReturnType<typeof lastEntry>): void;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Of all workspaces of a host; days are those of UTC. One that cannot be read is noted after a later commit. */
export function createHistoryHeads({ clock, log, report }: Pick<Shared, "clock" | "log" | "report">): HistoryHeads {
  let today = 0;
  const noted = new Set<string>();
  const readOrReport = (read: () => ReturnType<typeof lastEntry>): ReturnType<typeof lastEntry> => {
    try {
      return read();
    } catch (error) {
      report("Where the history of a workspace ends could not be read for the log.", error);
      return undefined;
    }
  };
  return {
    committed(workspaceId, read) {
      const day = Math.floor(clock.now() / dayMs);
      if (day !== today) noted.clear();
      today = day;
      if (noted.has(workspaceId)) return;
      const head = readOrReport(read);
      if (head === undefined) return;
      noted.add(workspaceId);
      log("info", "where the history of a workspace ends", { workspaceId, changeId: rowName(head), hash: head.hash });
    },
  };
}
