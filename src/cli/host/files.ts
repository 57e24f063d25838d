/** Host: files of this user, and files that a command names. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Files } from "../ports/io.ts";
import { takeLock } from "./lock.ts";

/** Files in a folder, which is made with the first of them. */
export function createFiles(folder: string): Files {
  const makeFolder = (): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  };
  return {
    read(name) {
      const path = join(folder, name);
      return existsSync(path) ? readFileSync(path, "utf8") : null;
    },
    write(name, content) {
      makeFolder();
      const fresh = join(folder, `${name}.new`);
      writeFileSync(fresh, content, { mode: 0o600 });
      renameSync(fresh, join(folder, name));
    },
    lock(name) {
      makeFolder();
      return takeLock(join(folder, name));
    },
    load: (path) => readFileSync(path, "utf8"),
    bytes: readStart,
  };
}

/** The first bytes of a file, at most so many. */
export function readStart(path: string, most: number): Uint8Array {
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(Math.min(most, fstatSync(file).size));
    let at = 0;
    let read = 0;
    do {
      read = readSync(file, bytes, at, bytes.length - at, at);
      at += read;
    } while (read > 0 && at < bytes.length);
    return bytes.subarray(0, at);
  } finally {
    closeSync(file);
  }
}
