/** What the operator of a running service can do from its data folder: backups, now and on a schedule. */
import type { ActorHost } from "../actors/workspace/host.ts";
import type { Clock } from "../actors/runtime/ports.ts";
import type { WorkspaceCopies } from "../actors/store/pages/workspaces.ts";
import type { Directory } from "../gateway/directory/directory.ts";
import type { ModelService } from "../gateway/model-service.ts";
import { createMoves } from "./archive/moves.ts";
import type { PeopleMoves } from "./archive/people.ts";
import type { Progress } from "./backup/backup.ts";
import { createBackups } from "./backup/backups.ts";
import { accessIn, openTarget } from "./backup/open-target.ts";
import { ownersOfService } from "./backup/owners.ts";
import type { S3Access } from "./backup/target/target.ts";
import { type Commands, type ControlCommand, openControl } from "./base/control.ts";
import { copyCommand } from "./backup/copies.ts";
import { doctorCommand } from "./doctor/door.ts";
import { modelCommand } from "./setup/door.ts";
import { describeError, type Log } from "./base/log.ts";
import type { Configuration } from "./base/configuration.ts";

export interface OperatorParts {
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: Directory;
  readonly host: ActorHost;
  readonly model: ModelService;
  /** Where the files of workspaces are, too. */
  readonly copies?: WorkspaceCopies | undefined;
  /** Access to the store of the backups, when that is a bucket. */
  readonly backupAccess: S3Access | null;
  /** Ends the process, which may not own the data of a store any more. */
  readonly onLost: (error: Error) => void;
}

/** Begins the schedule and opens the door; the answer closes both. */
export async function openOperator(parts: OperatorParts): Promise<() => Promise<void>> {
  const { configuration, clock, log, directory, host, model, backupAccess, copies } = parts;
  const { dataDir, backupTo, backupHours, backupKeep } = configuration;
  const owners = ownersOfService(host, directory, copies);
  const backups = createBackups({
    dataDir,
    owners,
    clock,
    log,
    access: backupAccess,
    to: backupTo,
    everyHours: backupHours,
    keep: backupKeep,
  });
  const moves = createMoves({ dataDir, directory, owners, clock, workspaces: host, onPlaced: copies?.adopt });
  const closeDoor = await openControl(dataDir, {
    doctor: doctorCommand({ configuration, backupAccess, clock, directory, bringAll: () => owners.bringAll() }),
    copy: copyCommand(dataDir, owners),
    about: ({ workspaceId }) => moves.about(String(workspaceId)),
    export: ({ workspaceId, to }) => moves.exportTo(String(workspaceId), String(to)),
    import: ({ from }) => moves.importFrom(String(from)),
    model: modelCommand(model),
    ...(copies && { restore: restoreCommand(parts, copies) }),
    ...peopleCommands(moves),
    backup: ({ to, keep, access }, progress) =>
      backups.make(typeof to === "string" ? to : null, (step: Progress) => progress(step), {
        keep: typeof keep === "number" ? keep : backupKeep,
        access: accessIn(access),
      }),
  }).catch((error: unknown) => {
    // The service itself does not need the door.
    log.warn("commands cannot reach this service through its data folder", describeError(error));
    return async () => undefined;
  });
  return async () => {
    await Promise.all([closeDoor(), backups.stop()]);
  };
}

/** One workspace of a backup in the place of that of the store; then this node ends, and the next owner of the data begins with it. */
function restoreCommand(
  { configuration: { dataDir }, clock, onLost }: OperatorParts,
  copies: WorkspaceCopies,
): ControlCommand {
  return async ({ workspaceId, from, snapshot, access }) => {
    const { replaceWorkspace } = await import("./storage/replace-workspace.ts"); // for several machines alone
    const target = await openTarget(String(from), accessIn(access));
    const parts = { dataDir, target, snapshot: typeof snapshot === "string" ? snapshot : null };
    const now = new Date(clock.now()).toISOString();
    const restored = await replaceWorkspace(parts, copies, String(workspaceId), now);
    setImmediate(() => onLost(new Error(`The workspace ${String(workspaceId)} was restored.`))); // answered before
    return { snapshot: restored.snapshot, movedTo: restored.movedTo };
  };
}

function peopleCommands(people: PeopleMoves): Commands {
  return {
    password: ({ email, password, keepApiKeys }) =>
      people.setPassword(String(email), String(password), keepApiKeys === "true"),
    "second-factor": ({ email }) => people.resetSecondFactor(String(email)),
    members: ({ workspaceId }) => people.membersOf(String(workspaceId)),
    owner: ({ workspaceId, email }) => people.makeOwner(String(workspaceId), String(email)),
    operators: () => people.operators(),
    operator: ({ email, isOperator }) => people.setOperator(String(email), isOperator === "true"),
  };
}
