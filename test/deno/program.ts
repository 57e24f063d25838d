/** The service as `deno task start` runs it, and on Node for comparison. */
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { type Running, startProgram } from "../helpers/program.ts";
import { deno } from "./deno.ts";

const root = dirname(dirname(import.meta.dirname));
type Environment = Readonly<Record<string, string>>;

/** Nothing of this machine's environment but where programs are. */
function environment(dataDir: string, more: Environment): Environment {
  return { PATH: process.env["PATH"] ?? "", HOME: dataDir, NO_COLOR: "1", DAYSHIFT_DATA_DIR: dataDir, ...more };
}

/** Starts the service on Deno, with its data in that folder. */
export function serveOnDeno(dataDir: string, more: Environment = {}): Promise<Running> {
  return startProgram({ command: deno, args: ["task", "start"], cwd: root, env: environment(dataDir, more) });
}

/** Starts the service on Node, with its data in that folder. */
export function serveOnNode(dataDir: string, more: Environment = {}): Promise<Running> {
  const args = ["bin/node.mjs", "src/server.ts"];
  return startProgram({ command: process.execPath, args, cwd: root, env: environment(dataDir, more) });
}

/** Runs a command of the command line on Deno to its end. */
export function dayshift(dataDir: string, args: readonly string[], more: Environment = {}) {
  const env = environment(dataDir, more);
  return spawnSync(deno, ["task", "--quiet", "dayshift", ...args], { cwd: root, env, encoding: "utf8" });
}
