/** The owners of the workspaces, put together: files, rules, model; in this thread or over several. */
import type { Alarms } from "../actors/alarms/alarms.ts";
import { type ActorHost, createHost, type HostOptions } from "../actors/workspace/host.ts";
import { createModel } from "../actors/models/index.ts";
import type { ModelConfig } from "../actors/models/shared/config.ts";
import { createSwitchedModel } from "../actors/models/chosen.ts";
import { asset, isBinary } from "../actors/files/assets.ts";
import type { Clock, Ids, Mailer, Model } from "../actors/runtime/ports.ts";
import type { OutsideTools } from "../actors/runtime/outside.ts";
import type { Transcriber } from "../actors/runtime/transcriber.ts";
import type { TranscribeConfig } from "../actors/transcription/config.ts";
import { createSwitchedTranscriber, openTranscriber } from "../actors/transcription/index.ts";
import { rules } from "../actors/workspace/rules.ts";
import type { WorkerSettings } from "../actors/threads/worker-main.ts";
import type { WorkspaceCopies } from "../actors/store/pages/workspaces.ts";
import type { Spread } from "../cluster/cluster-host.ts";
import { createWorkspaceFiles } from "../actors/workspace/files.ts";
import type { Directory } from "../gateway/directory/directory.ts";
import { hostSettings } from "./base/host-settings.ts";
import { describeError, type Log } from "./base/log.ts";
import type { Configuration } from "./base/configuration.ts";

export interface HostParts {
  readonly configuration: Configuration;
  /** Whether the data folder is locked by this process (`DataLock.flag`). */
  readonly lockFlag: SharedArrayBuffer;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Version of the time-zone data (`process.versions.tz`). */
  readonly zoneData: string;
  readonly log: Log;
  /** In place of the configured one; it cannot cross to another thread. */
  readonly model?: Model;
  /** In place of the configured one; null for none. */
  readonly transcriber?: Transcriber | null;
  readonly directory: Directory;
  readonly mailer: Mailer;
  readonly outside: OutsideTools;
  readonly alarms: Alarms;
  /** Where the files of workspaces are, too, when several machines take turns. */
  readonly copies?: WorkspaceCopies | undefined;
  /** Where workspaces are owned by several nodes at the same time: which are this one's, and the host of all. */
  readonly cluster?: Spread | undefined;
  /** Called when workspaces are out of reach until the process starts again. */
  readonly onFailure: (error: Error) => void;
  /** Who answers, of the environment or as an operator has set it. */
  readonly modelConfig: ModelConfig;
  /** Who turns speech into text, of the environment or as an operator has set it. */
  readonly speechConfig: TranscribeConfig;
}

/** What every host is lent, wherever it runs. */
type Lent = Pick<
  HostOptions<never>,
  "clock" | "access" | "minutes" | "mailer" | "outside" | "alarms" | "report" | "log"
>;

/** What a thread runs: the file, or its text where there are no files. */
function workerEntry(): URL | string {
  return isBinary ? asset("worker.js").toString() : new URL("../actors/threads/worker-main.ts", import.meta.url);
}

/**
 * A host in this thread, or over as many threads as the configuration says. Rejects with an Error naming the variable when
 * the model's configuration is wrong.
 */
export async function openHost(parts: HostParts): Promise<ActorHost> {
  const { configuration, clock, log, directory, mailer, outside, alarms, onFailure } = parts;
  const lent: Lent = {
    clock,
    access: directory,
    minutes: directory.minutes,
    mailer,
    outside,
    alarms,
    report: (what, error) => log.error(what, describeError(error)),
    log: log.write,
  };
  if (configuration.workers === 0) return openHere(parts, lent);
  const { createThreadHost } = await import("../actors/threads/thread-host.ts");
  const settings = settingsOf(parts);
  return createThreadHost({ ...lent, count: configuration.workers, entry: workerEntry(), settings, onFailure });
}

function settingsOf({ configuration, zoneData, lockFlag, modelConfig, speechConfig }: HostParts): WorkerSettings {
  const settings = hostSettings(configuration, zoneData, modelConfig, speechConfig);
  return { ...settings, files: { ...settings.files, lockFlag } };
}

async function openHere(parts: HostParts, lent: Lent): Promise<ActorHost> {
  const { ids, zoneData, model, transcriber, copies, cluster } = parts;
  const settings = settingsOf(parts);
  const switched = createSwitchedModel(model ?? (await createModel(settings.model, lent.clock)));
  const hearing = createSwitchedTranscriber(
    transcriber === undefined ? await openTranscriber(settings.transcription, lent.clock, ids) : transcriber,
  );
  const local = createHost({
    ...lent,
    ...(cluster && { owns: cluster.owns }),
    ids,
    zoneData,
    model: switched.model,
    useModel: async (config) => switched.use(await createModel(config, lent.clock)),
    transcriber: hearing.transcriber,
    useSpeech: async (config) => hearing.use(await openTranscriber(config, lent.clock, ids)),
    files: createWorkspaceFiles({ ...settings.files, ...(copies && { copies }) }),
    rules,
    limits: settings.limits ?? {},
  });
  return cluster?.spread(local) ?? local;
}
