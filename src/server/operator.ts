/** What the operator of a running service can do from its data folder: backups, now and on a schedule. */
import type { ActorHost } from "../actors/workspace/host.ts";
import type { Clock } from "../actors/runtime/ports.ts";
import type { WorkspaceCopies } from "../actors/store/pages/workspaces.ts";
import type { Storage } from "./storage/shape.ts";
import type { Directory } from "../gateway/directory/directory.ts";
import type { ModelService } from "../gateway/model-service.ts";
import type { SpeechService } from "../gateway/speech-service.ts";
import { createMoves } from "./archive/moves.ts";
import type { PeopleMoves } from "./archive/people.ts";
import type { Owners, Progress } from "./backup/backup.ts";
import { type Backups, createBackups } from "./backup/backups.ts";
import { accessIn, openTarget } from "./backup/open-target.ts";
import { ownersOfService } from "./backup/owners.ts";
import type { S3Access } from "./backup/target/target.ts";
import { type Commands, type ControlCommand, openControl } from "./base/control.ts";
import { copyCommand } from "./backup/copies.ts";
import { doctorCommand } from "./doctor/door.ts";
import { modelCommand } from "./setup/door.ts";
import { speechCommand } from "./setup/speech-door.ts";
import { describeError, type Log } from "./base/log.ts";
import type { Configuration } from "./base/configuration.ts";

export interface OperatorParts {
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: Directory;
  readonly host: ActorHost;
  readonly model: ModelService;
  readonly speech: SpeechService;
  readonly storage: Pick<Storage, "copies" | "cluster" | "isHeld">;
  /** Access to buckets: of backups, and of finished recordings. */
  readonly bucketAccess: S3Access | null;
  /** Ends the process, which may not own the data of a store any more. */
  readonly onLost: (error: Error) => void;
}

/** Begins the schedule and opens the door; the answer closes both. */
export async function openOperator(parts: OperatorParts): Promise<() => Promise<void>> {
  const { configuration, clock, log, directory, host, model, speech, bucketAccess } = parts;
  const { dataDir } = configuration;
  const { copies, cluster } = parts.storage;
  const owners = cluster?.owners ?? ownersOfService({ dataDir, host, directory, copies });
  const onPlaced = async (workspaceId: string): Promise<void> => {
    await cluster?.requireOwned(workspaceId);
    await copies?.adopt(workspaceId);
  };
  const moves = createMoves({ dataDir, directory, owners, clock, workspaces: host, onPlaced });
  const { backup, end } = openBackups(parts, owners);
  const closeDoor = await openControl(dataDir, {
    doctor: doctorCommand({
      configuration,
      bucketAccess,
      clock,
      directory,
      owners,
      damaged: async () => (await copies?.damaged()) ?? [],
      makesBackups: cluster?.hasDirectory ?? (() => true),
    }),
    copy: copyCommand(dataDir, owners),
    about: ({ workspaceId }) => moves.about(String(workspaceId)),
    export: ({ workspaceId, to }) => moves.exportTo(String(workspaceId), String(to)),
    import: ({ from }) => moves.importFrom(String(from)),
    model: modelCommand(model),
    speech: speechCommand(speech),
    ...(copies && { restore: restoreCommand(parts, copies) }),
    ...peopleCommands(moves),
    backup,
  }).catch((error: unknown) => {
    // The service itself does not need the door.
    log.warn("commands cannot reach this service through its data folder", describeError(error));
    return async () => undefined;
  });
  return async () => {
    await Promise.all([closeDoor(), end()]);
  };
}

/** Backups on a schedule and on request, as long as it is this node that makes them; `end` ends both. */
function openBackups(
  { configuration, clock, log, bucketAccess, storage: { cluster, isHeld } }: OperatorParts,
  owners: Owners,
): { readonly backup: ControlCommand; readonly end: () => Promise<void> } {
  const { dataDir, backupTo, backupHours, backupKeep } = configuration;
  let backups: Backups | null = null;
  const begin = (): (() => Promise<void>) => {
    const begun = createBackups({
      dataDir,
      owners,
      clock,
      log,
      access: bucketAccess,
      to: backupTo,
      everyHours: backupHours,
      keep: backupKeep,
      isHeld,
    });
    backups = begun;
    return () => {
      backups = null;
      return begun.stop();
    };
  };
  const end = cluster === undefined ? begin() : cluster.turn.during(begin);
  return {
    end,
    async backup({ to, keep, access }, progress) {
      await cluster?.requireOwned(null);
      if (backups === null) throw new Error("No backup can be made here at the moment: the service starts or stops.");
      return backups.make(typeof to === "string" ? to : null, (step: Progress) => progress(step), {
        keep: typeof keep === "number" ? keep : backupKeep,
        access: accessIn(access),
      });
    },
  };
}

/** One workspace of a backup in the place of that of the store; then this node ends, and the next owner of the data begins with it. */
function restoreCommand(
  { configuration: { dataDir }, clock, storage: { cluster }, onLost }: OperatorParts,
  copies: WorkspaceCopies,
): ControlCommand {
  return async ({ workspaceId, from, snapshot, access }) => {
    await cluster?.requireOwned(String(workspaceId));
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
