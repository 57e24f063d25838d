/**
 * Loaded before each file of tests (test/run.ts): garbage is collected when its tests have ended, so that a file handle that nobody
 * has closed fails it. Node throws for each that a collection finds, where nothing catches it.
 */
import { after } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { isMainThread } from "node:worker_threads";

/** One collection finds what nothing holds; what that held is found by the next. */
const collections = 3;

async function collect(): Promise<void> {
  for (let count = 0; count < collections; count++) {
    globalThis.gc?.();
    await turn(); // handles are looked at behind the collection
  }
}

// The process that starts those of the files has none of its own, and threads end with what started them.
if (isMainThread && process.env["NODE_TEST_CONTEXT"] !== undefined) after(collect);
