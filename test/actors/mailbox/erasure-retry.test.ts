/** When it is tried again to take erased bytes out of a log that somebody else has open. */
import assert from "node:assert/strict";
import test from "node:test";
import { createErasureRetry } from "../../../src/actors/mailbox/erasure-retry.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { turns } from "../../helpers/settle.ts";

/** A file that another reader has open until `leave` is called. */
function start() {
  const clock = createFakeClock();
  const begun = clock.now();
  const tries: number[] = [];
  let isOpenElsewhere = true;
  const store = {
    owesErasure: true,
    payErasure: () => {
      tries.push((clock.now() - begun) / 1000);
      store.owesErasure = isOpenElsewhere;
    },
  };
  const mailbox = { between: async (action: () => void) => action() };
  const retry = createErasureRetry(clock, store, mailbox, (_what, error) => assert.fail(String(error)));
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000);
      await turns(5);
    }
  };
  const owe = (): void => {
    store.owesErasure = true;
    retry.retryLater();
  };
  owe();
  return { tries, pass, owe, retry, clock, leave: () => (isOpenElsewhere = false) };
}

test("the pauses grow up to 30 seconds while somebody reads, whatever is committed in the meantime", async () => {
  const { tries, pass, owe, leave, clock } = start();
  for (let second = 0; second < 100; second++) {
    await pass(1);
    owe();
  }
  assert.deepEqual(tries, [1, 3, 7, 15, 31, 61, 91]);
  leave();
  await pass(30);
  assert.deepEqual([tries.at(-1), clock.pending], [121, 0]);
  owe();
  await pass(1);
  assert.equal(tries.at(-1), 131, "the next erasure begins with a short pause");
});

test("nothing is tried after a stop", async () => {
  const { tries, pass, owe, retry } = start();
  retry.stop();
  owe();
  await pass(60);
  assert.deepEqual(tries, []);
});
