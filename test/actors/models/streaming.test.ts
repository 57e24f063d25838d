/** Language models whose answers come word by word, over real HTTP, in the forms of three providers; and what breaks on the way. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createModel } from "../../../src/actors/models/index.ts";
import type { ModelCall, ModelMessage, ModelReply, ModelRequest } from "../../../src/actors/runtime/ports.ts";
import { until } from "../../helpers/wait.ts";
import { anthropic, calling, chunk, done, events, responding, saying, usage } from "./event-streams.ts";
import { HandClock } from "./hand-clock.ts";
import { answer, completion, type Part, scripted, type ScriptedServer } from "./scripted-server.ts";

const never = new AbortController().signal;
const listTodos = {
  name: "list_todos",
  description: "Lists todos.",
  inputSchema: { type: "object", properties: { query: { type: "string" } }, additionalProperties: false },
};
const question: ModelMessage = { role: "user", text: "What is open?" };

function requestOf(messages: readonly ModelMessage[] = [question]): ModelRequest {
  return { system: "Be brief.", messages, tools: [listTodos], now: 0, timezone: "UTC" };
}

/** What was heard of an answer: words, and `|` where it began again. */
interface Hearing {
  readonly said: string[];
  readonly calls: ModelCall[];
  readonly clock: HandClock;
  readonly reply: Promise<ModelReply>;
}

async function hear(server: ScriptedServer, model = "openai-compatible:test", request = requestOf()): Promise<Hearing> {
  const clock = new HandClock();
  const said: string[] = [];
  const calls: ModelCall[] = [];
  const asked = await createModel({ model, baseUrl: server.baseUrl, apiKey: "sk-key" }, clock);
  const speech = {
    say: (text: string) => void said.push(text),
    restart: () => void said.push("|"),
    onCall: (call: ModelCall) => void calls.push(call),
  };
  const reply = asked.step(request, never, speech);
  reply.catch(() => undefined);
  return { said, calls, clock, reply };
}

describe("an answer that comes word by word", () => {
  it("is heard as it comes, and costs what the provider says", async () => {
    await using server = await scripted(saying("Three ", "are ", "open."));
    const { said, calls, reply } = await hear(server);
    assert.deepEqual(await reply, { text: "Three are open.", toolCalls: [] });
    assert.deepEqual(said, ["Three ", "are ", "open."]);
    const [call] = calls;
    assert.deepEqual([call?.inputTokens, call?.outputTokens, call?.cachedTokens], [100, 20, 60]);
    assert.equal(call?.model, "openai-compatible:test");
    assert.match(`${call?.requestHash} ${call?.toolsHash}`, /^[0-9a-f]{64} [0-9a-f]{64}$/);
    assert.equal((JSON.parse(call?.reply ?? "") as { text: string }).text, "Three are open.");
    assert.deepEqual(
      [server.bodies[0]?.["stream"], server.bodies[0]?.["stream_options"]],
      [true, { include_usage: true }],
    );
  });

  it("may be a call whose arguments come in pieces", async () => {
    const parts = [...calling("list_todos", ['{"que', 'ry":"a', '"}']), chunk({}, "tool_calls"), usage(1, 1), done];
    await using server = await scripted(events(parts));
    const { toolCalls } = await (await hear(server)).reply;
    assert.deepEqual(toolCalls, [{ id: "call_1", name: "list_todos", input: { query: "a" } }]);
  });

  it("shows neither what the model thinks nor how it names the conversation", async () => {
    const pieces = [
      "<thi",
      "nk>secret",
      " plan</th",
      "ink>\n\nTwo ",
      "< 3 are",
      " open.\n<chat",
      "_title>Open todos</chat_title>",
    ];
    await using server = await scripted(saying(...pieces, "<chat_subtitle>Two are open</chat_subtitle>"));
    const { said, reply } = await hear(server);
    const description = { title: "Open todos", subtitle: "Two are open" };
    assert.deepEqual(await reply, { text: "Two < 3 are open.", toolCalls: [], description });
    assert.equal(said.join(""), "Two < 3 are open.\n");
  });

  // In quadratic time this takes minutes, and the runner ends the file.
  it("is heard in linear time, whatever tags it has many of", async () => {
    const floods = ["<", "<think></think>", "<THINK>", "<chat_title>", "</think>"];
    for (const much of floods) {
      await using server = await scripted(saying(`Boats ${much.repeat(1_000_000 / much.length)}`, "<b"));
      const { said, reply } = await hear(server);
      await reply.catch(() => undefined);
      assert.ok(said.join("").startsWith("Boats "), much);
    }
  });

  it("begins again where the opening tag of what it thinks is missing", async () => {
    await using server = await scripted(saying("secret plan", "</think>", " Done."));
    const { said, reply } = await hear(server);
    assert.equal((await reply).text, "Done.");
    assert.deepEqual(said, ["secret plan", "|", "Done."]);
  });

  it("is read from a server that answers as a whole", async () => {
    await using server = await scripted(completion("All at once."));
    const { said, reply } = await hear(server);
    assert.equal((await reply).text, "All at once.");
    assert.deepEqual(said, ["All at once."]);
  });

  it("is read in Anthropic's form, with what it cost", async () => {
    const parts = anthropic(["I ", { name: "list_todos", input: ['{"query"', ':"x"}'] }]);
    await using server = await scripted(events(parts));
    const { said, calls, reply } = await hear(server, "anthropic:claude-test");
    const { text, toolCalls } = await reply;
    assert.deepEqual([text, toolCalls[0]?.input, said], ["I", { query: "x" }, ["I "]]);
    assert.deepEqual([calls[0]?.inputTokens, calls[0]?.outputTokens, calls[0]?.cachedTokens], [100, 20, 70]);
  });
});

