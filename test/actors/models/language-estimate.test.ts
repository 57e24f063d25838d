/** What a language model makes of finished work. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readEstimate } from "../../../src/actors/models/language/estimate.ts";
import { createModel } from "../../../src/actors/models/index.ts";
import type { FinishedWork } from "../../../src/actors/runtime/ports.ts";
import { HandClock } from "./hand-clock.ts";
import { completion, scripted } from "./scripted-server.ts";

const work: FinishedWork = {
  title: "Send the invoice",
  content: "x".repeat(5000),
  changes: 2,
  looks: 1,
  characters: 300,
  answer: "Sent.",
  isWithheld: false,
};
const good = { minutes: 12, reason: "Finding and sending it.", confidence: "high" } as const;

const answers: readonly (readonly [what: string, answer: unknown, read: unknown])[] = [
  ["as asked", good, good],
  ["a number in words of digits", { ...good, minutes: "12.4" }, good],
  ["more than a working day", { ...good, minutes: 100_000 }, { ...good, minutes: 480 }],
  ["nothing saved", { ...good, minutes: 0 }, { ...good, minutes: 0 }],
  ["less than nothing", { ...good, minutes: -1 }, null],
  ["no number", { ...good, minutes: "many" }, null],
  ["an unknown confidence", { ...good, confidence: "certain" }, { ...good, confidence: "low" }],
  ["a reason over lines", { ...good, reason: " Finding\r\n and\0 sending it. " }, good],
  ["no reason", { ...good, reason: "  " }, null],
  ["a list", [good], null],
];
for (const [what, answer, read] of answers) {
  test(`an estimate that is ${what} is read, or taken for none`, { rules: ["savings.model"] }, () => {
    assert.deepEqual(readEstimate(JSON.stringify(answer)), read);
  });
}

test("a long reason is cut, and words around the object are passed over", { rules: ["savings.model"] }, () => {
  const made = readEstimate(`Sure:\n\`\`\`json\n${JSON.stringify({ ...good, reason: "word ".repeat(200) })}\n\`\`\``);
  assert.ok(made !== null && made.reason.length <= 300);
  assert.equal(readEstimate(""), null);
});

test("a model with an unreadable answer is asked once more, then no longer", { rules: ["savings.model"] }, async () => {
  await using server = await scripted(completion("A lot!"), completion(JSON.stringify(good)), completion("Much!"));
  const model = await createModel({ model: "openai-compatible:test", baseUrl: server.baseUrl }, new HandClock());
  const { signal } = new AbortController();
  assert.deepEqual(await model.estimate?.(work, signal), good);
  assert.equal(await model.estimate?.(work, signal), null);
  assert.equal(server.bodies.length, 4);
  const sent = JSON.stringify(server.bodies[0]);
  assert.ok(sent.includes("Send the invoice") && sent.length < 6000, `${sent.length}`);
});
