/** A file of tests of which some leave a file handle open, for collected.test.ts. */
import { open } from "node:fs/promises";
import { test } from "node:test";

test("closes what it opens", async () => {
  await (await open(import.meta.filename)).close();
});

test("opens a file and lets go of it", async () => {
  await open(import.meta.filename);
});

test("closes at its end what it has opened", async (t) => {
  const handle = await open(import.meta.filename);
  t.after(() => handle.close());
});

test("lets go of a file at its end", async (t) => {
  const opened = { handle: await open(import.meta.filename) };
  t.after(() => void Reflect.deleteProperty(opened, "handle"));
  t.after(() => undefined);
});

test("opens nothing", () => undefined);
