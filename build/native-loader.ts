/**
 * Stands in for @neon-rs/load in the single binary: libsql's native part comes out of the binary into a folder, once, and is
 * loaded from there, because no system loads a library from memory.
 */
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { getAssetKeys, getRawAsset } from "node:sea";

const variable = "DAYSHIFT_NATIVE_DIR";

const pieceLength = 1 << 18;

/** Bits that let anybody but the owner write: what lies there is run. */
const writableByOthers = 0o022;

/** libsql's native module. Throws, saying what to do, when no folder takes it. */
export function load(): unknown {
  const name = getAssetKeys().find((key) => key.startsWith("native/")) ?? "";
  const failures: string[] = [];
  for (const folder of folders()) {
    try {
      const module = { exports: {} };
      process.dlopen(module, place(folder, name));
      return module.exports;
    } catch (error) {
      failures.push(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `The native part of the database cannot be loaded. Set ${variable} to a folder of this user's own that is not mounted noexec. Tried:\n  ${failures.join("\n  ")}`,
  );
}

/** libsql asks for it only where it was not sent here. */
export function currentTarget(): string {
  return `${process.platform}-${process.arch}`;
}

function folders(): string[] {
  const wanted = process.env[variable];
  if (wanted) return [wanted];
  const cache = process.env["XDG_CACHE_HOME"];
  const user = process.getuid?.() ?? "user";
  return [
    cache ? join(cache, "dayshift") : join(home(), ".cache", "dayshift"),
    join(tmpdir(), `dayshift-native-${user}`),
  ];
}

function home(): string {
  try {
    return homedir();
  } catch {
    return tmpdir(); // a user that the system does not know
  }
}

/** The path of the library in the folder: the one that lies there when it has the checksum of its name, else a fresh one. */
function place(folder: string, asset: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder); // of a link: never ours to follow
  const user = process.getuid?.();
  if (user !== undefined && (uid !== user || (mode & writableByOthers) !== 0)) {
    throw new Error("another user can write there");
  }
  const path = join(folder, asset.slice("native/".length));
  if (isWhole(path)) return path;
  const fresh = `${path}.${process.pid}.new`;
  rmSync(fresh, { force: true });
  const descriptor = openSync(fresh, "wx", 0o700);
  try {
    writeAll(descriptor, Buffer.from(getRawAsset(asset)));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(fresh, path);
  return path;
}

/** Read in pieces: the whole of it, and of the one inside the binary, would stay in memory. */
function isWhole(path: string): boolean {
  const descriptor = open(path);
  if (descriptor === null) return false;
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(pieceLength);
  try {
    for (let read = readSync(descriptor, piece); read > 0; read = readSync(descriptor, piece)) {
      hash.update(piece.subarray(0, read));
    }
    return path.endsWith(`-${hash.digest("hex")}.node`);
  } catch {
    return false;
  } finally {
    closeSync(descriptor);
  }
}

function open(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch {
    return null;
  }
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
}
