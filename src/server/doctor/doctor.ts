/** The doctor: looks everything over, through the service that runs on the data folder, or by itself when none does. */
import { existsSync } from "node:fs";
import { DataDirInUse } from "../../actors/store/data-lock.ts";
import { withFolder } from "../base/folder.ts";
import { askService } from "../base/control.ts";
import type { DoctorAnswer } from "./door.ts";
import { examineFiles, type FileParts } from "./files.ts";
import { type Finding, fine, reasonOf, wrong } from "../base/finding.ts";
import { filesHere, filesThere } from "./sources.ts";
import { examineModel, type Stored, storedHere } from "./model.ts";
import { examineSurroundings, type Surroundings } from "./surroundings.ts";

export interface DoctorParts
  extends Omit<Surroundings, "isRunning" | "model" | "speech" | "makesBackups">, Omit<FileParts, "source"> {}

/** All findings. Never rejects for what is wrong: that is a finding. */
export async function examine(parts: DoctorParts): Promise<Finding[]> {
  const { dataDir } = parts.configuration;
  if (!existsSync(dataDir)) return examineOutside(parts);
  try {
    return await withFolder(dataDir, () => examineAlone(parts));
  } catch (error) {
    if (error instanceof DataDirInUse) return examineThere(parts);
    const around = await examineOutside(parts);
    const message = `The data folder cannot be taken: ${reasonOf(error)}`;
    return [...around, wrong("service", message, "Run as the user of the service.")];
  }
}

/** Without the files, which cannot be read. */
function examineOutside(parts: DoctorParts): Promise<Finding[]> {
  return examineAround(parts, { model: async () => null, speech: async () => null });
}

function examineAround(parts: DoctorParts, { model, speech }: Stored): Promise<Finding[]> {
  const makesBackups = parts.configuration.nodeUrl === null; // of several nodes nobody knows by now
  const common = { ...parts, speech, isRunning: false, makesBackups };
  return examineSurroundings({ ...common, model: () => examineModel(parts, model) });
}

async function examineAlone(parts: DoctorParts): Promise<Finding[]> {
  const { configuration } = parts;
  const around = await examineAround(parts, storedHere(configuration));
  const files = await examineFiles({ ...parts, source: await filesHere(configuration) });
  return [...around, fine("service", "None runs on the data folder."), ...files];
}

async function examineThere(parts: DoctorParts): Promise<Finding[]> {
  const { dataDir } = parts.configuration;
  try {
    const answer = (await askService(dataDir, "doctor", {}, () => undefined)) as DoctorAnswer;
    const running = fine("service", "It runs; limits and settings are those it has.");
    const files = await examineFiles({ ...parts, source: filesThere(dataDir, answer) });
    return [...answer.findings, running, ...files];
  } catch (error) {
    return [wrong("service", reasonOf(error), "Look into its log. Restarting it makes it reachable again.")];
  }
}
