/** What is said of built binaries without running them, on small ones made here: right ones pass, and every fault is named. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test, type TestContext } from "node:test";
import { archiveFaults, binaryFaults, machine, nativePart } from "../../build/artefacts.ts";
import { readMachO, signatureFault, signed } from "../../build/macho.ts";
import { readPe, unsigned } from "../../build/pe.ts";
import { type Target, targets } from "../../build/targets.ts";
import { tempDir } from "../helpers/temp-dir.ts";

function sha256(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The head of a file of code for Linux; x64 is 62, arm64 is 183. */
function elf(processor: number): Buffer {
  const file = Buffer.alloc(200);
  file.write("\x7fELF\x02\x01", "latin1");
  file.writeUInt16LE(processor, 18);
  return file;
}

interface MachOOptions {
  readonly cpu?: number;
  /** Bytes between the commands and the first content. */
  readonly room?: number;
}

/** An executable for macOS of two segments, the second with what `content` holds. */
function machO(content: Buffer, { cpu = 0x0100000c, room = 1000 }: MachOOptions = {}): Buffer {
  const commands = [segment("__TEXT", 0, 0x4000, 32 + 152 + 72 + room), segment("__LINKEDIT", 0x4000, content.length)];
  const head = Buffer.alloc(32);
  for (const [at, word] of [0xfeedfacf, cpu, 0, 2, commands.length, Buffer.concat(commands).length].entries())
    head.writeUInt32LE(word, 4 * at);
  const text = Buffer.concat([head, ...commands]);
  return Buffer.concat([text, Buffer.alloc(0x4000 - text.length, 0xaa), content]);
}

function segment(name: string, offset: number, size: number, sectionAt?: number): Buffer {
  const command = Buffer.alloc(sectionAt === undefined ? 72 : 152);
  command.writeUInt32LE(0x19, 0);
  command.writeUInt32LE(command.length, 4);
  command.write(name, 8);
  command.writeBigUInt64LE(BigInt(offset), 40);
  command.writeBigUInt64LE(BigInt(size), 48);
  if (sectionAt !== undefined) {
    command.writeUInt32LE(1, 64);
    command.writeUInt32LE(sectionAt, 72 + 48);
  }
  return command;
}

/** An executable for Windows of one section, and behind it what signs it. */
function pe(content: Buffer, signature = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(0x400);
  head.write("MZ");
  head.writeUInt32LE(0x80, 0x3c);
  head.write("PE\0\0", 0x80);
  head.writeUInt16LE(0x8664, 0x84);
  head.writeUInt16LE(1, 0x86);
  head.writeUInt16LE(240, 0x94);
  head.writeUInt16LE(0x20b, 0x98);
  head.writeUInt32LE(0x1234, 0x98 + 64);
  if (signature.length > 0) {
    head.writeUInt32LE(head.length + content.length, 0x98 + 144);
    head.writeUInt32LE(signature.length, 0x98 + 148);
  }
  head.write(".text", 0x98 + 240);
  head.writeUInt32LE(content.length, 0x98 + 240 + 16);
  head.writeUInt32LE(head.length, 0x98 + 240 + 20);
  return Buffer.concat([head, content, signature]);
}

/** The native part as it stands in a binary. */
function carried(native: Buffer, sum = sha256(native)): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(native.length));
  return Buffer.concat([Buffer.from(`native/libsql-${sum}.node`), length, native, Buffer.from("more")]);
}

const wholes: Readonly<Record<string, Buffer>> = {
  "linux-x64": Buffer.concat([elf(62), carried(elf(62))]),
  "linux-arm64": Buffer.concat([elf(183), carried(elf(183))]),
  "darwin-arm64": signed(machO(carried(signed(machO(Buffer.alloc(100)), "native"))), "dayshift"),
  "win32-x64": pe(carried(pe(Buffer.alloc(10)))),
};

test("every target is known, and a whole binary of it has no fault", () => {
  assert.deepEqual(Object.keys(wholes).sort(), targets.map(({ name }) => name).sort());
  for (const [name, binary] of Object.entries(wholes)) assert.deepEqual(binaryFaults(binary, name), [], name);
});

