/** A file of tests that never ends (collected.test.ts). */
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";

test("waits for what never comes", async () => {
  for (;;) await setImmediate();
});
