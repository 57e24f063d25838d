/** A real service in this process: on real HTTP, with real files in a folder of its own, its time and its model held by the test. */
import type { UsualServer } from "../actors/models/trial/servers.ts";
import { createClock } from "../actors/runtime/clock.ts";
import { createIds } from "../actors/runtime/ids.ts";
import type { Model } from "../actors/runtime/ports.ts";
import type { PageStore } from "../actors/store/pages/port.ts";
import type { Transcriber } from "../actors/runtime/transcriber.ts";
import type { ExtendOffer } from "../gateway/mcp/offer.ts";
import type { PostNote } from "../gateway/push/sender.ts";
import type { FetchDocument } from "../gateway/oauth/clients/documents.ts";
import { createLog } from "../server/base/log.ts";
import { type Service, type ServiceParts, startService } from "../server/service.ts";
import { type Configuration, readConfiguration } from "../server/base/configuration.ts";
import { createFakeClock, type FakeClock } from "./clock.ts";
import { createTestModel, type TestModel } from "./model.ts";
import { keepTemplates, layTemplates, makePlace, removePlace } from "./place.ts";

export interface InstanceOptions {
  /** Where the files are, and stay; a fresh folder that goes with the service when left out. */
  readonly dataDir?: string;
  readonly clock?: FakeClock;
  /** In place of the one that the test steers; `configured`: what the service is set to ask. */
  readonly model?: Model | "configured";
  /** Transcribes recordings; left out, they are silent. A function says it at each start; `configured`: what the service is set to ask. */
  readonly transcriber?: Transcriber | null | "configured" | (() => Transcriber | null);
  /** Settings of the service, in addition to the usual ones of a test. */
  readonly configuration?: Partial<Configuration>;
  /** What OAuth clients say of themselves at their own address; nothing is there when left out. */
  readonly fetchDocument?: FetchDocument;
  readonly postNote?: PostNote;
  /** The store that this instance shares with others; its folder is then a cache. */
  readonly pageStore?: () => PageStore;
  /** Access to buckets. */
  readonly bucketAccess?: ServiceParts["bucketAccess"];
  /** Called when it is in doubt whether this instance still owns the data of that store. */
  readonly onLost?: (error: Error) => void;
  /** Model servers that run on this machine; none when left out. */
  readonly modelServers?: readonly UsualServer[];
  /** The same of speech servers. */
  readonly speechServers?: ServiceParts["speechServers"];
  /** Adds tools and resources to those that MCP offers, for clients that expect some of their own. */
  readonly extendMcp?: ExtendOffer;
}

export interface Instance {
  readonly clock: FakeClock;
  /** The model that the test steers; nobody asks it when another was brought. */
  readonly model: TestModel;
  readonly dataDir: string;
  readonly configuration: Configuration;
  /** Lines of the log. */
  readonly log: readonly string[];
  /** The running service; null once it was stopped. */
  readonly service: Service | null;
  /** Lets a long time pass, hours or days: what is on its way is written first, so that the clock's many ticks find nothing. */
  pass(milliseconds: number): Promise<void>;
  /** Stops it; its files stay. Stopping again does nothing. */
  stop(): Promise<void>;
  /** Starts it again on the same files. */
  start(configuration?: Partial<Configuration>): Promise<void>;
  /** Stops it, and removes the files that it made for itself. */
  dispose(): Promise<void>;
}

/** Hears nothing in any recording. */
const silence: Transcriber = { name: "silence", transcribe: () => Promise.resolve([]) };

function transcriberOf({ transcriber = silence }: InstanceOptions): Pick<ServiceParts, "transcriber"> {
  if (transcriber === "configured") return {};
  return { transcriber: typeof transcriber === "function" ? transcriber() : transcriber };
}

function modelOf({ model }: InstanceOptions, steered: TestModel): Pick<ServiceParts, "model"> {
  return model === "configured" ? {} : { model: model ?? steered };
}

/** The least there is (RFC 9106): what a password is worth is no matter of a test, how long it takes is. */
const passwordCost = { memory: 8, passes: 1, parallelism: 1 };

/** Starts an instance; resolves when it takes requests. */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const dataDir = options.dataDir ?? makePlace();
  const clock = options.clock ?? createFakeClock();
  const model = createTestModel();
  const log: string[] = [];
  const usual = { ...readConfiguration({}, {}), port: 0, dataDir, rateLimitPerMinute: 100_000 };
  const configuration: Configuration = { ...usual, ...options.configuration };
  const start = (more: Partial<Configuration> = {}): Promise<Service> =>
    startService({
      configuration: { ...configuration, ...more },
      clock,
      ids: createIds(clock),
      zoneData: process.versions.tz ?? "none",
      log: createLog({ level: "debug", isTerminal: false, clock, write: (line) => void log.push(line) }),
      ...modelOf(options, model),
      ...transcriberOf(options),
      passwordCost,
      fetchDocument: options.fetchDocument ?? (() => Promise.reject(new Error("No network in tests."))),
      postNote: options.postNote ?? (() => Promise.reject(new Error("No network in tests."))),
      extendMcp: options.extendMcp,
      modelServers: options.modelServers ?? [],
      speechServers: options.speechServers ?? [],
      ...(options.pageStore && { pageStore: options.pageStore() }),
      ...(options.bucketAccess && { bucketAccess: options.bucketAccess }),
      ...(options.onLost && { onLost: options.onLost }),
    });
  if (options.pageStore === undefined) await layTemplates(dataDir, { clock, ids: createIds(clock) });
  let service: Service | null = await start();
  keepTemplates(dataDir);
  const stop = async (): Promise<void> => {
    const stopping = service;
    service = null;
    if (stopping !== null) await pump(clock, stopping.stop());
  };
  return {
    clock,
    model,
    dataDir,
    configuration,
    log,
    get service() {
      return service;
    },
    pass: async (milliseconds) => {
      const flushed = 5000;
      clock.advance(flushed);
      await turns(100);
      clock.advance(milliseconds - flushed);
    },
    stop,
    start: async (more) => {
      service = await start(more);
    },
    dispose: async () => {
      model.release();
      await stop();
      if (options.dataDir === undefined) removePlace(dataDir);
    },
  };
}

/** Lets the event loop turn so often. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** Milliseconds of this machine's time after which a stop is taken for one that does not end. */
const patience = 120_000;

/**
 * Lets time pass until the promise is settled, for a clock that stands still would hold up what waits for it: ever more slowly, for
 * a disk that is slow must not have the deadlines of a stop run out.
 */
async function pump<T>(clock: FakeClock, promise: Promise<T>): Promise<T> {
  let settled = false;
  const watched = promise.finally(() => {
    settled = true;
  });
  const isOpen = (): boolean => !settled;
  const machine = createClock();
  const end = machine.monotonic() + patience;
  for (let step = 1; isOpen() && machine.monotonic() < end; step++) {
    for (let turn = 0; isOpen() && turn < 500 * step; turn++) await turns(1);
    if (isOpen()) clock.advance(100);
  }
  if (isOpen()) throw new Error("Stopping did not end.");
  return watched;
}
