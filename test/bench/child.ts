/** Helper processes of the benchmark, started from files of this folder. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { LoadJob, LoadResult } from "./load.ts";

export interface Helper {
  readonly pid: number;
  /** 0 for helpers that do not listen. */
  readonly port: number;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts `file` of this folder, with more in its environment, and resolves when it is ready. */
export async function startHelper(
  file: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Helper> {
  const child = fork(join(import.meta.dirname, file), args, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, ...env },
  });
  const [{ port = 0 }] = (await once(child, "message")) as [{ port?: number }];
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  return { pid: child.pid as number, port, child, stop };
}

export type Load = (job: LoadJob) => Promise<LoadResult>;

/** Runs a job in the load generator's process. Rejects with what went wrong there. */
export async function loadThrough(generator: Helper, job: LoadJob): Promise<LoadResult> {
  const answer = once(generator.child, "message");
  generator.child.send(job);
  const [{ result, error }] = (await answer) as [{ result?: LoadResult; error?: string }];
  if (result === undefined) throw new Error(error);
  return result;
}

/** Throws unless every answer had the status. */
export function expectStatus(result: LoadResult, status: number, what: string): LoadResult {
  const others = Object.entries(result.statuses).filter(([one]) => one !== String(status));
  if (others.length === 0 && result.requests > 0) return result;
  const got = others.map(([one, count]) => `${count} × ${one}`).join(", ") || "no answers";
  throw new Error(`${what}: expected ${status} for every request, got ${got}.`);
}
