/** Whatever a model, a credential or a person does, a turn comes to a final state that says why. */
import assert from "node:assert/strict";
import test from "node:test";
import { type ModelMessage, ModelFailure } from "../../../src/actors/runtime/ports.ts";
import { earliest, nextDue } from "../../../src/workspace/work/queue.ts";
import { asked, hang, say, startTurnBench, type TurnBench, use } from "./turn-bench.ts";
import { pluck } from "../../helpers/pluck.ts";

/** Runs a todo to its end; answers todo and chat. */
async function runOnce(bench: TurnBench) {
  const { id } = await bench.call("createTodo", { body: { title: "T" } });
  await bench.call("runTodo", { path: { todoId: id }, body: { agentId: bench.assistant } });
  await bench.work();
  return stateOf(bench, id);
}

async function stateOf(bench: TurnBench, todoId: string) {
  const todo = await bench.call("getTodo", { path: { todoId } });
  const chatId = todo.latestRun?.chatId ?? assert.fail("no run");
  const chat = await bench.call("getChat", { path: { chatId } });
  return { todo, run: todo.latestRun, chat, messages: bench.messages(chatId) };
}

/** The results of the last tools, as the model saw them. */
function lastResults(messages: readonly ModelMessage[] | undefined) {
  const message = messages?.at(-1);
  return message?.role === "tool" ? message.results : assert.fail("no results");
}

function errorOf(content: string): { code?: string; message: string; param?: string } {
  return (JSON.parse(content) as { error: { message: string } }).error;
}

const failures: readonly [what: string, step: () => never, words: RegExp][] = [
  [
    "a model that gives up",
    () => {
      throw new ModelFailure("The provider is overloaded.");
    },
    /^The provider is overloaded\.$/,
  ],
  [
    "a model that fails unexpectedly",
    () => {
      throw new TypeError("secret detail");
    },
    /^The model could not be asked/,
  ],
];

for (const [what, step, words] of failures) {
  test(`${what} fails the turn with a readable reason, and the todo goes back to ready`, async (t) => {
    const bench = await startTurnBench(t, [step]);
    const { todo, run, chat, messages } = await runOnce(bench);
    assert.deepEqual([chat.status, run?.status, run?.stopReason, todo.status], ["failed", "failed", "error", "ready"]);
    assert.match(chat.errorMessage ?? "", words);
    assert.equal(run?.errorMessage, chat.errorMessage);
    const note = messages.at(-1);
    assert.deepEqual([note?.role, note?.text], ["system", chat.errorMessage]);
    assert.equal(bench.settled.size, 1);
  });
}

test("the operator sees a failed turn once: where and why, but nobody's words", async (t) => {
  const provider = { status: 400, code: "invalid_request_error", reason: "My diary is too long." };
  const fail = () => {
    throw new ModelFailure("The model provider refused the request (400).", provider);
  };
  const bench = await startTurnBench(t, [fail]);
  const chat = await bench.call("createChat", { body: { message: "My diary" } });
  await bench.work();
  const failed = bench.logged.filter(({ event }) => event === "turn failed");
  const [{ turnId, workspaceId, ...line } = assert.fail("not logged")] = failed;
  assert.deepEqual(line, {
    level: "warn",
    event: "turn failed",
    chatId: chat.id,
    model: "scripted",
    stopReason: "error",
    message: "The model provider refused the request (400).",
    status: 400,
    code: "invalid_request_error",
  });
  assert.equal(failed.length, 1);
  const ended = bench.logged.filter(({ event }) => event === "turn ended");
  const expected = { level: "debug", event: "turn ended", workspaceId, chatId: chat.id, turnId };
  assert.deepEqual(ended, [{ ...expected, state: "failed", steps: 0, ms: 0 }]);
  assert.doesNotMatch(JSON.stringify(bench.logged), /diary/);
});

for (const hasBudget of [false, true]) {
  test(`a finished turn is one line at debug level, ${hasBudget ? "with" : "without"} a budget`, async (t) => {
    const slow = () => {
      bench.clock.advance(250);
      return say("My diary.");
    };
    const bench: TurnBench = await startTurnBench(t, [use(["list_todos", {}]), slow]);
    bench.hasBudget = hasBudget;
    await runOnce(bench);
    const [line, none] = bench.logged;
    assert.equal(none, undefined);
    assert.deepEqual(
      [line?.["level"], line?.["event"], line?.["state"], line?.["steps"], line?.["ms"]],
      ["debug", "turn ended", "completed", 2, 250],
    );
    assert.doesNotMatch(JSON.stringify(line), /diary/);
  });
}

test("a model that asks for too many calls at once gets the rest refused", async (t) => {
  const calls = Array.from({ length: 40 }, (_, n) => ["create_todo_list", { name: `L${n}` }] as const);
  const bench = await startTurnBench(t, [use(...calls), say("ok")]);
  await runOnce(bench);
  assert.equal(lastResults(bench.requests[1]?.messages).filter(({ isError }) => isError).length, 8);
  assert.equal((await bench.call("listTodoLists")).data.length, 33);
});

