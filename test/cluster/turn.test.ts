/** What one node does for all: begun with its turn, and ended before the turn is another node's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTurn } from "../../src/server/storage/turn.ts";

function prepare() {
  const events: string[] = [];
  let release = (): void => undefined;
  const begin = () => {
    events.push("begun");
    return () => {
      events.push("ending");
      return new Promise<void>((resolve) => {
        release = () => {
          events.push("ended");
          resolve();
        };
      });
    };
  };
  return { events, begin, release: () => release(), turn: createTurn() };
}

test("it begins with the turn, and the turn goes on when it has ended", async () => {
  const { events, begin, release, turn } = prepare();
  turn.during(begin);
  assert.equal(events.length, 0);
  turn.arrive();
  assert.deepEqual(events, ["begun"]);
  const left = turn.leave().then(() => events.push("left"));
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(events, ["begun", "ending"]);
  release();
  await left;
  assert.deepEqual(events, ["begun", "ending", "ended", "left"]);
  turn.arrive();
  assert.equal(events.at(-1), "begun", "it begins again when the turn comes back");
});

test("it begins at once where the turn is here, and is ended for good by the one that had it begin", async () => {
  const { events, begin, release, turn } = prepare();
  turn.arrive();
  const end = turn.during(begin);
  assert.deepEqual(events, ["begun"]);
  const ended = end();
  release();
  await ended;
  await turn.leave();
  turn.arrive();
  assert.deepEqual(events, ["begun", "ending", "ended"]);
});
