/** The alarms of all workspaces, as the service opens them. */
import { openAlarmFile } from "../../actors/alarms/alarm-file.ts";
import type { Alarms } from "../../actors/alarms/alarms.ts";
import type { DataLock } from "../../actors/store/data-lock.ts";
import { describeError } from "../base/log.ts";
import type { StorageParts } from "./parts.ts";

type AlarmParts = Pick<StorageParts, "configuration" | "log" | "zoneData">;

/** Opens them. The first write to a workspace sets its alarm: by then the data folder must be locked by this process. */
export async function openAlarms(parts: AlarmParts, lock: DataLock): Promise<Alarms> {
  const { configuration, log } = parts;
  const alarms = await openAlarmFile(configuration.dataDir, planBasis(parts), (error) =>
    log.error("the alarms cannot be written; they are tried again with the next one", describeError(error)),
  );
  return {
    ...alarms,
    async set(workspaceId, alarm) {
      lock.acquire();
      await alarms.set(workspaceId, alarm);
    },
  };
}

/** What alarms were calculated with: when it differs, all alarms are due at once. */
export function planBasis({
  zoneData,
  configuration: { minutesPerMonth },
}: Pick<AlarmParts, "zoneData" | "configuration">): string {
  return minutesPerMonth === null ? zoneData : `${zoneData} minutes ${minutesPerMonth}`;
}
