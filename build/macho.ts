/**
 * Signs an executable for macOS on arm64, which runs none without a signature: the ad-hoc one that linkers make, which says who nobody
 * is and holds a hash of every page. Source: xnu, osfmk/kern/cs_blobs.h; LLVM, lld/MachO/SyntheticSections.cpp (CodeSignatureSection).
 */
import { createHash } from "node:crypto";

const magic64 = 0xfeedfacf;
const arm64 = 0x0100000c;
const segment64 = 0x19;
const codeSignature = 0x1d;

const headerLength = 32;
const segmentLength = 72;
const sectionLength = 80;
const commandLength = 16;
const memoryPage = 0x4000;

const superBlobMagic = 0xfade0cc0;
const directoryMagic = 0xfade0c02;
/** A super blob with one entry, before the code directory; a code directory of version 0x20400, before the identifier. */
const superBlobLength = 20;
const directoryLength = 88;
const directoryVersion = 0x20400;
/** Ad hoc, and made by a linker: a publisher may put a signature of their own in its place. */
const flags = 0x20002;
const mainBinary = 1n;
const sha256Type = 2;
const hashLength = 32;
const pageBits = 12;
const pageLength = 1 << pageBits;

export interface Segment {
  readonly name: string;
  /** Where its command stands. */
  readonly at: number;
  readonly fileOffset: number;
  readonly fileSize: number;
}

export interface MachO {
  readonly cpu: number;
  readonly commands: number;
  readonly commandsLength: number;
  readonly segments: readonly Segment[];
  /** Where the content of the first section begins: commands end before. */
  readonly firstContent: number;
  /** The bytes of the signature; null without one. */
  readonly signature: { readonly offset: number; readonly size: number } | null;
}

/** What the head of a 64-bit Mach-O file says. Throws when it is none. */
export function readMachO(file: Buffer): MachO {
  if (file.length < headerLength || file.readUInt32LE(0) !== magic64) throw new Error("This is no 64-bit Mach-O file.");
  const commands = file.readUInt32LE(16);
  const segments: Segment[] = [];
  let signature: MachO["signature"] = null;
  let firstContent = file.length;
  let at = headerLength;
  for (let left = commands; left > 0; left--) {
    const command = file.readUInt32LE(at);
    if (command === segment64) {
      segments.push(readSegment(file, at));
      firstContent = Math.min(firstContent, ...contentsOf(file, at));
    }
    if (command === codeSignature) signature = { offset: file.readUInt32LE(at + 8), size: file.readUInt32LE(at + 12) };
    at += file.readUInt32LE(at + 4);
  }
  const commandsLength = file.readUInt32LE(20);
  return { cpu: file.readUInt32LE(4), commands, commandsLength, segments, firstContent, signature };
}

function readSegment(file: Buffer, at: number): Segment {
  const name = file.toString("latin1", at + 8, at + 24).replace(/\0+$/, "");
  return { name, at, fileOffset: readNumber(file, at + 40), fileSize: readNumber(file, at + 48) };
}

/** Where the sections of a segment begin in the file; those of zeros alone are nowhere. */
function contentsOf(file: Buffer, at: number): number[] {
  const count = file.readUInt32LE(at + 64);
  const offsets = Array.from({ length: count }, (_, section) =>
    file.readUInt32LE(at + segmentLength + sectionLength * section + 48),
  );
  return offsets.filter((offset) => offset > 0);
}

function readNumber(file: Buffer, at: number): number {
  return Number(file.readBigUInt64LE(at));
}

/** The executable with a signature. Throws when it is not for arm64, has one already, or has no room for the command that names one. */
export function signed(executable: Buffer, identifier: string): Buffer {
  const { cpu, commands, commandsLength, segments, firstContent, signature } = readMachO(executable);
  const text = segments.find(({ name }) => name === "__TEXT");
  const links = segments.find(({ name }) => name === "__LINKEDIT");
  if (cpu !== arm64) throw new Error("This is no executable for arm64.");
  if (signature !== null) throw new Error("It has a signature, which would have to be taken out first.");
  if (text === undefined || links === undefined || links.fileOffset + links.fileSize !== executable.length)
    throw new Error("It does not end with the segment that signatures stand in.");
  const commandAt = headerLength + commandsLength;
  if (commandAt + commandLength > firstContent) throw new Error("It has no room for another command.");

  const codeLength = roundUp(executable.length, 16);
  const size = signatureLength(codeLength, identifier);
  const whole = Buffer.alloc(codeLength + size);
  executable.copy(whole);
  whole.writeUInt32LE(commands + 1, 16);
  whole.writeUInt32LE(commandsLength + commandLength, 20);
  for (const [at, word] of [codeSignature, commandLength, codeLength, size].entries())
    whole.writeUInt32LE(word, commandAt + 4 * at);
  const linksSize = whole.length - links.fileOffset;
  whole.writeBigUInt64LE(BigInt(roundUp(linksSize, memoryPage)), links.at + 32);
  whole.writeBigUInt64LE(BigInt(linksSize), links.at + 48);
  writeSignature(whole, codeLength, text, identifier);
  return whole;
}

