/**
 * Loaded before anything that loads node:test (test/run.ts): its runner tracks each promise, to name the test in which an error came
 * up that nobody awaits. Of tests with very many promises that is nine tenths of the time: those of sound took 81 seconds, and take 10
 * without it. Such an error still fails the file, which is named (test/helpers/collected.test.ts).
 */
import hooks from "node:async_hooks";

const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
await import("node:test");
hooks.createHook = createHook;