it("says to Anthropic what may be cached: what requests begin with, and up to where this one goes", async () => {
  await using server = await scripted(events(anthropic(["Fine."])));
  await (
    await hear(server, "anthropic:claude-test")
  ).reply;
  const { system, messages } = server.bodies[0] as Record<"system" | "messages", readonly Record<string, unknown>[]>;
  const cache_control = { type: "ephemeral" };
  assert.deepEqual(system, [{ type: "text", text: "Be brief.", cache_control }]);
  assert.deepEqual(messages[0]?.["content"], [{ type: "text", text: "What is open?", cache_control }]);
});

describe("what a provider attaches", () => {
  const signature = { extra_content: { google: { thought_signature: "c2lnbmVk" } } };

  for (const [how, part] of [
    ["a stream", events([...calling("list_todos", ["{}"], signature), chunk({}, "tool_calls"), done])],
    ["a whole answer", withSignature()],
  ] as const) {
    it(`goes back to Gemini with the call, as it came in ${how}`, async () => {
      await using server = await scripted(part, saying("Fine."));
      const { reply } = await hear(server);
      const { toolCalls } = await reply;
      const results = [{ toolCallId: toolCalls[0]?.id ?? "", name: "list_todos", isError: false, content: "{}" }];
      const worked: ModelMessage[] = [question, { role: "assistant", text: "", toolCalls }, { role: "tool", results }];
      await (
        await hear(server, undefined, requestOf(worked))
      ).reply;
      const sent = server.bodies[1]?.["messages"] as readonly { tool_calls?: readonly (typeof signature)[] }[];
      assert.deepEqual(sent[2]?.tool_calls?.[0]?.extra_content, signature.extra_content);
    });
  }

  it("is what the model thought before its calls: it goes back, and nobody hears it", async () => {
    const thought = chunk({ reasoning_content: "I should look." });
    await using server = await scripted(
      events([thought, ...calling("list_todos", ["{}"]), chunk({}, "tool_calls"), done]),
      saying("Fine."),
    );
    const { said, reply } = await hear(server);
    const { toolCalls, reasoning, text } = await reply;
    assert.deepEqual([text, said], ["", []]);
    const results = [{ toolCallId: "call_1", name: "list_todos", isError: false, content: "{}" }];
    const assistant = { role: "assistant", text: "", toolCalls, reasoning } as const;
    await (
      await hear(server, undefined, requestOf([question, assistant, { role: "tool", results }]))
    ).reply;
    const sent = server.bodies[1]?.["messages"] as readonly { reasoning_content?: string }[];
    assert.equal(sent[2]?.reasoning_content, "I should look.");
  });
});

