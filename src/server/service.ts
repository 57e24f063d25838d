/** Composition root: puts the parts together in order, and takes them apart in the reverse order. */
import { every } from "../actors/runtime/every.ts";
import { openDataFolder, lockDataDir } from "../actors/store/data-lock.ts";
import { chooseDriver } from "../actors/store/driver.ts";
import type { Directory } from "../gateway/directory/directory.ts";
import { createOutside } from "../gateway/outside/outside-tools.ts";
import { createReach } from "../gateway/outside/request.ts";
import type { PasswordCost } from "../gateway/directory/secrets/passwords.ts";
import { watchFolder, watchLock } from "./folder-watch.ts";
import { type HostParts, openHost } from "./host.ts";
import type { UsualServer } from "../actors/models/trial/servers.ts";
import type { UsualSpeechServer } from "../actors/transcription/servers.ts";
import { openModel } from "./model.ts";
import { openSpeech } from "./speech.ts";
import type { S3Access } from "./backup/target/target.ts";
import { describeError, type Log } from "./base/log.ts";
import { type GatewayParts, type Links, openGateway } from "./gateway.ts";
import { urlOf } from "./base/listening.ts";
import { type MailerParts, openMailer } from "./mailer.ts";
import { firstStart, syncAllMembers } from "./members.ts";
import { openMetrics } from "./metrics.ts";
import { openOperator } from "./operator.ts";
import type { StorageParts } from "./storage/parts.ts";
import { openStorage } from "./storage/open-storage.ts";

export interface ServiceParts
  extends
    Pick<HostParts, "configuration" | "clock" | "ids" | "zoneData" | "log" | "model" | "transcriber">,
    Pick<GatewayParts, "fetchDocument" | "extendMcp">,
    Pick<MailerParts, "postNote">,
    Partial<Pick<StorageParts, "pageStore">> {
  /** Called in place of `failed` when it is in doubt whether this node still owns the data: the process is to end at once, as it stands. */
  readonly onLost?: StorageParts["onLost"];
  /** Access to buckets: of backups, and of finished recordings. */
  readonly bucketAccess?: S3Access | null;
  /** What hashing a password takes, in place of what is recommended. */
  readonly passwordCost?: PasswordCost;
  /** Model servers that may run on this machine, in place of the usual ones. */
  readonly modelServers?: readonly UsualServer[];
  /** Speech servers that may run on this machine, in place of the usual ones. */
  readonly speechServers?: readonly UsualSpeechServer[];
}

export interface Service {
  /** Where it listens. */
  readonly url: string;
  /** The origin it uses in links. */
  readonly publicUrl: string;
  /** Where metrics are; null when nobody asked for them. */
  readonly metricsUrl: string | null;
  readonly directory: Directory;
  /** The one-time token of a start without an owner; null at a node that has not the directory. */
  readonly setupToken: string | null;
  /** Resolves, with the reason, when the service cannot continue and is to be stopped and restarted; never in a sound one. */
  readonly failed: Promise<Error>;
  /** Answers long polls, commits what is in flight, stops turns at their last recorded step, closes the files. */
  stop(): Promise<void>;
}

/** How often what is collected in memory goes to the directory. */
const flushMs = 5000;
/** Of the five seconds that a stop may take: turns have so long to reach a step boundary. */
const hostDrainMs = 3000;

/** Starts the service; resolves when it takes requests. Rejects with an Error that says what to do, holding nothing open. */
export async function startService(parts: ServiceParts): Promise<Service> {
  const closers: (() => unknown)[] = [];
  try {
    return await start(parts, closers);
  } catch (error) {
    await closeAll(closers, parts.log);
    throw error;
  }
}

async function start(parts: ServiceParts, closers: (() => unknown)[]): Promise<Service> {
  const { configuration, clock, log } = parts;
  const { dataDir } = configuration;
  chooseDriver(configuration.sqliteDriver);
  const lock = lockDataDir(dataDir);
  closers.push(() => lock.release());
  const folder = openDataFolder(dataDir);
  closers.push(watchFolder(folder, dataDir, clock, log));
  const { promise: failed, resolve: onFailure } = Promise.withResolvers<Error>();
  closers.push(watchLock(lock, clock, log, onFailure));
  const { passwordCost } = parts;
  const admit = (): void => {
    lock.acquire();
    folder.require();
  };
  const { pageStore, onLost = onFailure } = parts;
  const storage = await openStorage({ ...parts, ...(pageStore && { pageStore }), onLost }, closers);
  const directory = await storage.openDirectory({ passwordCost, admit });
  closers.push(() => directory.close());
  const alarms = await storage.openAlarms(lock);
  const links: Links = { origin: configuration.publicUrl ?? urlOf(configuration.host, configuration.port) };
  const mailer = openMailer(parts, links, directory);
  closers.push(() => mailer.close());
  const outside = createOutside(directory, {
    reach: createReach({ allowsPrivate: configuration.privateAddresses }),
    reachWeb: createReach({ allowsPrivate: false }),
  });
  const model = await openModel(configuration, directory, log);
  const speech = await openSpeech(configuration, directory, log);
  const host = await openHost({
    ...parts,
    outside,
    modelConfig: model.config,
    speechConfig: speech.config,
    lockFlag: lock.flag,
    directory,
    mailer,
    alarms,
    copies: storage.copies,
    cluster: storage.cluster,
    onFailure,
  });
  const drained = once(() => host.drain(hostDrainMs));
  closers.push(drained);
  await firstStart(configuration, directory, host, log);
  const isFirst = storage.cluster?.hasDirectory() ?? true; // of several nodes: a link of another one would take its place
  const setupToken = isFirst ? await directory.setup.createToken() : null;
  await syncAllMembers(directory, host, log);
  await host.ready();
  const metrics = await openMetrics(parts);
  closers.push(() => metrics?.close());
  const answering = model.serviceOf(host, parts);
  const transcribing = speech.serviceOf(host, parts);
  const listening = await openGateway({
    ...parts,
    directory,
    host,
    outside,
    storage,
    model: answering,
    speech: transcribing,
    mailer,
    links,
    counts: metrics ?? undefined,
  });
  // Together: the host answers long polls, and the server waits for those answers to be written.
  closers.push(() => Promise.all([listening.drain(), drained()]));
  closers.push(
    await openOperator({
      ...parts,
      directory,
      host,
      model: answering,
      speech: transcribing,
      storage,
      bucketAccess: parts.bucketAccess ?? null,
      onLost,
    }),
  );
  const flush = (): void => {
    directory.flush().catch((error: unknown) => log.warn("could not write what was collected", describeError(error)));
  };
  closers.push(every(clock, flushMs, flush));
  const metricsUrl = metrics?.url ?? null;
  return { ...listening, metricsUrl, directory, setupToken, failed, stop: () => closeAll(closers, log) };
}

/** The same promise however often it is asked for. */
function once<T>(action: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => (running ??= action());
}

/** Last opened, first closed; one that fails does not keep the others open. */
async function closeAll(closers: (() => unknown)[], log: Log): Promise<void> {
  for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) {
    try {
      await closer();
    } catch (error) {
      log.error("closing failed", describeError(error));
    }
  }
}
