/**
 * What can be said of a built binary without running it: it is an executable of its machine, holds the native part of that machine, and
 * is signed where its system runs nothing else; and what was packed is that binary, with the sum that is written next to it.
 */
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readMachO, signatureFault } from "./macho.ts";
import { readPe } from "./pe.ts";
import type { Target } from "./targets.ts";

/** Machine of a file: format and processor. */
type Machine = "ELF x64" | "ELF arm64" | "Mach-O arm64" | "PE x64";

const machineOf: Readonly<Record<string, Machine>> = {
  "linux-x64": "ELF x64",
  "linux-arm64": "ELF arm64",
  "darwin-arm64": "Mach-O arm64",
  "win32-x64": "PE x64",
};

/** What is wrong with the archive of a target; empty when nothing is. `sums`: the text of SHA256SUMS. */
export function archiveFaults(archive: string, { name, isWindows }: Target, sums: string): string[] {
  const bytes = readFileSync(archive);
  const faults = sums.split("\n").includes(`${sha256(bytes)}  ${basename(archive)}`)
    ? []
    : ["its sum is not in SHA256SUMS"];
  const inside = isWindows ? "dayshift.exe" : "dayshift";
  const binary = execFileSync("tar", ["-xzOf", archive, inside], { maxBuffer: 2 ** 30 });
  return [...faults, ...binaryFaults(binary, name)];
}

/** What is wrong with the binary of a target, by its name; empty when nothing is. */
export function binaryFaults(binary: Buffer, target: string): string[] {
  const wanted = machineOf[target];
  const faults: string[] = [];
  const found = machine(binary);
  if (found !== wanted) return [`it is for ${found}, and should be for ${wanted}`];
  const native = nativePart(binary);
  if (native === null) faults.push("it holds no native part that is what its name says");
  else if (machine(native) !== wanted)
    faults.push(`its native part is for ${machine(native)}, and should be for ${wanted}`);
  if (wanted === "Mach-O arm64") {
    for (const [what, file] of [
      ["it", binary],
      ["its native part", native],
    ] as const) {
      const fault = file === null ? null : signatureFault(file);
      if (fault !== null) faults.push(`macOS would not run ${what}: ${fault}`);
    }
  }
  return wanted === "PE x64" ? [...faults, ...peFaults(binary)] : faults;
}

function peFaults(binary: Buffer): string[] {
  const { sections, signature } = readPe(binary);
  const beyond = sections.filter(({ offset, size }) => offset + size > binary.length);
  const faults = beyond.map(({ name }) => `its section ${name} ends beyond it`);
  return signature === null ? faults : [...faults, "it carries a signature, which holds for another program"];
}

/** For which machine a file of code is. */
export function machine(file: Buffer): Machine | "no machine that is known" {
  const known = machines.find(({ is }) => is(file));
  return known?.machine ?? "no machine that is known";
}

const elf64 = "\x7fELF\x02\x01";
const machines: readonly { readonly machine: Machine; readonly is: (file: Buffer) => boolean }[] = [
  { machine: "ELF x64", is: (file) => isElf(file, 62) },
  { machine: "ELF arm64", is: (file) => isElf(file, 183) },
  { machine: "Mach-O arm64", is: (file) => attempt(() => readMachO(file).cpu) === 0x0100000c },
  { machine: "PE x64", is: (file) => attempt(() => readPe(file).machine) === 0x8664 },
];

function isElf(file: Buffer, processor: number): boolean {
  return file.toString("latin1", 0, elf64.length) === elf64 && file.readUInt16LE(18) === processor;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const nativeName = "native/libsql-";

/**
 * The native part that a binary carries: what follows its name there, as long as a number between them says, with the sum that the
 * name holds; null when there is none. Source: Node.js, src/node_sea.cc (SeaSerializer).
 */
export function nativePart(binary: Buffer): Buffer | null {
  for (let at = binary.indexOf(nativeName); at >= 0; at = binary.indexOf(nativeName, at + 1)) {
    const [name, sum] = /^native\/libsql-([0-9a-f]{64})\.node/.exec(binary.toString("latin1", at, at + 100)) ?? [];
    if (name === undefined) continue;
    const start = at + name.length + 8;
    const length = Number(binary.readBigUInt64LE(start - 8));
    const part = binary.subarray(start, start + length);
    if (sha256(part) === sum) return part;
  }
  return null;
}

function sha256(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Looks over the archives of the targets in a folder; throws, naming what is wrong. */
export function checkArchives(folder: string, targets: readonly Target[], archiveOf: (target: Target) => string): void {
  const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8");
  const faults = targets.flatMap((target) =>
    archiveFaults(archiveOf(target), target, sums).map((fault) => `${basename(archiveOf(target))}: ${fault}`),
  );
  if (faults.length > 0) throw new Error(`Not to be released:\n  ${faults.join("\n  ")}`);
}
