/**
 * Loaded before each file of tests (test/run.ts): when a test and what it has put off to its end (`t.after`) are over, a file handle that
 * it has opened and nobody closed fails it; what shows only later fails the file.
 */
import { after, afterEach, beforeEach, type TestContext } from "node:test";
import { isMainThread } from "node:worker_threads";
import { leftOpen, newlyLeftOpen, watchHandles } from "./left-open.ts";

/** What each running test has put off to its end and has not done. */
const putOff = new WeakMap<object, number>();

/** Has `after` of the test look once the last of its actions is done. */
function countPutOff(t: TestContext): void {
  const register = t.after.bind(t);
  putOff.set(t, 0);
  t.after = (action = () => undefined, options) => {
    putOff.set(t, (putOff.get(t) ?? 0) + 1);
    const counted = async (context: TestContext): Promise<void> => {
      try {
        await action(context, () => undefined);
      } finally {
        putOff.set(t, (putOff.get(t) ?? 1) - 1);
      }
      await look(t);
    };
    register(counted, options);
  };
}

async function look(t: TestContext): Promise<void> {
  if ((putOff.get(t) ?? 0) === 0) refuse(await newlyLeftOpen());
}

function refuse(left: readonly string[]): void {
  if (left.length > 0) throw new Error(`Nobody has closed a file handle: ${left.join("\n")}`);
}

// The process that starts those of the files has none of its own, and threads end with what started them.
if (isMainThread && process.env["NODE_TEST_CONTEXT"] !== undefined) {
  watchHandles();
  beforeEach((t) => countPutOff(t as TestContext));
  afterEach((t) => look(t as TestContext));
  after(async () => refuse(await leftOpen()));
}
