/** The program: reads the configuration, starts the service, says where it is, and stops in order. */
import { parseArgs } from "node:util";
import { createClock } from "./actors/runtime/clock.ts";
import { createIds } from "./actors/runtime/ids.ts";
import { prepareApp } from "./gateway/web/built.ts";
import { s3Access } from "./server/backup/open-target.ts";
import { createLog, describeError, type Log } from "./server/base/log.ts";
import { banner } from "./server/banner.ts";
import { type Service, startService } from "./server/service.ts";
import { flagOf } from "./server/base/setting.ts";
import { helpText, readConfiguration, unknownVariables } from "./server/base/configuration.ts";
import { settings } from "./server/base/settings.ts";
import { explainStart } from "./server/base/start-error.ts";
import { version } from "./server/base/version.ts";

/** A stop that takes longer than this is no longer waited for. */
const stopDeadlineMs = 5000;

/** Starts the service with these flags; it runs until it is asked to stop. Ends the process when it cannot start. */
export async function serve(args: readonly string[]): Promise<void> {
  // What nobody reads, or what finds no room in the file of the log, is lost, and the service continues: see write().
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  try {
    await start(args);
  } catch (error) {
    write(process.stderr, `Dayshift does not start: ${causesOf(error).join(" ")}\n`);
    process.exit(1);
  }
}

async function start(args: readonly string[]): Promise<void> {
  const clock = createClock();
  const flags = readFlags(args);
  if (flags["help"] === true) return print(helpText());
  if (flags["version"] === true) return print(`${version}\n`);
  const configuration = readConfiguration(process.env, textsOf(flags));
  const log = createLog({
    level: configuration.log,
    isTerminal: process.stderr.isTTY,
    clock,
    write: (line) => write(process.stderr, line),
  });
  const endWaiting = stopWhileStarting();
  const service = await startService({
    configuration,
    clock,
    ids: createIds(clock),
    zoneData: process.versions.tz ?? "none",
    log,
    bucketAccess: s3Access(process.env),
    onLost: (error) => endAtOnce(error, log),
  }).catch((error: unknown) => {
    throw explainStart(error, configuration);
  });
  endWaiting();
  stopInOrder(service, log);
  for (const name of unknownVariables(process.env)) log.warn("unknown variable, ignored", { name });
  log.info("listening", { url: service.url, dataDir: configuration.dataDir, model: configuration.model ?? "as set" });
  print(banner(version, service, (await service.directory.operators()).length > 0));
  collect();
  prepareApp();
}

function exit(): never {
  process.exit(0);
}

/** A stop that is asked for before the service answers, such as of a node that waits, ends it at once: nothing is acknowledged. The answer takes that back. */
function stopWhileStarting(): () => void {
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, exit);
  // The launcher was killed: go at once, as it did. Nothing acknowledged is lost, and the port and the lock are free again.
  process.on("disconnect", () => process.exit(137));
  return () => {
    for (const signal of ["SIGTERM", "SIGINT"]) process.off(signal, exit);
  };
}

/** Once: the start leaves 10 of 105 MB behind, and a service that then has little to do would never come to collect them. */
function collect(): void {
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
}

type Flags = Readonly<Record<string, string | boolean | undefined>>;

function readFlags(args: readonly string[]): Flags {
  const names = Object.values(settings).map((one) => flagOf(one.variable));
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const asked = { help: { type: "boolean" as const, short: "h" }, version: { type: "boolean" as const, short: "v" } };
  try {
    return parseArgs({ args: [...args], options: { ...options, ...asked }, allowPositionals: false }).values;
  } catch (error) {
    throw new Error("The flags cannot be read; --help lists those that there are.", { cause: error });
  }
}

function textsOf(flags: Flags): Record<string, string> {
  return Object.fromEntries(
    Object.entries(flags).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function print(text: string): void {
  write(process.stdout, text);
}

/** Tries each text again: there may be a reader, or room, again. What went wrong is reported to the stream, or thrown here, as the runtime has it. */
function write(stream: NodeJS.WritableStream, text: string): void {
  try {
    stream.write(text);
  } catch {
    // There is nowhere to say so.
  }
}

/** The status of a node that may not own the data any more: its supervisor starts it again, as one that waits (EX_TEMPFAIL). */
const lostStatus = 75;

/** Answers nothing more, and writes nothing: what is not acknowledged is nobody's. */
function endAtOnce(error: Error, log: Log): never {
  log.error("this node may not own the data, or has lost its place in the queue: it ends", describeError(error));
  process.exit(lostStatus);
}

function stopInOrder(service: Service, log: Log): void {
  let stopping = false;
  const stop = (reason: string, status: number) => {
    if (stopping) process.exit(status === 0 ? 130 : status);
    stopping = true;
    log.info("stopping", { reason });
    // Fires for as long as something hung keeps the process alive; otherwise there is nothing to wait for.
    AbortSignal.timeout(stopDeadlineMs).addEventListener("abort", () => process.exit(status || 1));
    service.stop().then(
      () => process.exit(status),
      (error: unknown) => {
        log.error("stopping failed", describeError(error));
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", () => stop("SIGTERM", 0));
  process.on("SIGINT", () => stop("SIGINT", 0));
  void service.failed.then((error) => {
    log.error("the service cannot continue", describeError(error));
    stop("failure", 1);
  });
  process.on("uncaughtException", (error) => {
    log.error("uncaught exception", describeError(error));
    stop("uncaught exception", 1);
  });
  process.on("unhandledRejection", (reason) => {
    log.error("unhandled rejection", describeError(reason));
    stop("unhandled rejection", 1);
  });
}

/** What went wrong, then what that came from. */
function causesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  return [error.message, ...(error.cause === undefined ? [] : causesOf(error.cause))];
}

if (import.meta.main) await serve(process.argv.slice(2));
