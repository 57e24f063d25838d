/** Everything the doctor looks at but the files themselves. Done by the running service, whose limits and settings count; else by the command. */
import type { S3Access } from "../backup/target/target.ts";
import { checkBackups } from "./backups.ts";
import { descriptorLimit, judgeDescriptors } from "./descriptors.ts";
import { checkErasures } from "./erasures.ts";
import { type Check, type Finding, reasonOf, wrong } from "../base/finding.ts";
import { checkClock, checkFolder, checkPermissions, checkSpace } from "./folder.ts";
import type { ModelParts } from "./model.ts";
import { checkPublicUrl } from "./public-url.ts";
import { looksAtStore } from "./several-machines.ts";
import { checkTranscription } from "./transcription.ts";

export interface Surroundings extends ModelParts {
  /** Access to buckets: of backups, and of finished recordings. */
  readonly bucketAccess: S3Access | null;
  /** What there is to say of the model that answers, and of the one that helps out. */
  readonly model: () => Promise<readonly Finding[]>;
  /** Reads the speech server that an operator has set; null when none was. */
  readonly speech: Parameters<typeof checkTranscription>[1];
  readonly isRunning: boolean;
  /** Whether backups of the schedule are made by this node of several. */
  readonly makesBackups: boolean;
}

/** Looks at all of it. Never rejects: what cannot be looked at is a finding too. */
export async function examineSurroundings({
  configuration,
  bucketAccess,
  clock,
  model,
  speech,
  isRunning,
  makesBackups,
}: Surroundings): Promise<Finding[]> {
  const { dataDir, maxOpen, publicUrl } = configuration;
  const folder = checkFolder(dataDir);
  const looks: readonly (readonly [Check, Look])[] = [
    ["permissions", () => checkPermissions(dataDir)],
    ["disk space", () => checkSpace(dataDir)],
    ["clock", () => checkClock(dataDir, clock.now)],
    ["erasures", () => checkErasures(dataDir)],
    ["descriptors", () => judgeDescriptors(descriptorLimit(), maxOpen)],
    ["model", model],
    ["transcription", () => checkTranscription(configuration, speech)],
    ["public URL", () => checkPublicUrl(publicUrl, isRunning)],
    ["backups", () => checkBackups(configuration, bucketAccess, clock.now(), makesBackups)],
    ...looksAtStore({ configuration, access: bucketAccess, clock, isRunning }),
  ];
  const needFolder: readonly Check[] = ["permissions", "disk space", "clock", "erasures"];
  const possible = folder.level === "wrong" ? looks.filter(([check]) => !needFolder.includes(check)) : looks;
  return [folder, ...(await Promise.all(possible.map(([check, look]) => guarded(check, look)))).flat()];
}

type Look = () => Finding | Promise<Finding | readonly Finding[]>;

async function guarded(check: Check, look: Look): Promise<Finding | readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    return wrong(
      check,
      `This could not be looked at: ${reasonOf(error)}`,
      "Mend what the message names, and look again.",
    );
  }
}
