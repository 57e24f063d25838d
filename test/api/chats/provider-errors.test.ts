/** What people are shown where a provider refuses, over real HTTP: a sentence with its status and its code, and none of its words. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createModel } from "../../../src/actors/models/index.ts";
import { createClock } from "../../../src/actors/runtime/clock.ts";
import { chunk, events } from "../../actors/models/event-streams.ts";
import { answer, type Part, scripted } from "../../actors/models/scripted-server.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd } from "../../helpers/wait.ts";

const words = "Call Ana about the divorce, says sk-secret-key-of-a-provider";
const refusal = (status: number, error: object) => answer(status, { error: { message: words, ...error } });

const refusals: readonly (readonly [refusal: Part, sentence: string])[] = [
  [
    refusal(400, { code: "invalid_request_error" }),
    "The model provider refused the request (400, invalid_request_error).",
  ],
  // Gemini's envelope stands in a list, and its code is a number.
  [
    answer(400, [{ error: { message: words, code: 400, status: "INVALID_ARGUMENT" } }]),
    "The model provider refused the request (400, INVALID_ARGUMENT).",
  ],
  [
    refusal(401, { code: "invalid_api_key" }),
    "The model provider refused the credential (401, invalid_api_key). Check its key (Settings of the app, or DAYSHIFT_MODEL_API_KEY).",
  ],
  [
    refusal(402, { type: "billing_error" }),
    "The account at the model provider is out of credit (402, billing_error). Top it up there.",
  ],
  [
    refusal(429, { code: "insufficient_quota" }),
    "The account at the model provider is out of credit (429, insufficient_quota). Top it up there.",
  ],
  [refusal(500, { code: words }), "The model provider failed (500)."],
  [
    events([chunk({ content: "It is" }), { error: { message: words, code: "server_error" } }]),
    "The model provider failed in the middle of its answer (server_error).",
  ],
  [
    refusal(413, { code: "context_length_exceeded" }),
    "The conversation is longer than the language model reads at once (413, context_length_exceeded). Say with DAYSHIFT_MODEL_CONTEXT how many tokens fit, or name another model.",
  ],
];

test("a refusal of the provider is shown with its status and code, and without its words", async (t) => {
  let refused: Part = () => undefined;
  await using server = await scripted((...exchange) => refused(...exchange));
  const settings = { model: "openai-compatible:test", baseUrl: server.baseUrl, retries: 0 };
  const service = await startTestService(t, { model: await createModel(settings, createClock()) });
  for (const [part, sentence] of refusals) {
    refused = part;
    const { id } = await service.ok("createChat", { body: { message: "hello" } });
    const chat = await chatEnd(service, id);
    assert.deepEqual([chat.status, chat.errorMessage], ["failed", sentence]);
    const shown = await service.ok("listMessages", { path: { chatId: id } });
    assert.equal(shown.data.at(-1)?.text, sentence);
    assert.doesNotMatch(JSON.stringify([chat, shown]), /divorce|sk-secret/);
  }
  assert.doesNotMatch(service.log.join("\n"), /divorce|sk-secret/);
});
