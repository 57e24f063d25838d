/** What every measurement is handed: the scale, the helpers, and where progress and figures go. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Helper, type Load, loadThrough, startHelper } from "./child.ts";
import { requestText } from "./http-text.ts";
import type { Figure } from "./figure.ts";
import type { Scale } from "./scale.ts";
import { type RunningService, type ServiceOptions, startService } from "./service.ts";

export interface Bench {
  readonly scale: Scale;
  readonly bare: Helper;
  readonly load: Load;
  /** A second generator, for watching one kind of request while `load` sends another. */
  readonly probe: Load;
  /** Notes a figure. */
  add(figure: Figure): void;
  /** Says on stderr what is going on. */
  say(what: string): void;
  /** A service on a fresh folder, or on that of an earlier one. */
  start(options?: Partial<ServiceOptions>): Promise<RunningService>;
  /** A fresh folder, removed in the end. */
  folder(): string;
  /** A helper that `close` ends. */
  helper(file: string, args?: readonly string[], env?: Readonly<Record<string, string>>): Promise<Helper>;
  /** Ends the helpers and what is still running, and removes the folders. */
  close(): Promise<void>;
}

export async function createBench(scale: Scale, add: Bench["add"]): Promise<Bench> {
  const helpers: Helper[] = [];
  const services: RunningService[] = [];
  const folders: string[] = [];
  const start = performance.now();
  const helper: Bench["helper"] = async (file, args, env) => {
    const started = await startHelper(file, args, env);
    helpers.push(started);
    return started;
  };
  const folder = (): string => {
    const path = mkdtempSync(join(tmpdir(), "dayshift-bench-"));
    folders.push(path);
    return path;
  };
  const generator = await helper("load-process.ts");
  const second = await helper("load-process.ts");
  const bare = await helper("bare.ts");
  await warmUp(generator, bare);
  return {
    scale,
    add,
    helper,
    folder,
    bare,
    load: (job) => loadThrough(generator, job),
    probe: (job) => loadThrough(second, job),
    say(what) {
      process.stderr.write(`${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${what}\n`);
    },
    async start(options = {}) {
      const service = await startService({ ...options, dataDir: options.dataDir ?? folder() });
      services.push(service);
      return service;
    },
    async close() {
      await Promise.all([...helpers.map((one) => one.stop()), ...services.map((one) => one.kill())]);
      for (const path of folders) rmSync(path, { recursive: true, force: true });
    },
  };
}

const warmUpFor = 1500;

/** A server just started takes two or three times the CPU: the comparison would flatter. */
async function warmUp(generator: Helper, { port }: Helper): Promise<void> {
  const read = requestText({ path: "/900" });
  const write = requestText({ method: "POST", path: "/900", body: { title: "Warm up" } });
  for (const request of [read, write]) {
    await loadThrough(generator, { port, connections: 64, requests: [request], milliseconds: warmUpFor });
  }
}
