/** The program: reads the configuration, starts the service, says where it is, and stops in order. */
import { parseArgs } from "node:util";
import { createClock } from "./actors/clock.ts";
import { createIds } from "./actors/ids.ts";
import { createLog, describeError, type Log } from "./server/log.ts";
import { type Service, startService } from "./server/service.ts";
import { type Configuration, flagOf, readConfiguration, settings } from "./server/settings.ts";
import { version } from "./server/version.ts";

/** A stop that takes longer than this is no longer waited for (semantics, "Holding, cancelling, stopping"). */
const stopDeadlineMs = 5000;

async function main(): Promise<void> {
  const clock = createClock();
  const configuration = readCommandLine();
  const log = createLog({
    level: configuration.log,
    isTerminal: process.stderr.isTTY,
    clock,
    write: (line) => process.stderr.write(line),
  });
  const service = await startService({ configuration, clock, ids: createIds(clock), log });
  stopInOrder(service, log);
  log.info("listening", { url: service.url, dataDir: configuration.dataDir, model: configuration.model });
  process.stdout.write(banner(service));
}

function readCommandLine(): Configuration {
  const names = Object.values(settings).map((one) => flagOf(one.variable));
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  const { values } = parseArgs({ options, allowPositionals: false });
  return readConfiguration(process.env, values);
}

function banner(service: Service): string {
  const { publicUrl, setupToken } = service;
  const first =
    setupToken === null ? `Sign in:           ${publicUrl}/` : `Create the owner:  ${publicUrl}/setup#${setupToken}`;
  return `Dayshift ${version} listens on ${service.url}\n  ${first}\n  API reference:     ${publicUrl}/docs\n`;
}

function stopInOrder(service: Service, log: Log): void {
  let stopping = false;
  const stop = (reason: string, status: number) => {
    if (stopping) process.exit(status === 0 ? 130 : status);
    stopping = true;
    log.info("stopping", { reason });
    // The clock's timers do not keep a process alive, so this one, which must fire, is the platform's own.
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
    log.error("the service can not go on", describeError(error));
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

main().catch((error: unknown) => {
  process.stderr.write(`Dayshift does not start: ${causesOf(error).join(" ")}\n`);
  process.exit(1);
});
