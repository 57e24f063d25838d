/** Composition root: puts the parts together in order, and takes them apart in the reverse order. */
import type { Alarms } from "../actors/alarms/alarms.ts";
import { openAlarmFile } from "../actors/alarms/alarm-file.ts";
import type { ActorHost } from "../actors/workspace/host.ts";
import { createMailer, type SmtpMailer } from "../actors/mail/smtp.ts";
import type { Clock } from "../actors/runtime/ports.ts";
import { createMediaFiles } from "../actors/store/media-files.ts";
import { openDataFolder } from "../actors/store/data-folder.ts";
import { type DataLock, lockDataDir } from "../actors/store/data-lock.ts";
import { chooseDriver } from "../actors/store/driver.ts";
import { createApp } from "../gateway/app.ts";
import type { Directory } from "../gateway/directory/directory.ts";
import type { PasswordCost } from "../gateway/directory/secrets/passwords.ts";
import { docsRoutes } from "../gateway/docs/page.ts";
import { syncMembers, toMemberRow } from "../gateway/handlers/members.ts";
import type { HttpHandler, HttpRequest } from "../gateway/http/message.ts";
import { createHttpServer } from "../gateway/http/server.ts";
import type { FetchDocument } from "../gateway/oauth/clients/documents.ts";
import { mcpUrl } from "../gateway/auth/resources.ts";
import { oauthRoutes } from "../gateway/oauth/routes.ts";
import type { Upgrades } from "../gateway/http/upgrade.ts";
import { createTickets } from "../gateway/recordings/tickets.ts";
import { errorResponse } from "../gateway/respond.ts";
import type { ExtendOffer } from "../gateway/mcp/offer.ts";
import { mcpRoute } from "../gateway/mcp/route.ts";
import { homePages } from "../gateway/web/pages.ts";
import { releaseRoutes } from "../gateway/web/releases.ts";
import { openConfigured } from "./directory/directory.ts";
import { watchFolder, watchLock } from "./folder-watch.ts";
import { type HostParts, openHost } from "./host.ts";
import type { S3Access } from "./backup/target/target.ts";
import { createFailureLog } from "./base/failure-log.ts";
import { describeError, type Log } from "./base/log.ts";
import { openOperator } from "./operator.ts";
import { createOAuth } from "./oauth.ts";
import { createPipeline } from "./pipeline.ts";
import { createRecordingSurfaces } from "./recordings.ts";
import type { Configuration } from "./base/settings.ts";
import { version } from "./base/version.ts";

export interface ServiceParts extends Pick<
  HostParts,
  "configuration" | "clock" | "ids" | "zoneData" | "log" | "model" | "transcriber"
> {
  /** Access to the store of the backups, when that is a bucket. */
  readonly backupAccess?: S3Access | null;
  /** What hashing a password takes, in place of what is recommended. */
  readonly passwordCost?: PasswordCost;
  /** In place of the network, from which documents of OAuth clients are read. */
  readonly fetchDocument?: FetchDocument;
  /** Adds to what MCP offers. */
  readonly extendMcp?: ExtendOffer | undefined;
}

export interface Service {
  /** Where it listens. */
  readonly url: string;
  /** The origin it uses in links. */
  readonly publicUrl: string;
  readonly directory: Directory;
  /** The one-time token of a first start without an owner. */
  readonly setupToken: string | null;
  /** Resolves, with the reason, when the service cannot continue and is to be stopped and restarted; never in a sound one. */
  readonly failed: Promise<Error>;
  /** Answers what is held, commits what is in flight, stops turns at their last recorded step, closes the files. */
  stop(): Promise<void>;
}

/** How often what is collected in memory goes to the directory. */
const flushMs = 5000;
/** Of the five seconds a stop may take: turns have three to reach a step boundary, answers four to be written. */
const hostDrainMs = 3000;
const httpDrainMs = 4000;

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
  const { configuration, clock, ids, log } = parts;
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
    lock.hold();
    folder.require();
  };
  const directory = await openConfigured(configuration, clock, ids, { passwordCost, admit });
  closers.push(() => directory.close());
  const alarms = await openAlarmFile(dataDir, planBasis(parts), (error) =>
    log.error("the alarms cannot be written; they are tried again with the next one", describeError(error)),
  );
  const links: Links = { origin: configuration.publicUrl ?? urlOf(configuration.host, configuration.port) };
  const mailer = openMailer(parts, links);
  closers.push(() => mailer.close());
  const host = await openHost({
    ...parts,
    held: lock.held,
    directory,
    mailer,
    alarms: lockedAlarms(alarms, lock),
    onFailure,
  });
  const drained = once(() => host.drain(hostDrainMs));
  closers.push(drained);
  const setupToken = await firstStart(configuration, directory, host, log);
  await syncAllMembers(directory, host, log);
  await host.ready();
  const listening = await listen(parts, directory, host, links);
  // Together: the host answers held requests, and the server waits for those answers to be written.
  closers.push(() => Promise.all([listening.drain(), drained()]));
  closers.push(
    await openOperator({ configuration, clock, log, directory, host, backupAccess: parts.backupAccess ?? null }),
  );
  closers.push(repeat(clock, flushMs, () => directory.flush(), log));
  return { ...listening, directory, setupToken, failed, stop: () => closeAll(closers, log) };
}

/** The first write to a workspace sets its alarm: by then the data folder must be this process's. */
function lockedAlarms(alarms: Alarms, lock: DataLock): Alarms {
  return {
    ...alarms,
    async set(workspaceId, alarm) {
      lock.hold();
      await alarms.set(workspaceId, alarm);
    },
  };
}

