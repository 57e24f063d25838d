/** Nobody waits for a stranger: neither for a model that hangs in another chat, nor for thousands of notes. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Model } from "../../src/actors/runtime/ports.ts";
import { wavHeader } from "../../src/schema/pcm.ts";
import { createTestModel } from "../../src/testing/model.ts";
import { openRecording, uploadWhole } from "../helpers/recordings.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { eventually } from "../helpers/settle.ts";
import { pcm } from "../helpers/sound/audio.ts";
import { chatEnd, hanging, until } from "../helpers/wait.ts";

test("a chat is answered at once though the model hangs in as many others as there are places to work", async (t) => {
  const service = await startTestService(t, { configuration: { concurrency: 2 } });
  const hung = Array.from({ length: 6 }, () => service.ok("createChat", { body: { message: "hang" } }));
  const ids = (await Promise.all(hung)).map(({ id }) => id);
  await hanging(service, ids.length);
  const { id: chatId } = await service.ok("createChat", { body: { message: "Hello" } });
  await chatEnd(service, chatId, ["completed"]);
  for (const id of ids) assert.equal((await service.ok("getChat", { path: { chatId: id } })).status, "running");
  service.model.release();
  for (const id of ids) await chatEnd(service, id, ["completed"]);
});

/** A model that sums a capture up when the test lets it; it tells of which type each was. */
function summarising() {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const usual = createTestModel();
  const model: Model = {
    ...usual,
    async summarise(source, signal) {
      asked.push(source.type);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      return usual.summarise(source, signal);
    },
  };
  return { model, asked, release: () => waiting.shift()?.() };
}

const sound = Buffer.concat([wavHeader({ sampleRate: 16_000, channels: 1 }, 32_000), pcm(1000)]);

/** Answers its id. */
async function upload(service: TestService): Promise<string> {
  const { id, stream } = await openRecording(service, { source: "upload" });
  await uploadWhole(service, stream, sound);
  return id;
}

const manyNotes = 12;

async function addNotes(service: TestService, credential: string): Promise<void> {
  for (let n = 0; n < manyNotes; n++) {
    await service.ok("createCapture", { credential, body: { type: "note", content: `Note ${n}` } });
  }
}

/** Lets one capture after the other be summed up until a recording is asked about; answers how many were before it. */
async function untilRecording({ asked, release }: ReturnType<typeof summarising>): Promise<number> {
  while (!asked.includes("recording")) {
    const before = asked.length;
    release();
    await eventually("the next one is asked about", () => asked.length > before);
  }
  return asked.indexOf("recording");
}

async function busy(t: TestContext) {
  const summaries = summarising();
  const service = await startTestService(t, { model: summaries.model });
  return { service, summaries };
}

test("a recording that comes after many notes has its turn when the next piece ends", async (t) => {
  const { service, summaries } = await busy(t);
  await addNotes(service, service.key);
  await eventually("one note, as a workspace sums up one capture at a time", () => summaries.asked.length === 1);
  const captureId = await upload(service);
  // How long that takes is up to the machine, and notes would go on until then, were the first one let go.
  await until(
    "it is transcribed, and left to be summed up",
    () => service.ok("getCaptureProgress", { credential: service.session, path: { captureId } }),
    ({ phase }) => phase === "generating",
  );
  assert.ok((await untilRecording(summaries)) <= 2, summaries.asked.join());
});

test("a workspace that comes after many others with notes gets its turn in a full process", async (t) => {
  const { service, summaries } = await busy(t);
  const others = [];
  for (let n = 0; n < 8; n++) others.push((await service.addWorkspace(`Notes ${n}`)).key);
  for (const key of others) await addNotes(service, key);
  await eventually("as many notes as there are places", () => summaries.asked.length === 8);
  await upload(service);
  assert.ok((await untilRecording(summaries)) <= 13, summaries.asked.join());
});
