/** What a language model is shown: few tools, short lists, parts of texts, and a conversation that fits and begins as it did before. */
import assert from "node:assert/strict";
import test from "node:test";
import { fitted } from "../../../src/actors/turns/fit.ts";
import { offeredTools } from "../../../src/actors/turns/offer.ts";
import { type ModelMessage, type ModelRequest, WindowOverflow } from "../../../src/actors/runtime/ports.ts";
import { scopes } from "../../../src/schema/scopes.ts";
import { strideOf } from "../../../src/workspace/chats/strides.ts";
import { say, startTurnBench, type TurnBench, use } from "./turn-bench.ts";

const charactersOf = ({ system, messages, tools }: ModelRequest) => JSON.stringify([tools, system, messages]).length;
const last = ({ requests }: TurnBench) => requests.at(-1) ?? assert.fail("The model was not asked.");
const names = ({ tools }: ModelRequest) => tools.map(({ name }) => name);
const resultsOf = ({ messages }: ModelRequest) =>
  messages.flatMap((message) => (message.role === "tool" ? message.results : []));
const lastResult = (bench: TurnBench) =>
  JSON.parse(resultsOf(last(bench)).at(-1)?.content ?? "null") as Record<string, unknown>;

async function ask(bench: TurnBench, chatId: string | null, message: string): Promise<string> {
  if (chatId !== null) await bench.call("sendMessage", { path: { chatId }, body: { message } });
  const id = chatId ?? (await bench.call("createChat", { body: { message } })).id;
  await bench.work();
  return id;
}

/** What 1.0.0 sent: 42 tools, whole records in lists, and up to 120,000 characters of what was said before the turn. */
const before = { tools: 28_235, history: 120_000 };

test("200 turns of a chat cost less than a tenth of what they did, and begin alike between strides", async (t) => {
  const bench = await startTurnBench(t);
  bench.window = 200_000;
  for (let n = 0; n < 25; n += 1) await bench.call("createTodo", { body: { title: `Write to customer number ${n}` } });
  const whole = JSON.stringify(JSON.stringify(await bench.call("listTodos", { query: { limit: 10 } }))).length;
  let chatId: string | null = null;
  const sums = { before: 0, after: 0, strides: 0, alike: 0 };
  let earlier: string | null = null;
  let history = 0;
  for (let turn = 0; turn < 200; turn += 1) {
    bench.script = [
      use(["list_todos", { limit: 10 }]),
      say(`Number ${turn % 25} is next: nobody has written there since.`),
    ];
    chatId = await ask(bench, chatId, `Question ${turn}: what should I write next, and to whom?`);
    const said = 300;
    for (const [step, request] of bench.requests.splice(0).entries()) {
      const text = JSON.stringify([request.tools, request.system, ...request.messages]).slice(0, -1);
      if (earlier !== null) sums[text.startsWith(earlier) ? "alike" : "strides"] += 1;
      earlier = text;
      if (sums.strides === 0) continue;
      sums.after += charactersOf(request);
      sums.before += before.tools + request.system.length + Math.min(history, before.history) + step * whole;
    }
    history += whole + said;
  }
  t.diagnostic(JSON.stringify(sums));
  assert.ok(sums.after * 10 < sums.before, `${sums.after} characters of ${sums.before}`);
  assert.ok(sums.strides <= 100, `${sums.strides} strides in 400 requests`);
});

