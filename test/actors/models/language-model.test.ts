/** A language model that fails, recovers, or answers otherwise than it should. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createModel } from "../../../src/actors/models/index.ts";
import { type Model, ModelFailure, type ModelMessage, type ModelRequest } from "../../../src/actors/runtime/ports.ts";
import { nowhere } from "../../helpers/ports.ts";
import { HandClock } from "./hand-clock.ts";
import { type ScriptedServer, answer, completion, scripted } from "./scripted-server.ts";

const KEY = "sk-very-secret-key";
const NEVER = new AbortController().signal;
const listTodos = {
  name: "list_todos",
  description: "Lists todos.",
  inputSchema: { type: "object", properties: { query: { type: "string" } }, additionalProperties: false },
};

function request(messages: readonly ModelMessage[] = [{ role: "user", text: "What is open?" }]): ModelRequest {
  const now = Date.parse("2026-03-05T22:30:00Z");
  return { system: "Be brief.", messages, tools: [listTodos], now, timezone: "Europe/Berlin" };
}

function connect(baseUrl: string, clock: HandClock): Promise<Model> {
  return createModel({ model: "openai-compatible:test", baseUrl, apiKey: KEY }, clock);
}

/** The failure of a step, after firing these timers in their order; it must be fit for people's eyes. */
async function failureOf(server: ScriptedServer, ...timers: number[]): Promise<string> {
  const clock = new HandClock();
  const model = await connect(server.baseUrl, clock);
  const outcome = model.step(request(), NEVER).then(
    () => null,
    (error: unknown) => error,
  );
  await server.received(1);
  for (const milliseconds of timers) await clock.fire(milliseconds);
  const error = await outcome;
  assert.ok(error instanceof ModelFailure, `expected a ModelFailure, got ${String(error)}`);
  assert.doesNotMatch(error.message, /secret|127\.0\.0\.1|http:/);
  assert.equal(clock.pending, 0, "a timer was left behind");
  return error.message;
}

