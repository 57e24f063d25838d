/** What a worker thread runs: a host like the one of a single thread, with a model, a clock and ids of its own. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { createClock } from "../runtime/clock.ts";
import { createHost, defaultLimits, type HostLimits } from "../workspace/host.ts";
import { createIds } from "../runtime/ids.ts";
import type { TranscribeConfig } from "../transcription/config.ts";
import { createSwitchedTranscriber, openTranscriber } from "../transcription/index.ts";
import type { ModelConfig } from "../models/shared/config.ts";
import { createSwitchedModel } from "../models/chosen.ts";
import { createModel } from "../models/index.ts";
import { rules } from "../workspace/rules.ts";
import { createWorkspaceFiles, type WorkspaceFilesOptions } from "../workspace/files.ts";
import { serveHost } from "./serve-host.ts";
import type { ThreadData } from "./thread-host.ts";

/** Plain data: it is copied to each thread. */
export interface WorkerSettings {
  readonly files: WorkspaceFilesOptions;
  /** Version of the time-zone data. */
  readonly zoneData: string;
  readonly model: ModelConfig;
  readonly transcription: TranscribeConfig;
  /** Of the whole process. */
  readonly limits?: Partial<HostLimits>;
}

const { share, settings } = workerData as ThreadData<WorkerSettings>;

serveHost(parentPort as MessagePort, share, async (lent) => {
  const clock = createClock();
  const ids = createIds(clock);
  const switched = createSwitchedModel(await createModel(settings.model, clock));
  const hearing = createSwitchedTranscriber(await openTranscriber(settings.transcription, clock, ids));
  return createHost({
    ...lent,
    clock,
    ids,
    zoneData: settings.zoneData,
    model: switched.model,
    useModel: async (config) => switched.use(await createModel(config, clock)),
    transcriber: hearing.transcriber,
    useSpeech: async (config) => hearing.use(await openTranscriber(config, clock, ids)),
    files: createWorkspaceFiles(settings.files),
    rules,
    limits: shareOf({ ...defaultLimits, ...settings.limits }, share.count),
  });
});

/** An even share of what the process may hold; what is counted per workspace or credential stays as it is. */
function shareOf(limits: HostLimits, count: number): HostLimits {
  const part = (whole: number): number => Math.ceil(whole / count);
  const { maxOpen, turns, waiting, longPolls } = limits;
  return { ...limits, maxOpen: part(maxOpen), turns: part(turns), waiting: part(waiting), longPolls: part(longPolls) };
}