/** What alarms were reckoned with: where it is another, what is to come is looked at once. */
function planBasis({ zoneData, configuration: { minutesPerMonth } }: ServiceParts): string {
  return minutesPerMonth === null ? zoneData : `${zoneData} minutes ${minutesPerMonth}`;
}

/** The owner from the configuration, or a fresh setup token; the first workspace has its file either way. A second start changes nothing. */
async function firstStart(
  { ownerEmail: email, ownerPassword: password }: Configuration,
  directory: Directory,
  host: ActorHost,
  log: Log,
): Promise<string | null> {
  const { workspace } = await directory.ensureHome();
  // Nobody can have put anything in it. With people in it, a file that is missing is lost, and not to be made again.
  const isNew = (await directory.membersOf(workspace.id)).length === 0;
  if (isNew) await host.create(workspace.id, []);
  if (email !== null && password !== null) await directory.createOwner({ email, password });
  const members = await directory.membersOf(workspace.id);
  await host.syncMembers(workspace.id, members.map(toMemberRow)).catch((error: unknown) => {
    if (isNew) throw error;
    log.error("a workspace cannot be opened; the others are served", {
      workspaceId: workspace.id,
      ...describeError(error),
    });
  });
  return directory.setup.createToken();
}

/** Notifies workspaces of changes of their people that a crash kept from them; one that cannot be notified does not keep the service down. */
async function syncAllMembers(directory: Directory, workspaces: ActorHost, log: Log): Promise<void> {
  for (const { workspaceId } of await directory.pendingMemberChanges()) {
    await syncMembers({ directory, workspaces }, workspaceId).catch((error: unknown) =>
      log.error("a workspace could not be notified of its members", { workspaceId, ...describeError(error) }),
    );
  }
}

/** The origin in links. With a port that the system picks it is known once that is bound. */
interface Links {
  origin: string;
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function openMailer({ configuration: { smtpUrl, mailFrom }, clock, log }: ServiceParts, links: Links): SmtpMailer {
  return createMailer({
    url: smtpUrl,
    from: mailFrom,
    publicUrl: () => links.origin,
    clock,
    log: (level, event, fields) => log[level](event, fields),
  });
}

const notYet: HttpHandler = async () => ({ status: 503, headers: {}, body: "" });

async function listen(parts: ServiceParts, directory: Directory, host: ActorHost, links: Links) {
  const { configuration, clock, ids, log } = parts;
  // The port may be known only once it is bound, and links carry it: the app is made in the same turn, before any request.
  let app = notYet;
  let upgrades: Upgrades | null = null;
  const server = createHttpServer({
    handler: (request) => app(request),
    upgrades: {
      accepts: (path) => upgrades?.accepts(path) ?? false,
      take: async (request, raw) => upgrades?.take(request, raw),
    },
    host: configuration.host,
    port: configuration.port,
    trustedProxies: configuration.trustedProxies,
    clock,
    requestId: () => `req_${ids.uuid().replaceAll("-", "")}`,
    onError: (error, requestId) => log.error("request failed", { requestId, ...describeError(error) }),
    errorResponse: (error, requestId) => errorResponse(error, { requestId, publicUrl: links.origin }),
  });
  const [cursorSecret, ticketSecret] = await Promise.all([directory.cursorSecret(), directory.ticketSecret()]);
  const tickets = createTickets(ticketSecret);
  const { port } = await server.listen();
  const url = urlOf(configuration.host, port);
  const publicUrl = configuration.publicUrl ?? url;
  links.origin = publicUrl;
  const pipeline = createPipeline({ configuration, clock, ids, directory, host, publicUrl, cursorSecret, tickets });
  const blobs = createMediaFiles(configuration.dataDir);
  const recordings = createRecordingSurfaces({
    configuration,
    pipeline,
    tickets,
    blobs,
    onFailure: (error) => log.error("the audio channel failed", describeError(error)),
  });
  upgrades = recordings.upgrades;
  const logFailure = createFailureLog(log, clock);
  const onFailure = (error: unknown, { requestId, path }: HttpRequest): void => logFailure(error, { requestId, path });
  const closing = new AbortController();
  const oauth = oauthRoutes(createOAuth(pipeline, cursorSecret, parts.fetchDocument));
  const pages = [
    ...homePages(),
    ...releaseRoutes({ folder: configuration.releasesDir, publicUrl, version }),
    ...oauth,
    ...docsRoutes({ publicUrl }),
    mcpRoute({
      pipeline: { ...pipeline, resource: mcpUrl(publicUrl) },
      onFailure,
      closing: closing.signal,
      extend: parts.extendMcp,
    }),
    ...recordings.routes,
  ];
  app = createApp({ pipeline, pages, onFailure });
  const drain = (): Promise<void> => {
    closing.abort();
    return server.drain(httpDrainMs);
  };
  return { url, publicUrl, drain };
}

/** The same promise however often it is asked for. */
function once<T>(action: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => (running ??= action());
}

/** Calls `action` again and again; the answer stops it. */
function repeat(clock: Clock, everyMs: number, action: () => Promise<void>, log: Log): () => void {
  let cancel = clock.timer(everyMs, run);
  function run(): void {
    action().catch((error: unknown) => log.warn("could not write what was collected", describeError(error)));
    cancel = clock.timer(everyMs, run);
  }
  return () => cancel();
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
