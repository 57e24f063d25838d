/** A program that a peer's folder holds, run on this Node while the test's service goes on in this process. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
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

export interface Surroundings {
  readonly cwd: string;
  /** Told of what it writes to its output, as it does. */
  readonly onLine?: (line: string) => void;
}

/** Runs a file of JavaScript to its end. It sees nothing of our environment but the search path; its home is where it runs. */
export async function runFile(file: string, args: readonly string[], { cwd, onLine }: Surroundings): Promise<Ended> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (onLine !== undefined) createInterface({ input: child.stdout }).on("line", onLine);
  const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, stdout, stderr };
}
