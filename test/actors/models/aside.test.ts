/** Long captures are read in a thread of their own. What this thread reads is counted where all reading goes through: the cutting into sentences. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { digestAside } from "../../../src/actors/models/builtin/capture/aside.ts";
import { digestCapture } from "../../../src/actors/models/builtin/capture/digest.ts";
import { createModel } from "../../../src/actors/models/index.ts";
import { summarise } from "../../../src/actors/models/language/digest.ts";
import type { CaptureSource, SourceLine } from "../../../src/actors/runtime/ports.ts";
import { createFakeClock } from "../../helpers/clock.ts";

const { signal } = new AbortController();
const most = 2000;

function note(text: string): CaptureSource {
  const lines = text
    .split("\n")
    .map((line, index): SourceLine => ({ part: "content", number: index + 1, speaker: null, text: line }));
  return { type: "note", title: null, lines, saidAt: Date.parse("2026-01-05T09:00:00Z"), timezone: "UTC" };
}

/** Counts the characters that this thread cuts into sentences from now on. */
function counting(t: TestContext): () => number {
  const segment = t.mock.method(Intl.Segmenter.prototype, "segment");
  return () => segment.mock.calls.reduce((sum, { arguments: [text] }) => sum + text.length, 0);
}

const sentence = "The harbour project needs a new pier and somebody who builds it. ";
const long: readonly (readonly [what: string, source: CaptureSource])[] = [
  ["100,000 characters", note(sentence.repeat(1540))],
  ["many short lines", note("TODO: call Ana tomorrow\n".repeat(11))],
  ["a text just too long", note("a".repeat(most + 1))],
];

for (const [what, source] of long)
  test(`nothing of ${what} is read in this thread, and the digest is the same`, async (t) => {
    const counted = counting(t);
    const digest = await digestAside(source, signal);
    assert.equal(counted(), 0);
    assert.deepEqual(digest, digestCapture(source));
    assert.ok(counted() > 0, "what is counted is what a digest reads");
  });

test("a short text is read in this thread", async (t) => {
  const counted = counting(t);
  const source = note(`${sentence}\nTODO: call Ana`);
  const digest = await digestAside(source, signal);
  assert.ok(counted() > 0 && counted() <= most);
  assert.deepEqual(digest, digestCapture(source));
});

test("the built-in engine, and a model that says nothing of use, leave a long text to that thread", async (t) => {
  const [, source] = long[0] as (typeof long)[number];
  const model = await createModel({ model: "builtin" }, createFakeClock());
  const counted = counting(t);
  const byEngine = await model.summarise(source, signal);
  const afterModel = await summarise(source, signal, async () => "no digest");
  assert.equal(counted(), 0);
  assert.deepEqual([byEngine, afterModel], [digestCapture(source), digestCapture(source)]);
});

test("who stops waiting is answered at once, and the next text is read", async () => {
  const [, source] = long[0] as (typeof long)[number];
  const stopped = new AbortController();
  const first = digestAside(source, stopped.signal);
  const queued = digestAside(source, stopped.signal);
  const next = digestAside(source, signal);
  stopped.abort(new Error("The service stops."));
  await assert.rejects(first, /The service stops/);
  await assert.rejects(queued, /The service stops/);
  assert.deepEqual(await next, digestCapture(source));
});

test("what cannot be read rejects, and holds up nothing", async () => {
  const broken = { ...note("a\n".repeat(50)), timezone: "Nowhere/Land", saidAt: Number.NaN };
  await assert.rejects(digestAside({ ...broken, lines: [null, ...broken.lines] as never }, signal), TypeError);
  assert.equal((await digestAside(note("Fine."), signal)).summary, "Fine.");
});
