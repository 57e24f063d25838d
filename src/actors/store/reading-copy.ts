/**
 * Reading while a disk takes no writes: SQLite cannot open a file with a log there, so a copy of the two is opened elsewhere. Whoever
 * writes has the file itself opened first.
 */
import { constants, copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { storageTrouble } from "./failures.ts";

/** More than SQLite needs to open a file with a log. */
const probeSize = 1 << 17;

/** Why the folder takes no writes at the moment: the error that a small file there met; null when it takes them. */
export function whyNoWrites(folder: string): NodeJS.ErrnoException | null {
  const probe = join(folder, "probe.new");
  try {
    writeFileSync(probe, Buffer.alloc(probeSize), { mode: 0o600 });
    return null;
  } catch (error) {
    return storageTrouble(error) === null ? null : (error as NodeJS.ErrnoException);
  } finally {
    removeQuietly(probe);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Nothing was made, or it goes with the next start of the machine.
  }
}

export interface ReadingCopy {
  readonly file: string;
  remove(): void;
}

/** A copy of a database and its log, of which nobody writes the original, for the owner alone. Throws when there is no room for it. */
export function copyForReading(file: string): ReadingCopy {
  const folder = mkdtempSync(join(tmpdir(), "dayshift-reading-"));
  const remove = (): void => removeQuietly(folder);
  process.once("exit", remove);
  try {
    for (const suffix of ["", "-wal"]) {
      const to = join(folder, basename(file) + suffix);
      if (existsSync(file + suffix)) copyFileSync(file + suffix, to, constants.COPYFILE_FICLONE);
    }
  } catch (error) {
    remove();
    throw error;
  }
  return {
    file: join(folder, basename(file)),
    remove() {
      process.off("exit", remove);
      remove();
    },
  };
}

/** Throws what the disk says when it still takes no writes. */
export function requireWrites(file: string): void {
  const why = whyNoWrites(dirname(file));
  if (why !== null) throw why;
}
