/** A program that a peer's folder holds, run on this Node while the test's service goes on in this process. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Path of what is installed for a peer: a package, or a file in it. */
export function installed(peer: string, inside = ""): string {
  return fileURLToPath(new URL(`${peer}/node_modules/${inside}`, import.meta.url));
}

/** Runs a file of JavaScript to its end; the environment is what is given and nothing of ours but the search path. */
export async function runFile(
  file: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Ended> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, stdout, stderr };
}
