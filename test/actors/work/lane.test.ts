/** How one lane of due work ends. */
import assert from "node:assert/strict";
import test from "node:test";
import { createSemaphore } from "../../../src/actors/runtime/semaphore.ts";
import { createLane } from "../../../src/actors/work/lane.ts";

/** A lane whose pieces are taken when the test says so; it sees which began. */
function startLane() {
  const stopping = new AbortController();
  const taking = Promise.withResolvers<readonly string[]>();
  const semaphore = createSemaphore(2);
  const begun: string[] = [];
  const lane = createLane<string>({
    kinds: ["kind"],
    kindOf: () => "kind",
    dueKinds: () => ["kind"],
    take: () => taking.promise,
    run: async (work) => void begun.push(work),
    onTrouble: (error) => assert.fail(String(error)),
    look: () => undefined,
    working: { slots: 2, semaphore },
    waiting: { slots: 0, semaphore: createSemaphore(0) },
    stopping: stopping.signal,
  });
  lane.takeDue();
  return { lane, stopping, taking, semaphore, begun };
}

test("a lane that stops while it takes pieces has ended when they are taken, begins none, and gives its slots back", async () => {
  const { lane, stopping, taking, semaphore, begun } = startLane();
  stopping.abort();
  let hasEnded = false;
  const ended = lane.ended().then(() => (hasEnded = true));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(hasEnded, false);
  taking.resolve(["one", "two"]);
  await ended;
  assert.deepEqual(begun, []);
  assert.deepEqual([semaphore.acquire(), semaphore.acquire()], [true, true]);
});

test("a lane that does not stop begins what it has taken", async () => {
  const { lane, taking, begun } = startLane();
  taking.resolve(["one", "two"]);
  await lane.ended();
  assert.deepEqual(begun, ["one", "two"]);
});