function signatureLength(codeLength: number, identifier: string): number {
  const pages = Math.ceil(codeLength / pageLength);
  return roundUp(superBlobLength + directoryLength + identifier.length + 1 + pages * hashLength, 16);
}

/** Into what stands after the code; numbers of a signature have their high byte first. */
function writeSignature(whole: Buffer, codeLength: number, text: Segment, identifier: string): void {
  const blob = whole.subarray(codeLength);
  const pages = Math.ceil(codeLength / pageLength);
  const hashesAt = directoryLength + identifier.length + 1;
  const directory = blob.subarray(superBlobLength, superBlobLength + hashesAt + pages * hashLength);
  writeWords(blob, 0, [superBlobMagic, superBlobLength + directory.length, 1, 0, superBlobLength]);
  writeWords(directory, 0, [directoryMagic, directory.length, directoryVersion, flags, hashesAt, directoryLength]);
  writeWords(directory, 24, [0, pages, codeLength]);
  directory.set([hashLength, sha256Type, 0, pageBits], 36);
  directory.writeBigUInt64BE(BigInt(text.fileOffset), 64);
  directory.writeBigUInt64BE(BigInt(text.fileSize), 72);
  directory.writeBigUInt64BE(mainBinary, 80);
  directory.write(identifier, directoryLength, "latin1");
  for (const [page, hash] of pageHashes(whole.subarray(0, codeLength)).entries())
    hash.copy(directory, hashesAt + page * hashLength);
}

function writeWords(buffer: Buffer, at: number, words: readonly number[]): void {
  for (const [index, word] of words.entries()) buffer.writeUInt32BE(word, at + 4 * index);
}

function pageHashes(code: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(code.length / pageLength) }, (_, page) =>
    createHash("sha256")
      .update(code.subarray(page * pageLength, (page + 1) * pageLength))
      .digest(),
  );
}

/** What is wrong with the signature of a file; null when it has one, and every page of the file is as it says. */
export function signatureFault(file: Buffer): string | null {
  const { signature, segments } = readMachO(file);
  if (signature === null) return "it has no signature";
  if (signature.offset + signature.size !== file.length) return "its signature does not stand at its end";
  const links = segments.find(({ name }) => name === "__LINKEDIT");
  if (links === undefined || links.fileOffset + links.fileSize !== file.length) return "its last segment leaves it out";
  const blob = file.subarray(signature.offset);
  const directory = directoryIn(blob);
  if (directory === null) return "its signature has no code directory of SHA-256 hashes";
  const [hashesAt, count, codeLength] = [16, 28, 32].map((at) => directory.readUInt32BE(at)) as [
    number,
    number,
    number,
  ];
  const hashes = pageHashes(file.subarray(0, codeLength));
  if (codeLength !== signature.offset || hashes.length !== count) return "its signature is of another length";
  const wrong = hashes.findIndex(
    (hash, page) => !hash.equals(directory.subarray(hashesAt + page * 32, hashesAt + page * 32 + 32)),
  );
  return wrong < 0 ? null : `page ${wrong} is not the one that was signed`;
}

/** The code directory with SHA-256 hashes of pages of 4 KB or 16 KB among the blobs of a signature; null when there is none. */
function directoryIn(blob: Buffer): Buffer | null {
  if (blob.readUInt32BE(0) !== superBlobMagic) return null;
  for (let entry = 0; entry < blob.readUInt32BE(8); entry++) {
    const at = blob.readUInt32BE(16 + 8 * entry);
    if (blob.readUInt32BE(at) !== directoryMagic) continue;
    const directory = blob.subarray(at, at + blob.readUInt32BE(at + 4));
    if (directory[37] === sha256Type && directory[39] === pageBits) return directory;
  }
  return null;
}

function roundUp(length: number, step: number): number {
  return Math.ceil(length / step) * step;
}
