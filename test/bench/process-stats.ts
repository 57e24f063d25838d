/** What the operating system says of a process. Linux only: /proc. */
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
const utimeField = 11;
const stimeField = 12;

/** CPU time so far in microseconds: user and system, all threads, those that ended included. */
export function cpuMicroseconds(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" "); // the name before it may hold spaces
  return ((Number(fields[utimeField]) + Number(fields[stimeField])) / ticksPerSecond) * 1e6;
}

/** Resident memory in megabytes (10⁶ bytes): now, and at its highest. */
export function memoryMegabytes(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string): number =>
    (Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? Number.NaN) * 1024) / 1e6;
  return { now: read("VmRSS"), peak: read("VmHWM") };
}

/** Open descriptors. */
export function descriptorCount(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}
