/** A folder of its own for a test, gone when the test has ended. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The path of a fresh, empty folder; it is removed after the test, with all that is in it. */
export function tempDir(t: { readonly after: (action: () => void) => unknown }): string {
  const path = mkdtempSync(join(tmpdir(), "dayshift-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
