/** How the model is configured, and what goes over the wire to each provider. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { LLMock } from "@copilotkit/aimock";
import { createModel } from "../../../src/actors/models/index.ts";
import { ModelFailure, type ModelMessage } from "../../../src/actors/runtime/ports.ts";
import { HandClock } from "./hand-clock.ts";

const KEY = "sk-very-secret-key";
const NEVER = new AbortController().signal;
const FORMATS = [
  { model: "openai-compatible:some-model", path: "/v1/chat/completions" },
  { model: "openai:gpt-4.1", path: "/v1/responses" },
  { model: "anthropic:claude-sonnet-4-5", path: "/v1/messages" },
] as const;
const createTodo = {
  name: "create_todo",
  description: "Creates a todo.",
  inputSchema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
};

describe("wrong configuration of the model", () => {
  const refusals: readonly (readonly [string, Parameters<typeof createModel>[0], RegExp])[] = [
    [
      "an unknown provider",
      { model: "acme:x", apiKey: KEY },
      /^DAYSHIFT_MODEL: expected .*openai-compatible.*got "acme:x"/,
    ],
    ["a provider without a model", { model: "openai", apiKey: KEY }, /^DAYSHIFT_MODEL: expected .*got "openai"/],
    ["an empty model name", { model: "openai: ", apiKey: KEY }, /^DAYSHIFT_MODEL: expected .*got "openai:"/],
    ["no address", { model: "openai-compatible:x" }, /^DAYSHIFT_MODEL_BASE_URL: expected .*got nothing/],
    ["no http address", { model: "openai-compatible:x", baseUrl: "ftp://x" }, /^DAYSHIFT_MODEL_BASE_URL: .*got "ftp:/],
    ["no address at all", { model: "openai-compatible:x", baseUrl: "local" }, /^DAYSHIFT_MODEL_BASE_URL: .*"local"/],
    [
      "a password in it",
      { model: "openai-compatible:x", baseUrl: "http://u:secret@x" },
      /^DAYSHIFT_MODEL_BASE_URL: .*password/,
    ],
    ["no key for openai", { model: "openai:x" }, /^DAYSHIFT_MODEL_API_KEY: expected .*openai; got nothing/],
    ["no key for anthropic", { model: "anthropic:x", apiKey: " " }, /^DAYSHIFT_MODEL_API_KEY: expected .*anthropic/],
    ["a key with spaces", { model: "openai:x", apiKey: "secret key" }, /^DAYSHIFT_MODEL_API_KEY: .*got 10 characters/],
  ];
  for (const [what, config, pattern] of refusals) {
    it(`is refused: ${what}`, async () => {
      await assert.rejects(createModel(config, new HandClock()), (error: Error) => {
        assert.match(error.message, pattern);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      });
    });
  }

  it("is not what `builtin`, nothing, or a model with colons is", async () => {
    const name = async (model: string): Promise<string> =>
      (await createModel({ model, baseUrl: "http://x/v1" }, new HandClock())).name;
    assert.equal(await name("builtin"), "builtin");
    assert.equal(await name(""), "builtin");
    assert.equal(await name("openai-compatible:qwen3:8b"), "openai-compatible:qwen3:8b");
  });
});

for (const { model, path } of FORMATS) {
  describe(`the wire format of ${model}`, () => {
    async function withMock(
      run: (mock: LLMock, step: (messages: ModelMessage[]) => Promise<unknown>) => Promise<void>,
    ): Promise<void> {
      const mock = new LLMock({ port: 0, logLevel: "silent" });
      await mock.start();
      try {
        const connected = await createModel({ model, baseUrl: `${mock.url}/v1`, apiKey: KEY }, new HandClock());
        const rest = { system: "Be brief.", tools: [createTodo], now: 0, timezone: "UTC" };
        await run(mock, (messages) => connected.step({ ...rest, messages }, NEVER));
      } finally {
        await mock.stop();
      }
    }

    it("fails readably on a refused credential", async () => {
      await withMock(async (mock, step) => {
        mock.nextRequestError(401, { message: `Incorrect API key provided: ${KEY}`, type: "invalid_api_key" });
        await assert.rejects(step([{ role: "user", text: "hi" }]), (error: Error) => {
          assert.ok(error instanceof ModelFailure);
          assert.match(error.message, /refused the credential \(401/);
          assert.doesNotMatch(error.message, /secret/);
          return true;
        });
      });
    });

    it("carries text", async () => {
      await withMock(async (mock, step) => {
        mock.onMessage("hello", { content: "Hi there!" });
        assert.deepEqual(await step([{ role: "user", text: "hello" }]), { text: "Hi there!", toolCalls: [] });
        assert.equal(mock.getLastRequest()?.path, path);
      });
    });

    it("carries tool calls and their results", async () => {
      await withMock(async (mock, step) => {
        const toolCalls = ["milk", "eggs"].map((title, index) => ({
          id: `call_${index}`,
          name: "create_todo",
          arguments: JSON.stringify({ title }),
        }));
        mock.on({ userMessage: "buy", hasToolResult: false }, { toolCalls });
        mock.on({ userMessage: "buy", hasToolResult: true }, { content: "Both are on the list." });
        const asked: ModelMessage = { role: "user", text: "buy milk and eggs" };
        const reply = (await step([asked])) as {
          text: string;
          toolCalls: { id: string; name: string; input: unknown }[];
        };
        assert.deepEqual(
          reply.toolCalls.map((call) => [call.name, call.input]),
          [
            ["create_todo", { title: "milk" }],
            ["create_todo", { title: "eggs" }],
          ],
        );
        const results = reply.toolCalls.map((call) => ({
          toolCallId: call.id,
          name: call.name,
          isError: false,
          content: '{"object":"todo"}',
        }));
        const second = await step([asked, { role: "assistant", ...reply }, { role: "tool", results }]);
        assert.deepEqual(second, { text: "Both are on the list.", toolCalls: [] });
      });
    });
  });
}