test("after a stride the first message stays, and what is missing is said in the words of the person alone", async (t) => {
  const bench = await startTurnBench(t);
  bench.window = 100_000;
  let chatId: string | null = null;
  for (let turn = 0; turn < 8; turn += 1) {
    bench.script = [say(`Secret plan ${turn}. ${"word ".repeat(400)}`)];
    chatId = await ask(bench, chatId, `Question ${turn}`);
  }
  const [first, second] = last(bench).messages;
  assert.match(
    first?.role === "user" ? first.text : "",
    /^Question 0\n\n\[Dayshift: .*\d+ messages are left out.*\n.*\n- Question 1/,
  );
  assert.doesNotMatch(first?.role === "user" ? first.text : "", /Secret plan/);
  assert.equal(second?.role, "assistant");
  assert.deepEqual(last(bench).messages.at(-1)?.role, "user");
});

test("where a conversation is cut follows from its sizes, and the last turn stays whatever its size", () => {
  const turn = (n: number, bytes: number) => [[2 * n + 1, 1, 10] as const, [2 * n + 2, 0, bytes] as const];
  assert.deepEqual(strideOf([]), { from: 1, shortBefore: 0 });
  assert.deepEqual(strideOf([...turn(0, 500), ...turn(1, 500)]), { from: 1, shortBefore: 0 });
  assert.deepEqual(strideOf([...turn(0, 500), ...turn(1, 90_000)]), { from: 1, shortBefore: 5 });
  const many = Array.from({ length: 30 }, (_, n) => turn(n, 900)).flat();
  const { from, shortBefore } = strideOf(many);
  assert.ok(from > 30 && from < shortBefore && shortBefore <= 61);
  assert.deepEqual(strideOf([...many, [61, 1, 10]]), { from, shortBefore });
});

test("few tools are offered, and those that the model finds from then on", async (t) => {
  const offered = offeredTools({ scopes, names: null, outside: [] }, []);
  assert.ok(offered.length <= 12);
  // 42 tools of 28,235 characters were counted as 8,266 tokens.
  assert.ok(JSON.stringify(offered).length / (28_235 / 8266) < 2500, `${JSON.stringify(offered).length}`);
  const bench = await startTurnBench(t, [use(["find_tool", { query: "archive a todo list" }]), say("Found.")]);
  bench.window = 100_000;
  const chatId = await ask(bench, null, "go");
  assert.ok(!names(bench.requests[0] ?? last(bench)).includes("delete_todo_list"));
  assert.ok(names(last(bench)).includes("delete_todo_list"));
  bench.script = [say("Still.")];
  await ask(bench, chatId, "and again");
  assert.ok(names(last(bench)).includes("delete_todo_list"));
  bench.script = [use(["find_tool", {}], ["find_tool", { query: "zzz" }]), say("Nothing.")];
  await ask(bench, chatId, "once more");
  const [none, unknown] = resultsOf(last(bench)).slice(-2);
  assert.match(none?.content ?? "", /query is required/);
  assert.ok(unknown?.content.includes('"list_agents"'));
});

test("lists show records in short, whole pages of them, and more fields when asked for", async (t) => {
  const bench = await startTurnBench(t, [
    use(["list_todos", { limit: 100 }], ["list_todos", { limit: 1, fields: ["content"] }]),
    say("Seen."),
  ]);
  for (let n = 0; n < 100; n += 1)
    await bench.call("createTodo", { body: { title: `Todo ${n}`, content: "some text" } });
  await ask(bench, null, "go");
  const [page, one] = resultsOf(last(bench)).map(({ content }) => JSON.parse(content) as { data: object[] });
  assert.equal(page?.data.length, 100);
  assert.deepEqual(Object.keys(page?.data[0] ?? {}), ["object", "id", "title", "status", "todoListId"]);
  assert.deepEqual(Object.keys(one?.data[0] ?? {}), ["object", "id", "title", "status", "todoListId", "content"]);
});

test("the next page is reached by the cursor of the one before", async (t) => {
  const bench = await startTurnBench(t);
  for (let n = 0; n < 3; n += 1) await bench.call("createTodo", { body: { title: `Todo ${n}` } });
  const next = () => lastResult(bench)["nextCursor"];
  bench.script = [
    use(["list_todos", { limit: 2 }]),
    ({ messages }) => {
      const results = messages.flatMap((message) => (message.role === "tool" ? message.results : []));
      const { nextCursor } = JSON.parse(results[0]?.content ?? "null") as { nextCursor: string };
      return use(["list_todos", { limit: 2, cursor: nextCursor }]);
    },
    say("Seen."),
  ];
  await ask(bench, null, "go");
  assert.equal(next(), null);
  assert.deepEqual(
    (lastResult(bench)["data"] as { title: string }[]).map(({ title }) => title),
    ["Todo 0"],
  );
});

test("a long text comes in parts, each with the way to the next", async (t) => {
  const bench = await startTurnBench(t);
  const content = Array.from({ length: 9000 }, (_, n) => `word${n}`).join(" ");
  const { id } = await bench.call("createTodo", { body: { title: "Long", content } });
  bench.script = [use(["get_todo", { todoId: id }]), say("ok")];
  const chatId = await ask(bench, null, "go");
  const shown = String(lastResult(bench)["content"]);
  const [, of = "", from = ""] = /read_more with of "([^"]+)" and from (\d+)/.exec(shown) ?? [];
  let [read, at] = [shown.slice(0, Number(from)), Number(from)];
  while (at > 0) {
    bench.script = [use(["read_more", { of, from: at }]), say("ok")];
    await ask(bench, chatId, "more");
    const { text, next } = lastResult(bench) as { text: string; next?: number };
    read += text;
    at = next ?? 0;
  }
  assert.equal(read, content);
  bench.script = [
    use(["read_more", { of, from: 900_000 }], ["read_more", { of: "delete_todo/1/x", from: 0 }]),
    say("ok"),
  ];
  await ask(bench, chatId, "too far");
  const [past, wrong] = resultsOf(last(bench)).slice(-2);
  assert.match(past?.content ?? "", /no text there/);
  assert.match(wrong?.content ?? "", /Expected \\"<tool>/);
});

