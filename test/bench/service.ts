/** The service as its users start it: a process of its own, from source, on a data folder of its own. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { owner } from "../helpers/owner.ts";
import { runtime } from "../helpers/runtime.ts";
import { inPatience } from "../helpers/settle.ts";

/** The checkout that this file belongs to. */
export const checkout = dirname(dirname(import.meta.dirname));

export interface ServiceOptions {
  readonly dataDir: string;
  /** Settings beyond port, folder and owner. */
  readonly env?: Readonly<Record<string, string>>;
  /** Another checkout than this one. */
  readonly root?: string;
}

export interface RunningService {
  readonly pid: number;
  /** Origin, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Milliseconds from starting the process to its word that it listens. */
  readonly startedIn: number;
  /** Resolves when it has ended, by itself or not. */
  readonly exited: Promise<unknown>;
  /** Asks it to stop, as SIGTERM does, and resolves with its exit status. */
  stop(): Promise<number | null>;
  /** Ends it with SIGKILL, in the middle of whatever it does. */
  kill(): Promise<void>;
}

/** Starts the service and resolves when it listens. Rejects with what it wrote when it ends before that, or does not come to it. */
export async function startService({ dataDir, env = {}, root = checkout }: ServiceOptions): Promise<RunningService> {
  const before = performance.now();
  const child = spawn(process.execPath, runtime.service, {
    cwd: root,
    env: { ...inherited(), ...settingsFor(dataDir), ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const endWithUs = (): void => void child.kill("SIGKILL");
  process.on("exit", endWithUs);
  child.on("exit", () => process.off("exit", endWithUs));
  const exited = once(child, "exit") as Promise<Exit>;
  const lines: string[] = [];
  const written = (): string => `It wrote:\n${lines.join("\n")}`;
  const url = await inPatience("the service listens", listening(child, lines), written).catch((error: unknown) => {
    endWithUs();
    throw error;
  });
  const startedIn = performance.now() - before;
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<number | null> => {
    const runs = child.exitCode === null && child.signalCode === null;
    if (runs) process.kill(child.pid as number, signal); // of what `child.kill` ends, Deno gives no exit status
    return (await inPatience(`the service ends by ${signal}`, exited, written))[0];
  };
  return {
    pid: child.pid as number,
    url,
    port: Number(new URL(url).port),
    startedIn,
    exited,
    stop: () => end("SIGTERM"),
    kill: async () => void (await end("SIGKILL")),
  };
}

/** The environment without what would configure the service or its Node. */
function inherited(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(DAYSHIFT_|NODE_)/.test(name));
  return Object.fromEntries(kept);
}

function settingsFor(dataDir: string): Record<string, string> {
  return {
    DAYSHIFT_PORT: "0",
    DAYSHIFT_MAX_WORKSPACES: "100000",
    DAYSHIFT_DATA_DIR: dataDir,
    DAYSHIFT_OWNER_EMAIL: owner.email,
    DAYSHIFT_OWNER_PASSWORD: owner.password,
  };
}

/** Status, or the signal that ended it. */
type Exit = [status: number | null, signal: string | null];

const linesKept = 50;

/** Where it listens; `lines` are the last that it wrote. */
function listening(child: ChildProcessByStdio<null, null, Readable>, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      const url = urlIn(line);
      if (url !== null) resolve(url);
      lines.push(line);
      if (lines.length > linesKept) lines.shift();
      if (process.env["BENCH_LOG"] !== undefined) process.stderr.write(`${line}\n`);
    });
    child.once("error", reject);
    // When it has closed, not when it has exited: by then all that it wrote was read.
    child.once("close", (status, signal) => {
      reject(new Error(`The service ended with ${status ?? signal}:\n${lines.join("\n")}`));
    });
  });
}

/** The last line of a killed process may be cut: it is matched, not parsed. */
function urlIn(line: string): string | null {
  return /"event":"listening".*?"url":"([^"]+)"/.exec(line)?.[1] ?? null;
}
