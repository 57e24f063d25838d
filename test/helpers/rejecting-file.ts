/** A file of tests with an error that nobody awaits, for collected.test.ts. */
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";

async function fail(): Promise<void> {
  await turn();
  throw new Error("nobody awaits this");
}

test("begins what fails, and waits for something else", async () => {
  void fail();
  await turn();
  await turn();
});
