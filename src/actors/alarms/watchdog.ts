/** Keeps the alarm of an open workspace at "at once" from its first write on, so that a crash is followed by a look at it. */
import { toWriteFailure } from "../store/failures.ts";
import type { Alarm, Alarms } from "./alarms.ts";

export interface Watchdog {
  /** Resolves when a crash from now on is followed by a look at this workspace; null when it is so already. Rejects like a write. */
  readonly watch: () => Promise<void> | null;
  /** Puts the real next moment in its place: nothing is in progress any more. */
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
