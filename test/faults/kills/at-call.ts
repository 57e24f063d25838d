/** A process that is killed at one of the calls that change its files. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFaults, type Faults, noCompiler, type Rule } from "../../helpers/faults.ts";

export interface KillOptions {
  readonly seed: number;
  readonly driver: string;
  /** How many kills of each kind; Infinity: one at each call. */
  readonly most: number;
}

export interface KillResult {
  readonly kills: number;
  readonly problems: readonly string[];
}

/** Counts the calls when `error` is `none`. */
export function killAt(n: number, error: "kill" | "none" = "kill"): Rule {
  return {
    calls: ["write", "sync", "truncate", "open", "rename", "unlink"],
    kinds: ["file", "log", "index", "other"],
    error,
    mode: "once",
    n,
  };
}

/** 1 when the call came: what runs at the same time may change where it comes. */
export function killed(faults: Faults): number {
  return faults.counts()[0]?.hit ?? 0;
}

/** Removes the folders when the action has ended. */
export function withFaults<T>(action: (folder: string, dataDir: string, faults: Faults) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "dayshift-kills-"));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const faults = createFaults(folder, dataDir);
  if (faults === null) throw new Error(`Nothing can be killed at a call: ${noCompiler}.`);
  const tidy = (): void => {
    faults.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const result = action(folder, dataDir, faults);
  if (result instanceof Promise) return result.finally(tidy) as T;
  tidy();
  return result;
}