describe("a language model that fails", () => {
  it("says that nothing listens, after two more tries", async (t) => {
    const baseUrl = `${await nowhere(t)}/v1`;
    const clock = new HandClock();
    const model = await connect(baseUrl, clock);
    const code = "ECONNREFUSED";
    const step = assert.rejects(model.step(request(), NEVER), {
      name: "ModelFailure",
      message: `The language model could not be reached (${code}). Check its address (Settings of the app, or DAYSHIFT_MODEL_BASE_URL) and the network.`,
      provider: { status: null, code, reason: null },
    });
    await clock.fire(1000);
    await clock.fire(2000);
    await step;
    assert.deepEqual(clock.set, [300_000, 1000, 300_000, 2000, 300_000]);
  });

  it("says so when no answer came in time, and closes the request", async () => {
    const gone = Promise.withResolvers<void>();
    await using server = await scripted((response) => response.on("close", () => gone.resolve()));
    assert.equal(
      await failureOf(server, 300_000),
      "The language model did not answer within 300 seconds (DAYSHIFT_MODEL_TIMEOUT_SECONDS).",
    );
    await gone.promise;
    assert.equal(server.bodies.length, 1);
  });

  it("gives up on a limit after two retries", async () => {
    const body = { error: { message: `slow down ${KEY}`, type: "requests", code: "rate_limit_exceeded" } };
    await using server = await scripted(answer(429, body));
    const message = "The model provider is limiting requests (429, rate_limit_exceeded). Try again later.";
    assert.equal(await failureOf(server, 1000, 2000), message);
    assert.equal(server.bodies.length, 3);
  });

  it("keeps what the provider says for the log: status, code and words, without secrets and without quoted content", async () => {
    const said: readonly (readonly [message: string, reason: string | null])[] = [
      ["The model `gpt-0` does not exist", "The model `gpt-0` does not exist"],
      [`Incorrect API key provided: ${KEY}. It's wrong.`, "Incorrect API key provided: [hidden] It's wrong."],
      ["Bad key abc****xyz here", "Bad key [hidden] here"],
      ["Invalid content: 'Call Ana about the divorce' at 3", "Invalid content: [quoted] at 3"],
      ['Could not read "my diary of today', "Could not read [quoted]"],
      [`Too long: ${"word ".repeat(200)}`, `Too long: ${"word ".repeat(58)}`],
      ["", null],
    ];
    for (const [message, reason] of said) {
      await using server = await scripted(answer(400, { error: { message, type: "invalid_request_error" } }));
      const model = await connect(server.baseUrl, new HandClock());
      const provider = { status: 400, code: "invalid_request_error", reason };
      await assert.rejects(model.step(request(), NEVER), { name: "ModelFailure", provider });
    }
  });

  it("logs nothing of a body that is no error envelope", async () => {
    await using server = await scripted(answer(400, { detail: "Call Ana" }));
    const model = await connect(server.baseUrl, new HandClock());
    const provider = { status: 400, code: null, reason: null };
    await assert.rejects(model.step(request(), NEVER), { name: "ModelFailure", provider });
  });

  it("does not wait for a provider that asks for more than a minute", async () => {
    await using server = await scripted(answer(429, {}, { "retry-after": "3600" }));
    assert.match(await failureOf(server), /limiting requests \(429\)/);
    assert.equal(server.bodies.length, 1);
  });

  it("reports a failing provider", async () => {
    await using server = await scripted(answer(500, "<html>oops</html>", { "content-type": "text/html" }));
    assert.equal(await failureOf(server, 1000, 2000), "The model provider failed (500).");
  });

  it("reports an answer that is cut off", async () => {
    await using server = await scripted((response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "5000" });
      response.write('{"id":"chatcmpl-1","choices":[', () => response.destroy());
    });
    assert.match(await failureOf(server, 1000, 2000), /^The language model's answer was cut off/);
  });

  it("reports a body that is not JSON", async () => {
    await using server = await scripted(answer(200, '{"choices": [{'));
    assert.match(await failureOf(server, 1000, 2000), /answer could not be read/);
  });

  it("reports a body of another shape", async () => {
    await using server = await scripted(answer(200, { choices: [], hello: "world" }));
    assert.match(await failureOf(server, 1000, 2000), /answer could not be read/);
  });

  it("says that the model does not support tools", async () => {
    const message = '"registry.example/library/tiny" does not support tools';
    await using server = await scripted(answer(400, { error: { message, type: "api_error" } }));
    assert.match(await failureOf(server), /^This language model does not support tools/);
  });

  it("refuses arguments that are nested too deep at once, as something the model can mend", async () => {
    const deep = `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`;
    await using server = await scripted(completion("", [{ id: "1", name: "create_todo", arguments: deep }]));
    const model = await connect(server.baseUrl, new HandClock());
    const { toolCalls } = await model.step(request(), NEVER);
    assert.match(toolCalls[0]?.malformed ?? "", /more than 20 levels deep/);
  });

  it("refuses them as well where they are text inside a text, or follow a quotation mark", async () => {
    const deep = `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    for (const input of [JSON.stringify(deep), `" ${deep}`]) {
      await using server = await scripted(completion("", [{ id: "1", name: "create_todo", arguments: input }]));
      const { toolCalls } = await (await connect(server.baseUrl, new HandClock())).step(request(), NEVER);
      assert.match(toolCalls[0]?.malformed ?? "", /more than 20 levels deep/);
    }
  });

  // In quadratic time this takes minutes, and the runner ends the file.
  it("refuses long arguments that were cut off, in linear time", async () => {
    const begun = ['{"content":"', '{"content":"}', "```", "<think>{"];
    for (const much of ['\\"', "words", '<a href=\\"x\\">here</a>\\n', "<think>", "```x "]) {
      const calls = begun.map((begin, id) => {
        return { id: `${id}`, name: "create_todo", arguments: `${begin}${much.repeat(1_000_000 / much.length)}\\` };
      });
      await using server = await scripted(completion("", calls));
      const { toolCalls } = await (await connect(server.baseUrl, new HandClock())).step(request(), NEVER);
      for (const { malformed } of toolCalls) assert.match(malformed ?? "", /not valid JSON/, much);
    }
  });

  it("says of an answer that it was cut off", async () => {
    await using server = await scripted(completion("Half of", [], "length"));
    const model = await connect(server.baseUrl, new HandClock());
    assert.deepEqual(await model.step(request(), NEVER), { text: "Half of", toolCalls: [], isCutOff: true });
  });

  it("does not pass an empty reply for an answer", async () => {
    await using server = await scripted(completion("<think>hm</think>  "));
    assert.equal(await failureOf(server, 1000, 2000), "The language model answered with nothing.");
  });

  it("takes silence after work with tools for an end", async () => {
    await using server = await scripted(completion(""));
    const model = await connect(server.baseUrl, new HandClock());
    const { messages, ...rest } = request();
    const toolCalls = [{ id: "1", name: "list_todos", input: {} }];
    const results = [{ toolCallId: "1", name: "list_todos", isError: false, content: "{}" }];
    const worked: ModelMessage[] = [...messages, { role: "assistant", text: "", toolCalls }, { role: "tool", results }];
    assert.deepEqual(await model.step({ ...rest, messages: worked }, NEVER), { text: "", toolCalls: [] });
  });

  it("does not try again what will fail again", async () => {
    const refusals: readonly (readonly [number, RegExp])[] = [
      [400, /longer than the language model reads at once/],
      [401, /refused the credential \(401.*DAYSHIFT_MODEL_API_KEY/],
      [403, /refused the credential \(403/],
      [404, /does not know the model.*DAYSHIFT_MODEL /],
    ];
    for (const [status, pattern] of refusals) {
      const body = { error: { message: `bad ${KEY}`, code: "context_length_exceeded" } };
      await using server = await scripted(answer(status, body));
      assert.match(await failureOf(server), pattern);
      assert.equal(server.bodies.length, 1);
    }
  });

  it("rejects with the reason of the abort, while asking and while pausing", async () => {
    await using server = await scripted(() => undefined);
    const asking = new AbortController();
    const clock = new HandClock();
    const model = await connect(server.baseUrl, clock);
    const step = model.step(request(), asking.signal);
    const reason = new Error("cancelled by the person");
    const rejected = assert.rejects(step, reason);
    await server.received(1);
    asking.abort(reason);
    await rejected;

    await using limited = await scripted(answer(429, {}, { "retry-after": "30" }));
    const pausing = new AbortController();
    const waits = new HandClock();
    const other = await connect(limited.baseUrl, waits);
    const stopped = assert.rejects(other.step(request(), pausing.signal), reason);
    await waits.waiting(30_000);
    pausing.abort(reason);
    await stopped;
    assert.equal(waits.pending, 0);
    await assert.rejects(other.step(request(), pausing.signal), reason);
    assert.equal(limited.bodies.length, 1);
  });
});