test("within a turn older results are shortened first, and stay so", () => {
  const results = (n: number): ModelMessage => ({
    role: "tool",
    results: [{ toolCallId: `${n}`, name: "get_todo", isError: false, content: `${n}`.repeat(3000) }],
  });
  const all = [1, 2, 3, 4].map(results);
  const sizes = (messages: readonly ModelMessage[]) =>
    messages.map((message) => (message.role === "tool" ? (message.results[0]?.content.length ?? 0) > 2000 : null));
  assert.deepEqual(sizes(fitted(all, 100_000)), [true, true, true, true]);
  assert.deepEqual(sizes(fitted(all.slice(0, 3), 7000)), [false, false, true]);
  assert.deepEqual(sizes(fitted(all, 7000)), [false, false, true, true]);
  assert.deepEqual(sizes(fitted(all, 1000)), [false, false, false, false]);
});

test("a model that reads less than it was said to is asked once more, with less", async (t) => {
  const overflow = () => {
    throw new WindowOverflow("Too long.");
  };
  const bench = await startTurnBench(t);
  bench.window = 100_000;
  const { id } = await bench.call("createTodo", { body: { title: "Long", content: "long ".repeat(2400) } });
  const read = ["get_todo", { todoId: id }] as const;
  let isFirst = true;
  bench.script = [use(read), use(read), use(read), () => (isFirst ? ((isFirst = false), overflow()) : say("Done."))];
  const chatId = await ask(bench, null, "go");
  assert.equal((await bench.call("getChat", { path: { chatId } })).status, "completed");
  const [tooLong, fitting] = bench.requests.slice(-2);
  assert.ok(charactersOf(fitting ?? last(bench)) < charactersOf(tooLong ?? last(bench)) / 2);
  bench.script = [overflow];
  await ask(bench, chatId, "again");
  assert.equal((await bench.call("getChat", { path: { chatId } })).errorMessage, "Too long.");
});

const outside = (count: number, description = "Looks something up.") =>
  Array.from({ length: count }, (_, n) => ({
    name: `docs__look-${n}`,
    description: `${description} Number ${n}.`,
    inputSchema: { type: "object" },
    isAllowed: true,
  }));

test("tools of outside servers are offered as long as they fit, and found by search past that", async (t) => {
  const bench = await startTurnBench(t, [use(["find_tool", { query: "look number 7" }]), say("Found.")]);
  bench.window = 100_000;
  bench.outside = outside(3);
  await ask(bench, null, "go");
  assert.equal(names(bench.requests[0] ?? last(bench)).length, 12);
  assert.ok(names(bench.requests[0] ?? last(bench)).includes("docs__look-2"));

  bench.script = [use(["find_tool", { query: "docs look" }]), use(["docs__look-1", {}]), say("Looked.")];
  bench.outside = outside(20, "x".repeat(3000));
  const at = bench.requests.length;
  const chatId = await ask(bench, null, "go");
  const [first, second] = bench.requests.slice(at);
  assert.ok(first !== undefined && second !== undefined);
  assert.equal(names(first).filter((name) => name.startsWith("docs__")).length, 0);
  assert.match(first.tools.find(({ name }) => name === "find_tool")?.description ?? "", /outside servers docs \(20\)/);
  assert.deepEqual(
    names(second).filter((name) => name.startsWith("docs__")),
    ["docs__look-0", "docs__look-1", "docs__look-2"],
  );
  assert.ok((resultsOf(second)[0]?.content.length ?? 0) < 2500);
  assert.match(resultsOf(last(bench)).at(-1)?.content ?? "", /docs, outside this workspace/);
  bench.script = [say("Still.")];
  await ask(bench, chatId, "and again");
  assert.ok(names(last(bench)).includes("docs__look-1"));
});
