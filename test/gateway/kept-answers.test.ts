/** Answers that are kept for the state that they were read from. */
import assert from "node:assert/strict";
import test from "node:test";
import { createKeptAnswers } from "../../src/gateway/kept-answers.ts";

const json = (text: string) => ({ text, bytes: text.length });

test("an answer is kept for the request and the state that it was put for, and for no other", () => {
  const kept = createKeptAnswers(1000);
  const [before, after] = [{}, {}];
  kept.put(before, "ana /todos", json("one"));
  assert.deepEqual(kept.get(before, "ana /todos"), json("one"));
  assert.equal(kept.get(before, "bo /todos"), undefined);
  assert.equal(kept.get(after, "ana /todos"), undefined);
});

test("what is kept never grows past the capacity, and one answer never drives out most of the others", () => {
  const kept = createKeptAnswers(800);
  const state = {};
  kept.put(state, "large", json("x".repeat(200)));
  assert.equal(kept.get(state, "large"), undefined);
  for (let n = 0; n < 9; n++) kept.put(state, `${n}`, json("y".repeat(88)));
  assert.deepEqual(
    Array.from({ length: 9 }, (_, n) => `${n}`).filter((n) => kept.get(state, n) !== undefined),
    ["8"],
  );
});

test("without room nothing is kept", () => {
  const kept = createKeptAnswers(0);
  const state = {};
  kept.put(state, "a", json("b"));
  assert.equal(kept.get(state, "a"), undefined);
});