describe("a language model that recovers", () => {
  it("waits as long as Retry-After says, in seconds or as a date", async () => {
    const date = "Thu, 05 Mar 2026 22:30:20 GMT";
    await using server = await scripted(
      answer(429, {}, { "retry-after": "7" }),
      answer(503, {}, { "retry-after": date }),
      completion("Here I am."),
    );
    const clock = new HandClock();
    const model = await connect(server.baseUrl, clock);
    const step = model.step(request(), NEVER);
    await clock.fire(7000);
    await clock.fire(20_000);
    assert.deepEqual(await step, { text: "Here I am.", toolCalls: [] });
    assert.equal(clock.pending, 0);
  });

  it("answers after a cut answer", async () => {
    await using server = await scripted((response) => response.destroy(), completion("Second try."));
    const clock = new HandClock();
    const step = (await connect(server.baseUrl, clock)).step(request(), NEVER);
    await clock.fire(1000);
    assert.equal((await step).text, "Second try.");
  });
});

describe("what a language model replies", () => {
  async function replyOf(...parts: Parameters<typeof completion>): Promise<Awaited<ReturnType<Model["step"]>>> {
    await using server = await scripted(completion(...parts));
    const model = await connect(server.baseUrl, new HandClock());
    return await model.step(request(), NEVER);
  }

  it("keeps the input of each call when ids repeat", async () => {
    const { toolCalls } = await replyOf(null, [
      { id: "same", name: "list_todos", arguments: '{"query":"first"}' },
      { id: "same", name: "list_todos", arguments: '{"query":"second"}' },
    ]);
    assert.deepEqual(
      toolCalls.map(({ name, input }) => ({ name, input })),
      [
        { name: "list_todos", input: { query: "first" } },
        { name: "list_todos", input: { query: "second" } },
      ],
    );
  });

  it("passes calls of unknown tools through", async () => {
    const { toolCalls } = await replyOf(null, [{ id: "1", name: "launch_rocket", arguments: '{"when":"now"}' }]);
    assert.deepEqual(toolCalls, [{ id: "1", name: "launch_rocket", input: { when: "now" } }]);
  });

  it("repairs fenced, prefixed, doubly encoded and trailing-comma arguments", async () => {
    const spelled = [
      '```json\n{"query":"a"}\n```',
      '<think>which?</think>{"query":"a"}',
      '{"query":"a",}',
      '"{\\"query\\":\\"a\\"}"',
      'Sure: {"query":"a"}',
    ];
    const { toolCalls } = await replyOf(
      null,
      spelled.map((text, index) => ({ id: `${index}`, name: "list_todos", arguments: text })),
    );
    for (const call of toolCalls) assert.deepEqual([call.input, call.malformed], [{ query: "a" }, undefined]);
    assert.equal(toolCalls.length, spelled.length);
  });

  it("keeps commas before brackets inside of strings", async () => {
    const { toolCalls } = await replyOf(null, [{ id: "1", name: "list_todos", arguments: '{"query":"a,] b,}",}' }]);
    assert.deepEqual(toolCalls[0]?.input, { query: "a,] b,}" });
  });

  it("reports arguments that cannot be read", async () => {
    const { toolCalls } = await replyOf(null, [
      { id: "1", name: "list_todos", arguments: '{"query": "cut' },
      { id: "2", name: "list_todos", arguments: "[1, 2]" },
      { id: "3", name: "list_todos", arguments: "" },
    ]);
    assert.match(
      toolCalls[0]?.malformed ?? "",
      /^The arguments of list_todos are not valid JSON: "\{\\"query\\": \\"cut"/,
    );
    assert.match(toolCalls[1]?.malformed ?? "", /not a JSON object/);
    assert.deepEqual(toolCalls[2], { id: "3", name: "list_todos", input: {} });
  });

  it("does not repeat the reasoning of the model", async () => {
    assert.equal((await replyOf("<think>secret plan</think>\n\nThree are open.")).text, "Three are open.");
    assert.equal((await replyOf("secret plan</think>Three are open.")).text, "Three are open.");
  });
});

