/**
 * Loaded before each file of tests (test/run.ts): ends the process of a file that runs for longer than a quarter of an hour, with what it
 * was doing, so that a loop without an end fails its file and nothing else. The slowest file takes some three minutes.
 */
import { isMainThread } from "node:worker_threads";

const minutes = Number(process.env["DAYSHIFT_TEST_FILE_MINUTES"] ?? 15);

// The process that starts those of the files is not bounded, and threads end with what started them.
if (isMainThread && process.env["NODE_TEST_CONTEXT"] !== undefined) {
  setTimeout(() => {
    const held = process.getActiveResourcesInfo().join(", ");
    console.error(`A file of tests ran for ${minutes} minutes, and was ended. It still waited for: ${held}.`);
    process.exit(1);
  }, minutes * 60_000).unref();
}
