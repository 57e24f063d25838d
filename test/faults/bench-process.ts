/** The process in which storage fails, as the one sees it that survives. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { checkout } from "../bench/service.ts";
import { deno } from "../deno/deno.ts";
import { createFaults, noCompiler } from "../helpers/faults.ts";
import type { SubjectName } from "./cells.ts";
import type { Outcome, Trial } from "./trial.ts";

export interface BenchOptions {
  readonly subject: SubjectName;
  /** What DAYSHIFT_SQLITE_DRIVER says. */
  readonly driver: string;
  /** Another checkout than this one. */
  readonly root?: string | undefined;
  /** On Deno rather than Node. */
  readonly onDeno?: boolean | undefined;
}

export interface Bench {
  /** The outcome; or how the process ended instead, after which there is another one for the next trial. */
  run(trial: Trial): Promise<Outcome | string>;
  end(): Promise<void>;
}

/** Milliseconds for a trial, which takes a second at most where nothing else is at work: one that takes this long hangs. */
const patience = 180_000;

/** Starts it. Throws without a C compiler. */
export function startBench(options: BenchOptions): Bench {
  const folder = mkdtempSync(join(tmpdir(), "dayshift-faults-"));
  let running = begin(options, folder);
  return {
    async run(trial) {
      const outcome = await running.run(trial);
      if (typeof outcome === "string") running = begin(options, folder);
      return outcome;
    },
    async end() {
      await running.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const node = { program: process.execPath, args: ["--expose-gc", "--import", "tsx"] };
const denoArgs = ["run", "--allow-all", "--quiet", "--no-check", "--no-remote", "--v8-flags=--expose-gc"];

function begin({ subject, driver, root = checkout, onDeno = false }: BenchOptions, parent: string): Bench {
  const own = mkdtempSync(join(parent, "bench-"));
  const folder = mkdtempSync(join(parent, "data-"));
  const faults = createFaults(own, folder, { remembers: true });
  if (faults === null) throw new Error(`No trial can be made: ${noCompiler}.`);
  const { program, args } = onDeno ? { program: deno, args: denoArgs } : node;
  const child = spawn(program, [...args, join(root, "test/faults/bench.ts"), subject, folder], {
    cwd: root,
    env: { ...process.env, ...faults.env, DAYSHIFT_SQLITE_DRIVER: driver },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-2000)));
  child.stdin.on("error", () => undefined); // it has ended: its answer says so
  const closed = once(child, "close");
  return {
    async run(trial) {
      child.stdin.write(`${JSON.stringify(trial)}\n`);
      const timer = setTimeout(() => child.kill("SIGKILL"), patience);
      const line = await lines.next();
      clearTimeout(timer);
      if (line.done !== true) return JSON.parse(line.value) as Outcome;
      await closed;
      return `the process ended with ${child.exitCode ?? child.signalCode}: ${said.trim()}`;
    },
    async end() {
      child.stdin.end();
      await closed;
      faults.close();
    },
  };
}
