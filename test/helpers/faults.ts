/** Storage that fails: faults.c, preloaded into what shall meet it, and the rules by which it fails, which may change at any time. */
import { closeSync, openSync, readSync, writeFileSync, writeSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { preloaded } from "./preload.ts";

/** `stat` is of an open file, `look` by its path; `rename` is by the new name, and a link too. */
const calls = {
  read: 1,
  open: 2,
  stat: 4,
  sync: 8,
  write: 16,
  truncate: 32,
  look: 64,
  rename: 128,
  unlink: 256,
} as const;
export type Call = keyof typeof calls;

/** Kinds of file below the data folder: `file` and `log` are of a workspace, `index` the shared memory of any log. */
const kinds = {
  file: 1,
  log: 2,
  index: 4,
  directory: 8,
  directoryLog: 16,
  alarms: 32,
  media: 64,
  lock: 128,
  other: 256,
};
export type Kind = keyof typeof kinds;

const modes = ["once", "every", "from"] as const;
/** The `n`-th call alone, each `n`-th, or all from the `n`-th on. */
export type Mode = (typeof modes)[number];

/** `none` only counts; `short` carries out the half of a read or a write, and is EIO for other calls; `kill` is the end, as by kill -9. */
export type Failure = "EIO" | "EMFILE" | "ENOSPC" | "EROFS" | "EACCES" | "short" | "none" | "kill";

export interface Rule {
  readonly calls: readonly Call[];
  readonly kinds: readonly Kind[];
  readonly error: Failure;
  readonly mode: Mode;
  readonly n: number;
  /** A sync that fails also puts back what was written since the last one. Needs `remembers`. */
  readonly drops?: boolean;
}

export interface Counts {
  /** Calls that matched. */
  readonly seen: number;
  /** Those that failed. */
  readonly hit: number;
}

export interface Control {
  /** These rules from now on (eight at most), their counts at zero; none: the storage is sound. */
  set(...rules: readonly Rule[]): void;
  /** Of the rules in their order. */
  counts(): Counts[];
  close(): void;
}

export interface Faults extends Control {
  /** What the process is to be started with. */
  readonly env: Readonly<Record<string, string>>;
}

/** Why there are no faults where `createFaults` answers null. */
export const noCompiler = "there is no C compiler (cc) for the storage that fails";

const maxRules = 8;
const fieldsOfRule = 8;
const bytesOfRule = 4 * fieldsOfRule;

/** For processes whose data folder is `root`, which must exist. Null without a C compiler. `folder` holds what this makes. */
export function createFaults(folder: string, root: string, options: { remembers?: boolean } = {}): Faults | null {
  const preload = preloaded(join(import.meta.dirname, "faults.c"), folder);
  if (preload === null) return null;
  const file = join(folder, "faults.control");
  writeFileSync(file, Buffer.alloc(maxRules * bytesOfRule));
  const remembers = options.remembers === true ? { FAULTS_REMEMBER: "1" } : {};
  return { env: { ...preload, FAULTS_CONTROL: file, FAULTS_ROOT: root, ...remembers }, ...controlOf(file) };
}

/** The rules of a process that was started with such an environment, by the file FAULTS_CONTROL. */
export function controlOf(file: string): Control {
  const descriptor = openSync(file, "r+");
  let current: readonly Rule[] = [];
  return {
    set(...rules) {
      if (rules.length > maxRules) throw new Error(`There can be ${maxRules} rules, these are ${rules.length}.`);
      const bytes = Buffer.alloc(maxRules * bytesOfRule);
      writeSync(descriptor, bytes, 0, bytes.length, 0);
      rules.forEach((rule, at) => bytes.set(encoded(rule), at * bytesOfRule));
      writeSync(descriptor, bytes, 0, bytes.length, 0);
      current = rules;
      // The calls come last: nothing matches half of a rule.
      rules.forEach((rule, at) => writeSync(descriptor, word(maskOf(rule)), 0, 4, at * bytesOfRule));
    },
    counts() {
      const bytes = Buffer.alloc(maxRules * bytesOfRule);
      readSync(descriptor, bytes, 0, bytes.length, 0);
      return current
        .map((_, at) => at * bytesOfRule)
        .map((start) => ({ seen: bytes.readUInt32LE(start + 24), hit: bytes.readUInt32LE(start + 28) }));
    },
    close: () => closeSync(descriptor),
  };
}

function encoded(rule: Rule): Buffer {
  const bytes = Buffer.alloc(bytesOfRule);
  const fields = [
    0, // the calls: see set()
    rule.kinds.reduce((mask, kind) => mask | kinds[kind], 0),
    numberOf(rule.error),
    modes.indexOf(rule.mode),
    rule.n,
    rule.drops === true ? 1 : 0,
  ];
  fields.forEach((field, at) => bytes.writeUInt32LE(field, 4 * at));
  return bytes;
}

function maskOf(rule: Rule): number {
  return rule.calls.reduce((mask, call) => mask | calls[call], 0);
}

function word(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

function numberOf(error: Failure): number {
  if (error === "none") return 0;
  if (error === "kill") return 0xfffe;
  return error === "short" ? 0xffff : constants.errno[error];
}
