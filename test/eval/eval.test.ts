import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { digestCapture } from "../../src/actors/models/builtin/capture/digest.ts";
import { questions } from "./cases.ts";
import { scoreWhere, tableOf } from "./results.ts";
import { precisionOf, recallOf } from "./score.ts";

const results = questions.map((question) => ({ question, digest: digestCapture(question.source) }));

test("the set has notes and talks, captures that ask for nothing, other languages, and some that are held out", () => {
  const count = (passes: (question: (typeof questions)[number]) => boolean) => questions.filter(passes).length;
  assert.ok(questions.length >= 40);
  assert.equal(new Set(questions.map(({ name }) => name)).size, questions.length);
  assert.ok(count(({ source }) => source.type === "note") >= 20);
  assert.ok(count(({ source }) => source.type === "recording") >= 15);
  assert.ok(count(({ expected }) => expected.length === 0) >= 9);
  assert.ok(count(({ isHeldOut }) => isHeldOut) >= 10);
});

test("the built-in engine keeps its precision and recall, also where nobody looked", () => {
  const seen = scoreWhere(results, ({ isHeldOut }) => !isHeldOut);
  const heldOut = scoreWhere(results, ({ isHeldOut }) => isHeldOut);
  assert.ok(precisionOf(seen) >= 0.98, tableOf(results));
  assert.ok(recallOf(seen) >= 0.97, tableOf(results));
  assert.ok(precisionOf(heldOut) >= 0.94, tableOf(results));
  assert.ok(recallOf(heldOut) >= 0.88, tableOf(results));
  assert.equal(seen.rightDays, seen.days);
});

test("the published figures are those of this state", () => {
  assert.equal(readFileSync(new URL("RESULTS.md", import.meta.url), "utf8"), tableOf(results));
});