const refusals: readonly [what: string, name: string, input: unknown, words: RegExp, param?: string][] = [
  ["an unknown tool", "make_coffee", {}, /no tool of that name.*create_todo/],
  ["a tool that agents have not", "send_message", { chatId: "x", message: "y" }, /no tool/],
  ["an unknown field", "create_todo", { title: "a", colour: "red" }, /Unknown field "colour".*title/, "colour"],
  ["a wrong type", "create_todo", { title: 4 }, /title/, "title"],
  ["a missing id", "get_todo", {}, /todoId is required/, "todoId"],
  ["an id that is none", "get_todo", { todoId: "first" }, /expected a UUID/, "todoId"],
  ["an id that is no text", "get_todo", { todoId: { a: 1 } }, /expected a UUID/, "todoId"],
  [
    "arguments that are no object",
    "create_todo",
    "title",
    /title or a content|needs a title|title, a content/,
    "title",
  ],
  ["text with NUL", "create_todo", { title: "a\0b" }, /NUL/, "title"],
  ["text with lone surrogates", "create_todo", { title: "a\ud800" }, /surrogates/, "title"],
  ["a tool whose name cannot be stored", "create\0\ud800", {}, /no tool/],
  ["a cursor that is none", "list_todos", { cursor: "x" }, /cursor was not issued/, "cursor"],
  ["an unknown record", "get_todo", { todoId: "0195f3a0-0000-7000-8000-0000000000ff" }, /There is no todo/],
];

test("a call that cannot be carried out is answered with an error that the model can act on", async (t) => {
  const calls = refusals.map(([, name, input]) => [name, input] as const);
  const bench = await startTurnBench(t, [use(...calls), say("ok")]);
  assert.equal((await runOnce(bench)).run?.status, "completed");
  const results = lastResults(bench.requests[1]?.messages);
  for (const [at, [what, , , words, param]] of refusals.entries()) {
    assert.equal(results[at]?.isError, true, what);
    const error = errorOf(results[at]?.content ?? "");
    assert.match(error.message, words, what);
    assert.equal(error.param, param, what);
  }
});

test("arguments that could not be read are refused with the reason", async (t) => {
  const call = { id: "1", name: "create_todo", input: {}, malformed: "The arguments are no JSON." };
  const bench = await startTurnBench(t, [{ text: "", toolCalls: [call] }, say("ok")]);
  await runOnce(bench);
  assert.match(lastResults(bench.requests[1]?.messages)[0]?.content ?? "", /are no JSON/);
});

test("a call that fails leaves nothing of what it had begun", async (t) => {
  const bench = await startTurnBench(t);
  const data = [{ title: "kept?" }, { title: "wrong", todoListName: "No such list" }];
  bench.script = [use(["batch_create_todos", { data }]), say("ok")];
  await runOnce(bench);
  assert.match(lastResults(bench.requests[1]?.messages)[0]?.content ?? "", /data\[1\]\.todoListName/);
  assert.deepEqual(pluck((await bench.call("listTodos")).data, "title"), ["T"]);
});

test("text with NUL and lone surrogates is stored without them", async (t) => {
  const bench = await startTurnBench(t, [say("a\0b\ud800c")]);
  const { chat, messages } = await runOnce(bench);
  assert.equal(chat.status, "completed");
  assert.equal(messages.at(-1)?.text, "ab\ufffdc");
});

test("a scope that was lost while the model thought is refused to the tool", async (t) => {
  const bench = await startTurnBench(t);
  bench.script = [
    () => {
      bench.scopes = ["todos:read", "chats:read"];
      return use(["create_todo_list", { name: "forbidden" }]);
    },
    say("ok"),
  ];
  await runOnce(bench);
  const [result] = lastResults(bench.requests[1]?.messages);
  assert.equal(errorOf(result?.content ?? "").code, "missing_scope");
  assert.deepEqual(
    bench.requests[1]?.tools.map(({ name }) => name).filter((name) => name.startsWith("create")),
    [],
  );
});

test("cancelling while the model thinks gives the model up at once and settles the minutes", async (t) => {
  const bench = await startTurnBench(t, [hang]);
  const { id } = await bench.call("createTodo", { body: { title: "T" } });
  const { chatId } = await bench.call("runTodo", { path: { todoId: id }, body: { agentId: bench.assistant } });
  const { ended } = await bench.begin();
  await asked(bench, 1);
  const chat = await bench.call("cancelChat", { path: { chatId } });
  assert.equal(chat.status, "cancelled");
  await ended;
  const { todo, run } = await stateOf(bench, id);
  assert.deepEqual([todo.status, run?.status, run?.stopReason], ["ready", "cancelled", "cancelled"]);
  await bench.work();
  assert.equal(bench.settled.size, 1);
  assert.equal(
    bench.read((sql) => earliest(nextDue(sql))),
    null,
  );
});

