/** The measure of what is made of captures: its set, its figures, and a model that is measured. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import test from "node:test";
import { createBuiltinModel } from "../../src/actors/models/builtin/engine.ts";
import { digestCapture } from "../../src/actors/models/builtin/capture/digest.ts";
import { answer, completion, scripted } from "../actors/models/scripted-server.ts";
import { type Part, questions } from "./cases.ts";
import { scoreWhere, tableOf } from "./results.ts";
import { precisionOf, recallOf } from "./score.ts";
import { judgeAll, utteranceTable } from "./utterances/judge.ts";

const judged = await judgeAll(createBuiltinModel);
const results = questions.map((question) => ({ question, digest: digestCapture(question.source) }));

test("the set has notes and talks, captures that ask for nothing, other languages, and a held-out part", () => {
  const count = (passes: (question: (typeof questions)[number]) => boolean) => questions.filter(passes).length;
  assert.ok(questions.length >= 40);
  assert.equal(new Set(questions.map(({ name }) => name)).size, questions.length);
  assert.ok(count(({ source }) => source.type === "note") >= 20);
  assert.ok(count(({ source }) => source.type === "recording") >= 15);
  assert.ok(count(({ expected }) => expected.length === 0) >= 9);
  assert.ok(count(({ part }) => part !== "seen") >= 40);
});

test("the built-in engine keeps its precision and recall, also where nobody looked", () => {
  const of = (part: Part) => scoreWhere(results, (question) => question.part === part);
  for (const [part, precision, recall] of [
    ["seen", 0.98, 0.98],
    ["held out", 0.94, 0.88],
    ["blind, first half", 0.98, 0.98],
    ["blind, second half", 0.9, 0.85],
  ] as const) {
    assert.ok(precisionOf(of(part)) >= precision, tableOf(results));
    assert.ok(recallOf(of(part)) >= recall, tableOf(results));
  }
  assert.equal(of("seen").rightDays, of("seen").days);
  assert.equal(of("blind, first half").rightTitles, of("blind, first half").titles);
});

test("of at least 850 utterances the built-in engine misreads none, and does nothing that nobody asked for", () => {
  assert.ok(judged.length >= 850);
  const others = judged.filter(({ verdict }) => verdict !== "right");
  assert.deepEqual(
    others.map(({ verdict, utterance, answer }) => [verdict, ...utterance.say, answer]),
    [],
  );
});

test("the published figures are those of this state", () => {
  assert.equal(
    readFileSync(new URL("RESULTS.md", import.meta.url), "utf8"),
    `${tableOf(results)}\n${utteranceTable(judged)}`,
  );
});

/** Status and output of `npm run eval` with the model of that server. */
async function evaluate(baseUrl: string) {
  const env = { ...process.env, DAYSHIFT_MODEL: "openai-compatible:scripted", DAYSHIFT_MODEL_BASE_URL: baseUrl };
  const child = spawn(process.execPath, ["test/eval/run.ts"], { cwd: new URL("../..", import.meta.url), env });
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { out, err, status: status as number | null };
}

test("a configured model is measured, also one that must be asked again", async () => {
  const digest = JSON.stringify({ title: "A capture", subtitle: "It was said.", summary: "It was said.", todos: [] });
  const busy = answer(503, { error: { message: "busy" } }, { connection: "close", "retry-after": "1" });
  await using server = await scripted(busy, completion(digest));
  const { out, err, status } = await evaluate(server.baseUrl);
  assert.deepEqual([status, err], [0, ""]);
  assert.match(out.slice(out.indexOf("openai-compatible:scripted")), /\| seen \| \d+ \| \d+ \| /);
});

test("a configured model that cannot be asked is named, with the reason", async () => {
  await using server = await scripted(answer(401, { error: { message: "no" } }));
  const { out, err, status } = await evaluate(server.baseUrl);
  assert.equal(status, 1);
  assert.match(out, /builtin/);
  assert.match(err, /openai-compatible:scripted\n\n.*\n$/);
});
