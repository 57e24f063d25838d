/** How one lane of due work takes turns, and ends. */
import assert from "node:assert/strict";
import test from "node:test";
import { createSemaphore } from "../../../src/actors/runtime/semaphore.ts";
import { createLane, type Lane } from "../../../src/actors/work/lane.ts";
import { eventually } from "../../helpers/settle.ts";

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

test("kinds take turns: the one of which a piece began last comes last", async () => {
  const asked: string[] = [];
  const due = ["a1", "a2", "a3", "b1", "c1"];
  const semaphore = createSemaphore(1);
  const lane: Lane = createLane<string>({
    kinds: ["a", "b", "c"],
    kindOf: (work) => work.charAt(0),
    dueKinds: () => [...new Set(due.map((work) => work.charAt(0)))],
    take: async (kinds) => {
      asked.push(kinds.join(""));
      const next = kinds.flatMap((kind) => due.filter((work) => work.startsWith(kind))).slice(0, 1);
      for (const work of next) due.splice(due.indexOf(work), 1);
      return next;
    },
    run: async () => undefined,
    onTrouble: (error) => assert.fail(String(error)),
    look: () => due.length > 0 && lane.takeDue(),
    working: { slots: 1, semaphore },
    waiting: { slots: 0, semaphore: createSemaphore(0) },
    stopping: new AbortController().signal,
  });
  lane.takeDue();
  await eventually("all have begun", () => due.length === 0);
  await lane.ended();
  assert.deepEqual(asked, ["abc", "bca", "cab", "abc", "bca"]);
});