/** A call as Gemini answers it when it is not asked for a stream. */
function withSignature(): Part {
  const call = { id: "1", type: "function", function: { name: "list_todos", arguments: "{}" } };
  const signed = { ...call, extra_content: { google: { thought_signature: "c2lnbmVk" } } };
  const message = { role: "assistant", content: null, tool_calls: [signed] };
  return answer(200, {
    id: "1",
    object: "chat.completion",
    choices: [{ index: 0, finish_reason: "tool_calls", message }],
  });
}

describe("an answer that breaks on the way", () => {
  const begun = [chunk({ content: "Half of " })];

  for (const [how, part] of [
    ["is cut by the network", events(begun, "cut")],
    ["ends without saying so", events(begun)],
    ["is broken off by the provider", events([...begun, { error: { message: "overloaded", type: "server_error" } }])],
  ] as const) {
    it(`${how}: it is asked for again, and what was heard is void`, async () => {
      await using server = await scripted(part, saying("Whole."));
      const { said, clock, reply, calls } = await hear(server);
      await clock.fire(1000);
      assert.equal((await reply).text, "Whole.");
      assert.deepEqual(said, ["Half of ", "|", "Whole."]);
      assert.deepEqual(
        calls.map((call) => call.reply === null),
        [true, false],
      );
      assert.equal(clock.pending, 0);
    });
  }

  for (const [model, half] of [
    ["anthropic:claude-test", events(anthropic(["Half of "]).slice(0, -2))],
    ["openai:gpt-test", responding("Half of ", 3)],
  ] as const) {
    it(`ends without saying so in the form of ${model}: it is asked for again`, async () => {
      const whole = model.startsWith("openai") ? responding("Whole.") : events(anthropic(["Whole."]));
      await using server = await scripted(half, whole);
      const { said, clock, reply } = await hear(server, model);
      await Promise.race([clock.fire(1000), reply]);
      assert.equal((await reply).text, "Whole.");
      assert.deepEqual(said, ["Half of ", "|", "Whole."]);
    });
  }

  it("says what broke it after three tries, without the words of the provider", async () => {
    await using server = await scripted(events([...begun, { error: { message: "sk-secret", type: "server_error" } }]));
    const { clock, reply } = await hear(server);
    await clock.fire(1000);
    await clock.fire(2000);
    await assert.rejects(reply, { message: "The model provider failed in the middle of its answer (server_error)." });
  });

  it("is given up when nothing comes any more, however long it was; as long as something comes it is not", async () => {
    const piece = Promise.withResolvers<() => void>();
    const slow: Part = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": still thinking\n\n");
      piece.resolve(() => response.write(`data: ${JSON.stringify(chunk({ content: "A" }))}\n\n`));
    };
    await using server = await scripted(slow);
    const { clock, reply, said } = await hear(server);
    const more = await piece.promise;
    const first = await clock.waiting(300_000);
    more();
    // Each sign of life begins the time again: the timer from before it is gone.
    await until("the words are heard", () => Promise.resolve(said.length), Boolean);
    assert.notEqual(await clock.waiting(300_000), first);
    await clock.fire(300_000);
    const message = "The language model fell silent for 300 seconds (DAYSHIFT_MODEL_TIMEOUT_SECONDS).";
    await assert.rejects(reply, { name: "ModelFailure", message });
    assert.equal(clock.pending, 0);
  });

  it("is too long a request, when the provider says so in the stream", async () => {
    const said = { error: { message: "prompt is too long: 9000 tokens", type: "invalid_request_error" } };
    await using server = await scripted(events([said]));
    await assert.rejects((await hear(server)).reply, /longer than the language model reads at once/);
    assert.equal(server.bodies.length, 1);
  });

  it("was cut off by its limit, and says so", async () => {
    await using server = await scripted(events([...begun, chunk({}, "length"), done]));
    assert.deepEqual(await (await hear(server)).reply, { text: "Half of", toolCalls: [], isCutOff: true });
  });

  it("has arguments that are nested without end: a model's bad answer, not a fault of the service", async () => {
    const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    await using server = await scripted(events([...calling("list_todos", [deep]), chunk({}, "tool_calls"), done]));
    const { toolCalls } = await (await hear(server)).reply;
    assert.match(toolCalls[0]?.malformed ?? "", /more than 20 levels deep/);
    assert.equal(server.bodies.length, 1);
  });
});
