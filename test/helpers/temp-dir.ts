/** A folder of its own for a test, gone when the test has ended. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePlace, removePlace } from "../../src/testing/place.ts";

interface Host {
  readonly after: (action: () => void) => unknown;
}

/** The path of a fresh, empty folder, in memory where the system has room there; it is removed after the test, with all that is in it. */
export function tempDir(t: Host): string {
  const path = makePlace();
  t.after(() => removePlace(path));
  return path;
}

/** The same where the system keeps temporary files: on a disk, where a file has a largest size. */
export function diskDir(t: Host): string {
  const path = mkdtempSync(join(tmpdir(), "dayshift-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
