/** A file of tests that leaves a file handle open, for collected.test.ts. */
import { open } from "node:fs/promises";
import { test } from "node:test";

test("opens a file and lets go of it", async () => {
  await open(import.meta.filename);
});
