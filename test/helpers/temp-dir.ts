/** A folder of its own for a test, gone when the test has ended. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** The path of a fresh, empty folder; it is removed after the test, with all that is in it. */
export function tempDir(t: Pick<TestContext, "after">): string {
  const path = mkdtempSync(join(tmpdir(), "dayshift-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
