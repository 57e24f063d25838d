/** A built or started program of ours, as its users run it: a process of its own that says where it listens. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { owner } from "./owner.ts";
import { inPatience } from "./settle.ts";

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Running {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from starting the process to its word that it listens. */
  readonly startedIn: number;
  /** Ends it with the signal; answers its exit status. A SIGKILL ends what it has started too. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
}

/** Starts the service on a free port, with an owner; resolves when it listens, rejects with what it wrote when it ends before. */
export async function startProgram({ command, args, cwd, env }: Program): Promise<Running> {
  const before = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: {
      DAYSHIFT_PORT: "0",
      DAYSHIFT_OWNER_EMAIL: owner.email,
      DAYSHIFT_OWNER_PASSWORD: owner.password,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32", // so that it and what it started can be killed together
  });
  const pid = child.pid as number;
  // With its pipes closed nothing that it started lives on either, so that the data folder is free for the next one.
  const exited = once(child, "close") as Promise<[number | null]>;
  const killAll = (): void => void process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  process.on("exit", killAll);
  child.on("exit", () => process.off("exit", killAll));
  const written: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => written.push(line));
  const all = (): string => `It wrote:\n${written.join("\n")}`;
  const listening = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = /listens on (\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    void exited.then(([status]) => reject(new Error(`It ended with ${status}. ${all()}`)));
  });
  const url = await inPatience("the program listens", listening, all);
  return {
    url,
    pid,
    startedIn: performance.now() - before,
    async end(signal) {
      if (signal === "SIGKILL") killAll();
      else process.kill(pid, signal);
      return (await inPatience(`the program ends by ${signal}`, exited, all))[0];
    },
  };
}
