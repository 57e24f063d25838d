/** A program that a peer's folder holds, run on this Node while the test's service goes on in this process. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** Milliseconds after which one that waits for ever is ended. */
const mostTime = 600_000;

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Path of what is installed for a peer: a package, or a file in it. */
export function installed(peer: string, inside = ""): string {
  return fileURLToPath(new URL(`${peer}/node_modules/${inside}`, import.meta.url));
}

/** Where the Python of a peer is installed, with its packages. */
export function environmentOf(peer: string): string {
  return fileURLToPath(new URL(`../../node_modules/.cache/peers/${peer}`, import.meta.url));
}

export interface Surroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Told of what it writes, as it does. */
  readonly onLine?: (line: string) => void;
}

/** Runs a file of JavaScript to its end, as `runProgram` does. */
export function runFile(file: string, args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  return runProgram(process.execPath, [file, ...args], surroundings);
}

/** Runs a program to its end. It sees nothing of our environment but the search path; its home is where it runs. */
export async function runProgram(command: string, args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  const { cwd, env = {}, onLine } = surroundings;
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: mostTime,
  });
  if (onLine !== undefined) {
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on("line", onLine);
  }
  const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, stdout, stderr };
}