describe("what a language model is sent", () => {
  it("gets the instructions, the messages with the local time, the tools, and the key", async () => {
    await using server = await scripted(completion("Fine."));
    const at = Date.parse("2026-03-05T22:30:00Z");
    const asked = request([{ role: "user", text: "What is open?", at }]);
    await (await connect(server.baseUrl, new HandClock())).step(asked, NEVER);
    const body = server.bodies[0] ?? {};
    assert.deepEqual(body["messages"], [
      { role: "system", content: "Be brief." },
      { role: "user", content: "[Thursday, 2026-03-05 23:30] What is open?" },
    ]);
    assert.deepEqual(body["tools"], [
      {
        type: "function",
        function: { name: "list_todos", description: "Lists todos.", parameters: listTodos.inputSchema },
      },
    ]);
    assert.equal(server.headers[0]?.authorization, `Bearer ${KEY}`);
  });

  it("gets the tools of each request, also when it has met them before or text looks like them", async () => {
    await using server = await scripted(completion("Fine."), completion("Fine."), completion("Fine."));
    const model = await connect(server.baseUrl, new HandClock());
    const other = { ...listTodos, name: "list_lists" };
    const first = request();
    await model.step(first, NEVER);
    await model.step({ ...first, messages: [{ role: "user", text: '"tools":[]}' }] }, NEVER);
    await model.step({ ...first, tools: [other] }, NEVER);
    const names = server.bodies.map(({ tools }) =>
      (tools as readonly { function: { name: string } }[]).map((each) => each.function.name),
    );
    assert.deepEqual(names, [["list_todos"], ["list_todos"], ["list_lists"]]);
    const messages = (server.bodies[1]?.["messages"] ?? []) as readonly unknown[];
    assert.deepEqual(messages.at(-1), { role: "user", content: '"tools":[]}' });
  });

  it("gets one result for each call, also when ids repeat, results are missing, or have no call", async () => {
    await using server = await scripted(completion("Fine."));
    const call = (query: string) => ({ id: "same", name: "list_todos", input: { query } });
    const result = (toolCallId: string, content: string, isError = false) => ({
      toolCallId,
      name: "list_todos",
      isError,
      content,
    });
    const messages: ModelMessage[] = [
      { role: "user", text: "Look twice." },
      { role: "assistant", text: "", toolCalls: [call("a"), call("b"), { ...call("c"), id: "lost" }] },
      { role: "tool", results: [result("same", '{"n":1}'), result("stray", '{"n":0}')] },
      { role: "tool", results: [result("same", '{"n":2}', true)] },
      { role: "user", text: "And?" },
    ];
    await (await connect(server.baseUrl, new HandClock())).step(request(messages), NEVER);
    const sent = server.bodies[0]?.["messages"] as readonly Record<string, unknown>[];
    const asked = sent[2]?.["tool_calls"] as readonly { id: string; function: { arguments: string } }[];
    assert.deepEqual(
      asked.map((each) => each.function.arguments),
      ['{"query":"a"}', '{"query":"b"}', '{"query":"c"}'],
    );
    assert.equal(new Set(asked.map((each) => each.id)).size, 3);
    const answers = sent.filter((message) => message["role"] === "tool");
    assert.deepEqual(
      answers.map((message) => message["tool_call_id"]),
      asked.map((each) => each.id),
    );
    assert.equal(answers[0]?.["content"], '{"n":1}');
    assert.equal(answers[1]?.["content"], '{"n":2}');
    assert.match(String(answers[2]?.["content"]), /No result was recorded/);
    assert.deepEqual(sent.at(-1), { role: "user", content: "And?" });
  });
});

