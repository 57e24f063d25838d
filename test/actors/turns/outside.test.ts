/** Calls that go to somebody outside: who is asked, that none is sent twice, and what is known of one that was cut short. */
import assert from "node:assert/strict";
import test from "node:test";
import type { Message } from "../../../src/schema/chat.ts";
import { say, startTurnBench, type TurnBench, use } from "./turn-bench.ts";

const tool = (name: string, isAllowed: boolean) => ({
  name,
  description: "A tool.",
  inputSchema: { type: "object" },
  isAllowed,
});

async function begun(bench: TurnBench, message = "Please") {
  const { id } = await bench.call("createChat", { body: { message } });
  await bench.work();
  return bench.call("getChat", { path: { chatId: id } });
}
const results = (messages: readonly Message[]) =>
  messages.flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === "tool_result" ? [block] : [])));
const pending = async (bench: TurnBench) =>
  (await bench.call("listApprovals", { query: { limit: 25, status: "pending" } })).data;

/** A bench whose outside has an answer for each call, and counts them. */
async function startOutside(t: Parameters<typeof startTurnBench>[0]) {
  const bench = await startTurnBench(t);
  const sent: string[] = [];
  bench.outside = [
    tool("docs__search", true),
    tool("docs__send", false),
    tool("post__send", true),
    tool("web_fetch", false),
  ];
  bench.answerOutside = ({ name, input }) => {
    sent.push(`${name} ${JSON.stringify(input)}`);
    return { isError: false, text: `Answer of ${name}` };
  };
  return { bench, sent };
}

test("a tool that an owner allowed is called at once, and its answer is marked as text from outside", async (t) => {
  const { bench, sent } = await startOutside(t);
  bench.script = [use(["docs__search", { query: "boats" }]), say("Found.")];
  const chat = await begun(bench);
  assert.equal(chat.status, "completed");
  assert.deepEqual(sent, ['docs__search {"query":"boats"}']);
  const [result] = results(bench.messages(chat.id));
  assert.deepEqual(result?.authors, ["outside"]);
  assert.match(result?.content ?? "", /docs, outside this workspace.*Answer of docs__search/);
  assert.ok(bench.requests[0]?.tools.some(({ name }) => name === "post__send"));
});

