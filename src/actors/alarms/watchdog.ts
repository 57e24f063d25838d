/** Keeps the alarm of an open workspace at "at once" from its first write on, so that it is opened and recovered after a crash. */
import { toWriteFailure } from "../store/failures.ts";
import type { Alarm, Alarms } from "./alarms.ts";

export interface Watchdog {
  /** Resolves when the alarm is set; null when it is set already. Rejects like a write. */
  readonly watch: () => Promise<void> | null;
  /** Sets the real next alarm: nothing is in progress any more. */
  end(alarm: Alarm): Promise<void>;
}

export function createWatchdog(alarms: Pick<Alarms, "set">, workspaceId: string): Watchdog {
  let isSet = false;
  let setting: Promise<void> | null = null;

  const set = async (): Promise<void> => {
    try {
      await alarms.set(workspaceId, { dueAt: 0, plannedAt: 0 });
      isSet = true;
    } catch (error) {
      throw toWriteFailure(error); // what was to be written waits for this
    } finally {
      setting = null;
    }
  };

  return {
    watch() {
      if (isSet) return null;
      setting ??= set();
      return setting;
    },
    end: (alarm) => alarms.set(workspaceId, alarm),
  };
}
