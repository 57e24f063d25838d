/** What a running service does for the doctor: it looks around itself. */
import type { Directory } from "../../gateway/directory/directory.ts";
import { ownedWorkspaceIds } from "../../gateway/directory/survey.ts";
import type { ControlCommand } from "../base/control.ts";
import type { Finding } from "../base/finding.ts";
import { examineModel } from "./model.ts";
import { examineSurroundings, type Surroundings } from "./surroundings.ts";

export interface DoctorAnswer {
  readonly findings: readonly Finding[];
  /** Ids of the workspaces in the directory that somebody belongs to. */
  readonly known: readonly string[];
  /** Whether the directory is on a server of its own. */
  readonly isRemote: boolean;
}

export interface DoorParts extends Omit<Surroundings, "isRunning" | "model"> {
  readonly directory: Directory;
  /** Has the files of all workspaces in the folder. */
  readonly bringAll: () => Promise<void>;
}

/** The command `doctor`. */
export function doctorCommand(parts: DoorParts): ControlCommand {
  const { configuration, clock, backupAccess, directory, bringAll } = parts;
  return async (): Promise<DoctorAnswer> => {
    await bringAll();
    return {
      findings: await examineSurroundings({
        configuration,
        backupAccess,
        clock,
        model: () => examineModel({ configuration, clock }, () => directory.storedModel()),
        isRunning: true,
      }),
      known: await ownedWorkspaceIds(directory.db),
      isRemote: directory.db.isRemote,
    };
  };
}
