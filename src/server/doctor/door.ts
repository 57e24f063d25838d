/** What a running service does for the doctor: it looks around itself, and hands out copies of its files. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Directory } from "../../gateway/directory/directory.ts";
import { allWorkspaceIds } from "../../gateway/directory/survey.ts";
import type { Owners } from "../backup/backup.ts";
import type { ControlCommand } from "../control.ts";
import type { Finding } from "./finding.ts";
import { examineSurroundings, type Surroundings } from "./surroundings.ts";

export interface DoctorAnswer {
  readonly findings: readonly Finding[];
  /** Ids of the workspaces in the directory. */
  readonly known: readonly string[];
  /** Whether the directory is on a server of its own. */
  readonly isRemote: boolean;
}

export interface DoorParts extends Omit<Surroundings, "isRunning" | "now"> {
  readonly clock: { now(): number };
  readonly owners: Owners;
  readonly directory: Directory;
}

/** The commands `doctor` and `copy`; the latter answers the path of a fresh copy, which the asker removes with its folder. */
export function doctorCommands(parts: DoorParts): Readonly<Record<"doctor" | "copy", ControlCommand>> {
  const { configuration, clock, backupAccess, owners, directory } = parts;
  const scratch = join(configuration.dataDir, "doctor.new");
  rmSync(scratch, { recursive: true, force: true }); // left by a doctor that was killed
  return {
    doctor: async (): Promise<DoctorAnswer> => ({
      findings: await examineSurroundings({ configuration, backupAccess, now: () => clock.now(), isRunning: true }),
      known: await allWorkspaceIds(directory.db),
      isRemote: directory.db.isRemote,
    }),
    copy: async ({ workspaceId }) => {
      mkdirSync(scratch, { mode: 0o700, recursive: true });
      const file = join(mkdtempSync(join(scratch, "copy-")), "copy.db");
      if (typeof workspaceId === "string") await owners.copyWorkspace(workspaceId, file);
      else await owners.copyDirectory(file);
      return { file };
    },
  };
}
