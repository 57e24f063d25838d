/** What a language model is asked about captures: so often a day, one capture at a time; the rules do the rest. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CaptureSource, Digest, ModelCall, OnCall } from "../../../src/actors/runtime/ports.ts";
import { createTestModel } from "../../helpers/model.ts";
import { startTestService } from "../../helpers/service.ts";
import { asTimePasses, turns } from "../../helpers/settle.ts";
import { until } from "../../helpers/wait.ts";

const call: ModelCall = {
  model: "test:model",
  parameters: { window: 1000, tools: 0 },
  toolsHash: "00",
  requestHash: "00",
  reply: null,
  inputTokens: null,
  outputTokens: null,
  cachedTokens: null,
};
const day = 24 * 3_600_000;

test(
  "past its budget of a day the rules sum captures up, until the next one",
  { rules: ["captures.generation-budget"] },
  async (t) => {
    const asked: string[] = [];
    const summarise = (source: CaptureSource, _signal: AbortSignal, onCall?: OnCall): Promise<Digest> => {
      onCall?.(call);
      asked.push(source.lines[0]?.text ?? "");
      return Promise.resolve({ title: "By the model", subtitle: "s", summary: "By the model", suggestions: [] });
    };
    const model = { ...createTestModel(), summarise };
    const service = await startTestService(t, { model, configuration: { generationPerDay: 2 } });
    const note = async (content: string): Promise<string | null> => {
      const { id } = await service.ok("createCapture", { body: { type: "note", content } });
      const done = await until(
        "it is summed up",
        () => service.ok("getCapture", { path: { captureId: id } }),
        ({ summary }) => summary !== null,
      );
      return done.summary;
    };
    assert.equal(await note("The first one."), "By the model");
    assert.equal(await note("The second one."), "By the model");
    assert.equal(await note("The third one is summed up by rule."), "The third one is summed up by rule.");
    assert.deepEqual(asked, ["The first one.", "The second one."]);
    await service.pass(day);
    assert.equal(await note("The fourth one."), "By the model");
    assert.equal(await note("The fifth one."), "By the model");
    service.clock.setWall(service.clock.now() - 5 * day);
    assert.equal(await note("The sixth one, on a day that had none."), "By the model");
  },
);

test("captures of a workspace are summed up one at a time", { rules: ["captures.generation-budget"] }, async (t) => {
  const ends: (() => void)[] = [];
  let most = 0;
  let atWork = 0;
  const summarise = async (): Promise<Digest> => {
    atWork += 1;
    most = Math.max(most, atWork);
    await new Promise<void>((resolve) => ends.push(resolve));
    atWork -= 1;
    return { title: "t", subtitle: "s", summary: "Done", suggestions: [] };
  };
  const service = await startTestService(t, { model: { ...createTestModel(), summarise } });
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) {
    ids.push((await service.ok("createCapture", { body: { type: "note", content: `Note ${n}.` } })).id);
  }
  for (let n = 0; n < ids.length; n++) {
    await asTimePasses(service.clock, `note ${n} has its turn`, () => ends.length > n);
    await turns(20);
    assert.equal(ends.length, n + 1);
    ends[n]?.();
  }
  for (const captureId of ids) {
    const read = () => service.ok("getCapture", { path: { captureId } });
    await until("it is summed up", read, ({ summary }) => summary === "Done");
  }
  assert.equal(most, 1);
});