const faulty: readonly (readonly [string, string, Buffer, RegExp])[] = [
  [
    "of another machine",
    "linux-x64",
    wholes["linux-arm64"] as Buffer,
    /^it is for ELF arm64, and should be for ELF x64$/,
  ],
  ["that is no binary", "win32-x64", Buffer.from("text"), /^it is for no machine that is known/],
  [
    "with another machine's native part",
    "linux-x64",
    Buffer.concat([elf(62), carried(elf(183))]),
    /^its native part is for ELF arm64/,
  ],
  [
    "with a damaged native part",
    "linux-x64",
    Buffer.concat([elf(62), carried(elf(62), "0".repeat(64))]),
    /^it holds no native part/,
  ],
  ["without one", "linux-arm64", elf(183), /^it holds no native part/],
  [
    "that macOS would not run",
    "darwin-arm64",
    machO(carried(signed(machO(Buffer.alloc(9)), "n"))),
    /^macOS would not run it: it has no signature$/,
  ],
  [
    "whose native part macOS would not load",
    "darwin-arm64",
    signed(machO(carried(machO(Buffer.alloc(9)))), "d"),
    /^macOS would not run its native part: it has no signature$/,
  ],
  [
    "with a signature of before",
    "win32-x64",
    pe(carried(pe(Buffer.alloc(10))), Buffer.from("signed")),
    /^it carries a signature/,
  ],
  [
    "that was cut",
    "win32-x64",
    pe(Buffer.concat([carried(pe(Buffer.alloc(10))), Buffer.alloc(500)])).subarray(0, -400),
    /^its section \.text ends beyond it$/,
  ],
];
for (const [what, target, binary, says] of faulty) {
  test(`a binary for ${target} ${what} is named`, () => {
    assert.match(binaryFaults(binary, target).join("\n"), says);
  });
}

test("a signature covers every byte before it, and nothing else", () => {
  const executable = machO(Buffer.alloc(20_001, "x"));
  const whole = signed(executable, "dayshift");
  assert.equal(signatureFault(whole), null);
  assert.equal(whole.length % 16, 0);
  assert.equal(readMachO(whole).commands, readMachO(executable).commands + 1);
  for (const at of [40, 0x4000, executable.length - 1]) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] as number) ^ 1;
    assert.match(signatureFault(changed) ?? "", /was signed|no signature|leaves it out/, String(at));
  }
  assert.match(signatureFault(Buffer.concat([whole, Buffer.alloc(1)])) ?? "", /at its end/);
});

test("what cannot be signed is refused", () => {
  const some = Buffer.alloc(10);
  assert.throws(() => signed(signed(machO(some), "d"), "d"), /has a signature/);
  assert.throws(() => signed(machO(some, { cpu: 0x01000007 }), "d"), /not? executable for arm64/);
  assert.throws(() => signed(machO(some, { room: 8 }), "d"), /no room/);
  assert.throws(() => signed(Buffer.concat([machO(some), some]), "d"), /does not end/);
  assert.throws(() => signed(elf(62), "d"), /no 64-bit Mach-O/);
});

test("the signature of a publisher is removed whole, with its checksum", () => {
  const content = Buffer.from("content");
  const bare = unsigned(pe(content, Buffer.from("signed")));
  const { signature, checksumAt } = readPe(bare);
  assert.deepEqual([signature, bare.readUInt32LE(checksumAt)], [null, 0]);
  assert.equal(bare.length, pe(content).length);
  assert.deepEqual(unsigned(pe(content)), pe(content));
  assert.throws(() => unsigned(Buffer.concat([pe(content, Buffer.from("signed")), content])), /at its end/);
});

test("the native part that is installed here is for this machine", () => {
  const target = targets.find(({ name }) => name === `${process.platform}-${process.arch}`);
  if (target === undefined) return;
  const native = createRequire(import.meta.url).resolve(target.libsql);
  const bytes = readFileSync(native);
  assert.equal(machine(bytes), machine(wholes[target.name] as Buffer));
  assert.deepEqual(nativePart(carried(bytes)), bytes);
});

/** An archive of a target in a fresh folder, and the line of its sum. */
function packed(t: TestContext, target: Target, binary: Buffer): { archive: string; sums: string } {
  const folder = tempDir(t);
  const inside = target.isWindows ? "dayshift.exe" : "dayshift";
  writeFileSync(join(folder, inside), binary);
  const archive = join(folder, `dayshift-1.0.0-${target.name}.tar.gz`);
  execFileSync("tar", ["-czf", archive, "-C", folder, inside]);
  return { archive, sums: `${sha256(readFileSync(archive))}  ${basename(archive)}\n` };
}

test("an archive is among the checksums, and contains the binary of its target", (t) => {
  for (const target of targets) {
    const { archive, sums } = packed(t, target, wholes[target.name] as Buffer);
    assert.deepEqual(archiveFaults(archive, target, sums), []);
    assert.deepEqual(archiveFaults(archive, target, sums.replace(/^../, "zz")), ["its sum is not in SHA256SUMS"]);
    const other = targets.find(({ name, isWindows }) => name !== target.name && isWindows === target.isWindows);
    if (other !== undefined) assert.match(archiveFaults(archive, other, sums).join(), /^it is for /);
  }
});