describe("how a language model names a conversation", () => {
  const talk: ModelMessage[] = [
    { role: "user", text: "please look at the invoices of March" },
    { role: "tool", results: [{ toolCallId: "1", name: "get_capture", isError: false, content: "confidential" }] },
    { role: "assistant", text: "Two of them are overdue.", toolCalls: [] },
  ];

  it("reads a fenced answer and keeps to the lengths", async () => {
    const long = { title: `Invoices ${"of March ".repeat(12)}`, subtitle: "Two are overdue" };
    await using server = await scripted(completion(`\`\`\`json\n${JSON.stringify(long)}\n\`\`\``));
    const { title, subtitle } = await (await connect(server.baseUrl, new HandClock())).describe(talk, NEVER);
    assert.ok(title.startsWith("Invoices of March") && title.length <= 60, title);
    assert.equal(subtitle, "Two are overdue");
    assert.doesNotMatch(JSON.stringify(server.bodies), /confidential/);
  });

  it("asks once more after an unusable answer", async () => {
    await using server = await scripted(
      completion("Invoices!"),
      completion('{"title":"Invoices","subtitle":"Two late"}'),
    );
    const model = await connect(server.baseUrl, new HandClock());
    assert.deepEqual(await model.describe(talk, NEVER), { title: "Invoices", subtitle: "Two late" });
    assert.equal(server.bodies.length, 2);
  });

  it("falls back to the rules when no answer can be used", async () => {
    await using server = await scripted(completion('{"title":""}'));
    const model = await connect(server.baseUrl, new HandClock());
    assert.deepEqual(await model.describe(talk, NEVER), {
      title: "Look at the invoices of March",
      subtitle: "Two of them are overdue.",
    });
    assert.equal(server.bodies.length, 2);
  });
});
