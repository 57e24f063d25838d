/** The garbage of the process, collected so that a file handle that nobody has closed shows: Node then throws, where nothing catches it. */
import { setImmediate as turn } from "node:timers/promises";

/** One collection finds what nothing refers to; what that referred to is found by the next. */
const collections = 3;

/** Does nothing in a process that was not started with `--expose-gc`. */
export async function collectGarbage(): Promise<void> {
  for (let count = 0; count < collections; count++) {
    globalThis.gc?.();
    await turn(); // handles are looked at behind the collection
  }
}
