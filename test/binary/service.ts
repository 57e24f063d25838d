/** The built binary in an empty folder, with an empty PATH and nothing of this machine's environment. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "../../build/targets.ts";

export const owner = { email: "ada@example.com", password: "correct horse battery" } as const;

export const binary = join(
  root,
  "dist",
  `${process.platform}-${process.arch}`,
  process.platform === "win32" ? "dayshift.exe" : "dayshift",
);

type Environment = Readonly<Record<string, string>>;

function environment(folder: string, more: Environment): Environment {
  return { PATH: "", HOME: folder, TMPDIR: folder, ...more };
}

/** Runs a command to its end. */
export function run(folder: string, args: readonly string[], more: Environment = {}) {
  const env = environment(folder, more);
  const { status, stdout, stderr } = spawnSync(binary, args, { cwd: folder, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

export interface Running {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from starting the process to its word that it listens. */
  readonly startedIn: number;
  /** Ends it with the signal; answers its exit status. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
}

/** Starts the service; resolves when it listens, rejects with what it wrote when it ends before. */
export async function serve(folder: string, more: Environment = {}): Promise<Running> {
  const before = performance.now();
  const env = environment(folder, {
    DAYSHIFT_PORT: "0",
    DAYSHIFT_OWNER_EMAIL: owner.email,
    DAYSHIFT_OWNER_PASSWORD: owner.password,
    ...more,
  });
  const child = spawn(binary, ["serve"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit") as Promise<[number | null]>;
  const written: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => written.push(line));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = /listens on (\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    void exited.then(([status]) => reject(new Error(`It ended with ${status}:\n${written.join("\n")}`)));
  });
  return {
    url,
    pid: child.pid as number,
    startedIn: performance.now() - before,
    async end(signal) {
      child.kill(signal);
      return (await exited)[0];
    },
  };
}
