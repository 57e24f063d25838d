/** The built binary in an empty folder, with an empty PATH and nothing of this machine's environment. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../../build/targets.ts";
import { type Running, startProgram } from "../helpers/program.ts";

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

/** Runs a command to its end; `input` is what comes on its stdin. */
export function run(folder: string, args: readonly string[], more: Environment = {}, input: string | Uint8Array = "") {
  const env = environment(folder, more);
  const { status, stdout, stderr } = spawnSync(binary, args, { cwd: folder, env, input, encoding: "utf8" });
  return { status, stdout, stderr };
}

/** Starts the service; resolves when it listens, rejects with what it wrote when it ends before. */
export function serve(folder: string, more: Environment = {}, command = binary): Promise<Running> {
  return startProgram({ command, args: ["serve"], cwd: folder, env: environment(folder, more) });
}