test("a chat that is cancelled before it starts asks no model", async (t) => {
  const bench = await startTurnBench(t);
  const { id } = await bench.call("createChat", { body: { message: "go" } });
  await bench.call("cancelChat", { path: { chatId: id } });
  await bench.work();
  assert.equal(bench.requests.length, 0);
  assert.equal((await bench.call("getChat", { path: { chatId: id } })).status, "cancelled");
});

test("cancelled at any commit, a turn stays cancelled, keeps what was done, and takes a new message", async (t) => {
  const script = [use(["create_todo", { title: "A" }], ["create_todo", { title: "B" }]), say("ok")];
  for (let at = 1; at <= 6; at++) {
    const bench = await startTurnBench(t, script);
    const { id } = await bench.call("createChat", { body: { message: "go" } });
    let commits = 0;
    let cancelling: Promise<unknown> = Promise.resolve();
    bench.mailbox.onCommit(() => {
      commits += 1;
      if (commits === at) cancelling = bench.call("cancelChat", { path: { chatId: id } });
    });
    await bench.work();
    await cancelling;
    await bench.work();
    const chat = await bench.call("getChat", { path: { chatId: id } });
    const { data } = await bench.call("listTodos");
    const blocks = bench.messages(id).flatMap((message) => message.blocks);
    const calls = blocks.filter(({ type }) => type === "tool_call").length;
    const results = blocks.filter((block) => block.type === "tool_result");
    assert.equal(results.length, calls, `every call has a result (commit ${at})`);
    assert.equal(results.filter(({ isError }) => !isError).length, data.length, `commit ${at}`);
    if (chat.status === "completed") continue;
    assert.equal(chat.status, "cancelled", `commit ${at}`);
    bench.script = [say("Here again.")];
    await bench.call("sendMessage", { path: { chatId: id }, body: { message: "again" } });
    await bench.work();
    assert.equal((await bench.call("getChat", { path: { chatId: id } })).status, "completed");
  }
});

test("agents that start one another stop at the third", async (t) => {
  const bench = await startTurnBench(t, [
    (request) => {
      const todoId = /todo with the id (\S+)\./.exec(request.system)?.[1] ?? "";
      return use([
        "create_todo",
        { title: `after ${todoId}`, assignees: [{ id: bench.assistant, type: "agent" }], run: true },
      ]);
    },
    say("ok"),
  ]);
  await runOnce(bench);
  for (let agents = 0; agents < 4; agents += 1) {
    const { data: asked } = await bench.call("listApprovals", { query: { status: "pending" } });
    for (const { id } of asked)
      await bench.call("decideApproval", { path: { approvalId: id }, body: { decision: "approve" } });
    await bench.work();
  }
  const { data } = await bench.call("listTodos");
  assert.equal(data.length, 4);
  const errors = bench.requests.flatMap(({ messages }) => messages).filter((message) => message.role === "tool");
  assert.equal(errors.flatMap(({ results }) => results).filter(({ content }) => /in a row/.test(content)).length, 1);
});

test("when the service stops, a turn is left at its last step, and resumes there", async (t) => {
  const bench = await startTurnBench(t, [use(["create_todo", { title: "A" }]), hang]);
  const { id } = await bench.call("createChat", { body: { message: "go" } });
  const { ended } = await bench.begin();
  await asked(bench, 2);
  await bench.restart();
  await ended;
  assert.equal((await bench.call("getChat", { path: { chatId: id } })).status, "running");
  bench.script = [say("never"), say("Done.")];
  await bench.work();
  assert.deepEqual(
    [(await bench.call("getChat", { path: { chatId: id } })).status, (await bench.call("listTodos")).data.length],
    ["completed", 1],
  );
});

test("the time for which the service was down is not charged, even when the turn is cancelled at once", async (t) => {
  const bench = await startTurnBench(t, [hang]);
  const { id } = await bench.call("createChat", { body: { message: "go" } });
  const { ended } = await bench.begin();
  await asked(bench, 1);
  bench.killAt(1, "before");
  bench.clock.advance(10 * 60 * 60_000);
  await bench.restart();
  await ended;
  await bench.call("cancelChat", { path: { chatId: id } });
  await bench.work();
  assert.deepEqual([...bench.settled.values()], [[0]]);
});

test("a settlement that fails is made up for later", async (t) => {
  const bench = await startTurnBench(t);
  const settle = bench.settled.set.bind(bench.settled);
  let broken = true;
  bench.settled.set = (turnId, seconds) => {
    if (broken) throw new Error("the directory is away");
    return settle(turnId, seconds);
  };
  const { id } = await bench.call("createChat", { body: { message: "go" } });
  await bench.work();
  assert.equal((await bench.call("getChat", { path: { chatId: id } })).status, "completed");
  assert.equal(bench.problems.length, 1);
  broken = false;
  bench.clock.advance(5000);
  await bench.work();
  assert.equal(bench.settled.size, 1);
});
