/** What a running service does for the doctor: it looks around itself. */
import type { Directory } from "../../gateway/directory/directory.ts";
import { ownedWorkspaceIds } from "../../gateway/directory/survey.ts";
import type { Owners } from "../backup/backup.ts";
import { judgeSums } from "./several-machines.ts";
import type { ControlCommand } from "../base/control.ts";
import type { Finding } from "../base/finding.ts";
import { examineModel } from "./model.ts";
import { examineSurroundings, type Surroundings } from "./surroundings.ts";

export interface DoctorAnswer {
  readonly findings: readonly Finding[];
  /** Ids of the workspaces in the directory that somebody belongs to. */
  readonly known: readonly string[];
  /** Ids of the workspaces that there are files of. */
  readonly present: readonly string[];
  /** Whether the directory is on a server of its own. */
  readonly isRemote: boolean;
}

export interface DoorParts extends Omit<Surroundings, "isRunning" | "model" | "speech" | "makesBackups"> {
  readonly directory: Directory;
  readonly owners: Pick<Owners, "all">;
  /** The names of the files of which a store has other pages than were sent. */
  readonly damaged: () => Promise<readonly string[]>;
  /** Whether backups of the schedule are made by this node of several at the moment. */
  readonly makesBackups: () => boolean;
}

/** The command `doctor`. */
export function doctorCommand(parts: DoorParts): ControlCommand {
  const { configuration, clock, bucketAccess, directory, owners, damaged, makesBackups } = parts;
  return async (): Promise<DoctorAnswer> => {
    const present = await owners.all();
    return {
      findings: [
        ...(await examineSurroundings({
          configuration,
          bucketAccess,
          clock,
          model: () => examineModel({ configuration, clock }, () => directory.storedModel()),
          speech: () => directory.storedSpeech(),
          isRunning: true,
          makesBackups: makesBackups(),
        })),
        ...judgeSums(await damaged(), configuration),
      ],
      known: await ownedWorkspaceIds(directory.db),
      present,
      isRemote: directory.db.isRemote,
    };
  };
}
