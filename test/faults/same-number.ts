/**
 * A process that writes a file, takes it away, and copies another one to its place, until the two have the same number; then a sync of the
 * second fails. Says whether the second is as it was copied.
 */
import { copyFileSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";

const [file = ""] = process.argv.slice(2);
const original = `${file}.original`;
const copied = Buffer.alloc(8192, "copied");
const tries = 50;

function takesNumber(): boolean {
  writeFileSync(file, Buffer.alloc(copied.length, "written"));
  const { ino } = statSync(file);
  rmSync(file);
  copyFileSync(original, file);
  return statSync(file).ino === ino;
}

function findSame(): boolean {
  for (let left = tries; left > 0; left--) if (takesNumber()) return true;
  return false;
}

function afterSync(): string {
  try {
    fsyncSync(openSync(file, "r+"));
    return "the sync did not fail";
  } catch {
    return readFileSync(file).equals(copied) ? "as it was copied" : "with bytes of the one before";
  }
}

writeFileSync(original, copied);
process.stdout.write(JSON.stringify(findSame() ? afterSync() : "no number came twice"));