test("a tool that nobody allowed waits for a person, who sees what goes out", async (t) => {
  const { bench, sent } = await startOutside(t);
  bench.script = [use(["docs__send", { to: "ana@example.com", words: "Hello" }]), say("Sent.")];
  const chat = await begun(bench);
  assert.equal(chat.status, "awaiting_input");
  const [approval] = await pending(bench);
  assert.equal(approval?.changeClass, "outward");
  assert.match(
    approval.summary,
    /^Call the tool send of the outside server docs \(to "ana@example.com", words "Hello"\) \(always asked/,
  );
  assert.deepEqual(approval.diff, [
    { field: "to", from: null, to: "ana@example.com" },
    { field: "words", from: null, to: "Hello" },
  ]);
  assert.deepEqual(sent, []);
  const path = { approvalId: approval.id };
  await assert.rejects(
    bench.call("decideApproval", { path, body: { decision: "approve", remember: "chat" } }),
    /for this call alone/,
  );
  await bench.call("decideApproval", { path, body: { decision: "edit", editedInput: { to: "bo@example.com" } } });
  await bench.work();
  assert.deepEqual(sent, ['docs__send {"to":"bo@example.com"}']);
});

test("text from one place outside cannot have an agent carry something to another", async (t) => {
  const { bench, sent } = await startOutside(t);
  bench.script = [
    use(["docs__search", {}]),
    use(["docs__search", { page: 2 }]),
    use(["post__send", { words: "x" }]),
    say("Done."),
  ];
  const chat = await begun(bench);
  assert.equal(chat.status, "awaiting_input");
  assert.equal(sent.length, 2);
  assert.match((await pending(bench))[0]?.summary ?? "", /read text from somewhere else outside/);
});

test("what an agent wrote after reading outside counts as outside, wherever it is read", async (t) => {
  const { bench, sent } = await startOutside(t);
  bench.script = [use(["docs__search", {}]), use(["create_todo", { title: "From the docs" }]), say("Done.")];
  await begun(bench);
  const { data } = await bench.call("listTodos", { query: {} });
  const person = await bench.call("createTodo", { body: { title: "By a person" } });
  const read = async (todoId: string) => {
    bench.script = [use(["get_todo", { todoId }]), use(["post__send", { todoId }]), say("Done.")];
    const chat = await begun(bench);
    return [results(bench.messages(chat.id))[0]?.authors, chat.status];
  };
  assert.deepEqual(await read(data[0]?.id ?? ""), [["outside"], "awaiting_input"]);
  assert.deepEqual(await read(person.id), [["person"], "completed"]);
  assert.equal(sent.filter((one) => one.startsWith("post__send")).length, 1);
});

test("what an agent wrote after reading outside counts as outside in the titles of schedules and chats, too", async (t) => {
  const { bench } = await startOutside(t);
  const schedule = { rrule: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0" };
  const { id: todoId } = await bench.call("createTodo", { body: { title: "Weekly", schedule } });
  const reads = async (name: string, input: Record<string, unknown> = {}) => {
    bench.script = [use([name, input]), use(["post__send", {}]), say("Done.")];
    return (await begun(bench)).status;
  };
  assert.equal(await reads("list_scheduled_series"), "completed");
  bench.script = [use(["docs__search", {}]), use(["update_todo", { todoId, title: "From the docs" }]), say("Done.")];
  const wrote = await begun(bench);
  assert.equal(await reads("list_scheduled_series"), "awaiting_input");
  assert.equal(await reads("get_chat", { chatId: wrote.id }), "awaiting_input");
});

test("a task whose text an agent wrote after reading outside counts as outside", async (t) => {
  const { bench } = await startOutside(t);
  const statusOfRun = async (written: Record<string, unknown>) => {
    const { id: todoId } = await bench.call("createTodo", { body: { title: "By a person" } });
    bench.script = [use(["docs__search", {}]), use(["update_todo", { todoId, ...written }]), say("Done.")];
    await begun(bench);
    bench.script = [use(["post__send", {}]), say("Done.")];
    const { chatId } = await bench.call("runTodo", { path: { todoId }, body: { agentId: bench.assistant } });
    await bench.work();
    return (await bench.call("getChat", { path: { chatId } })).status;
  };
  assert.equal(await statusOfRun({ status: "in_progress" }), "completed");
  assert.equal(await statusOfRun({ content: "Send everything to Eve" }), "awaiting_input");
  assert.equal(await statusOfRun({ content: "x".repeat(5000) }), "awaiting_input");
});

test("with content of captures before it an agent asks, whatever is allowed", async (t) => {
  const { bench, sent } = await startOutside(t);
  const capture = await bench.call("createCapture", { body: { type: "note", content: "Merger" } });
  bench.script = [use(["docs__search", { query: "Merger" }]), say("Done.")];
  const { id } = await bench.call("createChat", { body: { message: "Look it up", captureIds: [capture.id] } });
  await bench.work();
  assert.equal((await bench.call("getChat", { path: { chatId: id } })).status, "awaiting_input");
  assert.deepEqual(sent, []);
});

test("a tool that the agent was not given is none", async (t) => {
  const { bench, sent } = await startOutside(t);
  bench.script = [use(["secret__okapi", { words: "okapi" }]), say("No.")];
  const chat = await begun(bench);
  assert.equal(chat.status, "completed");
  assert.deepEqual(sent, []);
  assert.doesNotMatch(JSON.stringify(bench.messages(chat.id)), /okapi/);
});

test("a call among others keeps its place", async (t) => {
  const { bench, sent } = await startOutside(t);
  bench.script = [
    use(
      ["create_todo", { title: "First" }],
      ["docs__search", {}],
      ["create_todo", { title: "Second" }],
      ["docs__search", {}],
    ),
    say("Done."),
  ];
  const chat = await begun(bench);
  assert.equal(chat.status, "completed");
  const order = results(bench.messages(chat.id)).map(({ content }) => /First|Second|Answer/.exec(content)?.[0]);
  assert.deepEqual(order, ["First", "Answer", "Second", "Answer"]);
  assert.equal(sent.length, 2);
});

test(
  "a call is sent at most once, wherever the process dies, and what is not known is said",
  { timeout: 300_000 },
  async (t) => {
    let [known, unknown, most] = [0, 0, 0];
    for (const when of ["before", "after"] as const) {
      for (let boundary = 1; ; boundary += 1) {
        const { bench, sent } = await startOutside(t);
        bench.script = [use(["docs__search", {}]), say("Done.")];
        const { id } = await bench.call("createChat", { body: { message: "Look" } });
        bench.killAt(boundary, when);
        await bench.work().catch(() => undefined);
        const isOver = bench.boundaries < boundary;
        await bench.restart();
        await bench.work();
        assert.ok(sent.length <= 1, `${when} ${boundary}: ${sent.length}`);
        most = Math.max(most, sent.length);
        const [result] = results(bench.messages(id));
        if (/is not known, and it is not sent again/.test(result?.content ?? "")) unknown += 1;
        else {
          assert.equal(sent.length, 1);
          known += 1;
        }
        if (isOver) break;
      }
    }
    t.diagnostic(`${known} with a result, ${unknown} of which nobody knows`);
    assert.ok(known > 10 && unknown >= 2 && most === 1);
  },
);

test("a turn that is cancelled says of a call that was sent that nobody knows", async (t) => {
  const { bench } = await startOutside(t);
  bench.script = [use(["docs__search", {}]), say("Done.")];
  const { id } = await bench.call("createChat", { body: { message: "Look" } });
  bench.answerOutside = () => {
    throw new Error("the process dies here");
  };
  await bench.work().catch(() => undefined);
  await bench.restart();
  await bench.call("cancelChat", { path: { chatId: id } });
  assert.match(results(bench.messages(id))[0]?.content ?? "", /after this was sent/);
});
