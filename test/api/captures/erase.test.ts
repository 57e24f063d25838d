/**
 * Erasing a capture that agents have read, written and repeated: a canary stands in it, comes about in every way in which an agent
 * leaves something behind, and is gone from the bytes of every file afterwards.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Model, ModelRequest } from "../../../src/actors/runtime/ports.ts";
import type { Transcriber } from "../../../src/actors/runtime/transcriber.ts";
import type { Step } from "../../../src/testing/model.ts";
import { filesWith } from "../../helpers/files-with.ts";
import { createTestModel } from "../../helpers/model.ts";
import { begin, openRecording, processed, sendAll } from "../../helpers/recordings.ts";
import { startTestService } from "../../helpers/service.ts";
import { eventually, turns } from "../../helpers/settle.ts";
import { chatEnd, until } from "../../helpers/wait.ts";

const own = createTestModel();
const digesting = gate();
const hearing = gate();
/** Takes the steps it is given; asked to repeat, it says whatever canary it is shown. */
const model: Model = {
  ...own,
  async step(request, signal) {
    const reply = await own.step(request, signal);
    const seen = [...new Set(JSON.stringify(request.messages).match(/canary \w+/gi) ?? [])].join(", ");
    if (!asksFor(request, "repeat")) return reply;
    if (!asksFor(request, "as a list") || seen === "") return { text: `I read: ${seen}.`, toolCalls: [] };
    return { text: "", toolCalls: [{ id: "1", name: "create_todo_list", input: { name: seen } }] };
  },
  async summarise(source, signal) {
    if (source.lines.some(({ text }) => text.includes("slowly"))) await digesting.pass();
    return own.summarise(source, signal);
  },
};

/** A place at which work stands still until the test lets it pass. */
function gate() {
  const opened = Promise.withResolvers<void>();
  let isThere = false;
  const pass = (): Promise<void> => {
    isThere = true;
    return opened.promise;
  };
  return { pass, open: () => opened.resolve(), reached: () => eventually("the work is there", () => isThere) };
}

function asksFor({ messages }: ModelRequest, word: string): boolean {
  const last = messages.findLast(({ role }) => role === "user");
  return last?.role === "user" && last.text.includes(word);
}

after(() => own.release());
/** Hears a canary in every recording. */
const transcriber: Transcriber = {
  name: "slow",
  async transcribe() {
    await hearing.pass();
    return [{ startMs: 0, endMs: 900, speaker: "Canary Dunlin", text: "Action: call Canary Dunlin." }];
  },
};

const service = await startTestService({ after }, { model, transcriber });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Free", requiresApproval: false } });
const { id: askerId } = await service.ok("createAgent", { body: { name: "Asks first" } });

const erase = (captureId: string) => service.ok("deleteCapture", { path: { captureId }, query: { permanent: true } });
const newest = async () => (await service.ok("listCaptures", { query: { limit: 1 } })).data[0]?.id ?? assert.fail();
const messagesOf = async (chatId: string) =>
  (await service.ok("listMessages", { path: { chatId }, query: { limit: 100 } })).data;

async function note(content: string, more: object = {}): Promise<string> {
  const { id } = await service.ok("createCapture", { body: { type: "note", content, ...more } });
  await until(
    "the note is summed up",
    () => service.ok("getCapture", { path: { captureId: id } }),
    ({ summary }) => summary !== null,
  );
  return id;
}

/** A chat in which the agent takes these steps. */
async function chat(steps: readonly Step[], more: object = {}): Promise<string> {
  own.play(...steps);
  const { id } = await service.ok("createChat", { body: { message: "Go on.", agentId, waitSeconds: 60, ...more } });
  return id;
}

/** A person lets through what the agent asks for in the chat. */
async function approve(chatId: string): Promise<void> {
  const { data } = await service.ok("listApprovals", { query: { chatId, status: "pending" } });
  assert.ok(data.length > 0, "nothing waits");
  for (const { id } of data)
    await service.ok("decideApproval", { path: { approvalId: id }, body: { decision: "approve" } });
  await chatEnd(service, chatId);
}

async function say(chatId: string, message: string, steps: readonly Step[] = []): Promise<void> {
  own.play(...steps);
  await service.ok("sendMessage", {
    path: { chatId },
    body: { message, waitSeconds: 60 },
    headers: { "idempotency-key": `${chatId} ${message}` },
  });
}

/** The word stands in no file, as soon as the file of a recording, which goes after the commit, is gone. */
async function nowhere(word: string): Promise<void> {
  await eventually(`${word} is in no file`, () => filesWith(service.dataDir, word).length === 0);
}

test("an agent's note goes with what was said of it", { rules: ["captures.erase", "boundary.erase"] }, async () => {
  const word = "Canary Heron";
  const input = { type: "note", content: `# ${word}\n${word} said so.`, tags: [word] };
  const refused = { ...input, colour: word };
  const chatId = await chat([
    { text: `First try: ${word}.`, calls: [{ name: "create_capture", input: refused }] },
    {
      text: `I write down: ${word}.`,
      calls: [
        { name: "create_capture", input },
        { name: "create_capture", input: refused },
      ],
    },
    { text: `Written: ${word}.` },
  ]);
  const captureId = await newest();
  await say(chatId, "And again", [{ text: `Once more: ${word}.` }]);
  await say(chatId, "And change it", [
    { calls: [{ name: "update_capture", input: { captureId: captureId.toUpperCase(), notes: word } }] },
    {},
  ]);
  const elsewhere = await chat([
    { calls: [{ name: "list_messages", input: { chatId } }] },
    { text: `There: ${word}.` },
  ]);
  assert.notDeepEqual(filesWith(service.dataDir, word), []);
  await erase(captureId);
  await nowhere(word);
  const [, , ...said] = await messagesOf(chatId);
  assert.ok(said.some(({ text }) => text.startsWith("Erased")));
  assert.deepEqual((await messagesOf(elsewhere)).at(-1)?.text.slice(0, 6), "Erased");
});

test("requests for approval go with all their words", { rules: ["captures.erase", "boundary.erase"] }, async () => {
  const word = "Canary Egret";
  const edited = "Canary Bittern";
  const target = await note("Another note");
  const chatId = await chat(
    [
      {
        calls: [
          { name: "create_capture", input: { type: "note", content: `${word} one` } },
          { name: "create_capture", input: { type: "note", content: `${word} two` } },
          { name: "update_capture", input: { captureId: target, title: `${word} three` } },
        ],
      },
      { text: `Done: ${word}, ${edited}.` },
    ],
    { agentId: askerId },
  );
  const { data } = await service.ok("listApprovals", { query: { chatId } });
  const byInput = (part: string) => data.find(({ toolInput }) => JSON.stringify(toolInput).includes(part));
  const decide = async (part: string, body: object) =>
    service.ok("decideApproval", {
      path: { approvalId: byInput(part)?.id ?? assert.fail(part) },
      body,
      headers: { "idempotency-key": `${chatId} ${part}` },
    });
  await decide("one", { decision: "edit", editedInput: { type: "note", content: edited }, comment: `Not ${word}` });
  await decide("two", { decision: "reject", comment: `${word} is no matter of ours` });
  const other = await note("A third note");
  await decide("three", { decision: "edit", editedInput: { captureId: other, notes: edited } });
  await chatEnd(service, chatId, ["completed"]);
  const made = (await service.ok("listCaptures", { query: { query: "bittern" } })).data.map(({ id }) => id);
  assert.equal(made.length, 2);
  for (const captureId of made) await erase(captureId);
  await nowhere(word);
  await nowhere(edited);
  for (const { toolInput, summary, comment } of (await service.ok("listApprovals", { query: { chatId } })).data) {
    assert.deepEqual([toolInput, summary.slice(0, 6), comment?.slice(0, 6) ?? "Erased"], [{}, "Erased", "Erased"]);
  }
});

test("an answer that waited for a decision is not replayed after erasing", { rules: ["boundary.erase"] }, async () => {
  const word = "Canary Crane";
  const chatId = await chat([{ text: "Ready." }], { agentId: askerId });
  await say(chatId, "Write", [
    { calls: [{ name: "create_capture", input: { type: "note", content: word } }] },
    { text: `Written: ${word}` },
  ]);
  const { data } = await service.ok("listApprovals", { query: { chatId, status: "pending" } });
  const path = { approvalId: data[0]?.id ?? assert.fail() };
  await service.ok("decideApproval", { path, body: { decision: "approve" } });
  await chatEnd(service, chatId, ["completed"]);
  await erase(await newest());
  await nowhere(word);
});

for (const [how, message] of [
  ["an answer", "hang\nrepeat"],
  ["a call", "hang\nrepeat as a list"],
] as const) {
  test(`${how} during a model's answer records nothing erased`, { rules: ["boundary.erase"] }, async () => {
    const captureId = await note("Canary Stork flies.");
    const body = { message, agentId, captureIds: [captureId] };
    const { id: chatId } = await service.ok("createChat", { body });
    await eventually("the model is asked", () => own.hanging === 1);
    await erase(captureId);
    own.release();
    await eventually("the model is asked again", () => own.hanging === 1);
    own.release();
    await chatEnd(service, chatId, ["completed"]);
    assert.equal((await messagesOf(chatId)).at(-1)?.text, "I read: .");
    await nowhere("Canary Stork");
  });
}

test("a turn that continues after the erasure sees nothing of it", { rules: ["boundary.erase"] }, async () => {
  const captureId = await note("Canary Ibis flies.");
  const chatId = await chat([
    { calls: [{ name: "get_capture", input: { captureId } }] },
    { text: "Read: Canary Ibis", calls: [{ name: "delete_capture", input: { captureId, permanent: true } }] },
    { calls: [{ name: "list_todos", input: {} }] },
    { text: "Done." },
  ]);
  await approve(chatId);
  const [last, before] = own.requests.toReversed();
  for (const request of [before, last]) assert.doesNotMatch(JSON.stringify(request), /canary/i);
  assert.equal((await messagesOf(chatId)).at(-1)?.text, "Done.");
  await nowhere("Canary Ibis");
});

test("what a step read before it erased the capture goes unstored", { rules: ["boundary.erase"] }, async () => {
  const captureId = await note("Canary Spoonbill flies.");
  const chatId = await chat([
    {
      calls: [
        { name: "get_capture", input: { captureId } },
        { name: "delete_capture", input: { captureId, permanent: true } },
      ],
    },
    { text: "Done." },
  ]);
  await approve(chatId);
  await service.refuses("getCapture", { path: { captureId } }, "resource_not_found");
  await nowhere("Canary Spoonbill");
});

test("the capture's own tags go with it, from tool results too", { rules: ["boundary.erase"] }, async () => {
  const captureId = await note("A note", { tags: ["Canary Avocet", "shared"] });
  const other = await note("Another", { tags: ["shared"] });
  const chatId = await chat([{ calls: [{ name: "list_tags", input: {} }] }, { text: "There is Canary Avocet." }]);
  await erase(captureId);
  await nowhere("Canary Avocet");
  assert.match(JSON.stringify(await service.ok("listTags")), /shared/);
  await erase(other);
  assert.equal((await messagesOf(chatId)).at(-1)?.text.slice(0, 6), "Erased");
});

for (const [order, which] of [
  ["the first", 0],
  ["the last", 1],
] as const) {
  test(`a shared tag goes when its captures go, ${order} of them first`, { rules: ["boundary.erase"] }, async () => {
    const word = "Canary Whimbrel";
    const carriers = [await note("One note", { tags: [word] }), await note("Another note", { tags: [word] })];
    const chatId = await chat([{ calls: [{ name: "list_tags", input: {} }] }, { text: `There is ${word}.` }]);
    await chat([{ calls: [{ name: "list_messages", input: { chatId } }] }, { text: `There it says ${word}.` }]);
    assert.notDeepEqual(filesWith(service.dataDir, word), []);
    await erase(carriers[which] ?? "");
    assert.match(JSON.stringify(await service.ok("listTags")), /Whimbrel/);
    await erase(carriers[1 - which] ?? "");
    await nowhere(word);
  });
}

test("a run started with such words, and its estimate, lose them", { rules: ["boundary.erase"] }, async () => {
  const word = "Canary Godwit";
  const captureId = await note(`${word} flies.`);
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Plain" } });
  const chatId = await chat([
    { calls: [{ name: "get_capture", input: { captureId } }] },
    { calls: [{ name: "run_todo", input: { todoId, agentId, message: `Look into ${word}` } }] },
    { text: `Begun: ${word}` },
    { text: `Looked: ${word}` },
  ]);
  await approve(chatId);
  const run = async () => (await service.ok("getTodo", { path: { todoId } })).latestRun;
  await until("the run ends", run, (latest) => latest?.status === "completed");
  await service.ok("updateTodo", { path: { todoId }, body: { status: "done" } });
  await until(
    "the estimate",
    () => service.ok("getTodo", { path: { todoId } }),
    ({ minutesSaved }) => minutesSaved !== null,
  );
  await erase(captureId);
  await nowhere(word);
});

test("a recording goes with its sound and its words", { rules: ["captures.erase", "captures.erased"] }, async () => {
  const word = "Canary Plover";
  const { id: captureId, stream } = await openRecording(service, { title: `${word} talk`, tags: [word] });
  const channel = await begin(stream);
  channel.send({ type: "segment", startMs: 0, endMs: 900, speaker: word, text: `Action: call ${word} tomorrow.` });
  channel.send({ type: "note", text: `${word} typed` });
  await sendAll(service, channel, Buffer.from(`${word}. `.repeat(4000)), 1000);
  channel.send({ type: "stop" });
  await channel.ended();
  await processed(service, captureId);
  assert.equal((await service.ok("listSuggestions", { path: { captureId } })).data.length, 1);
  const chatId = await chat([{ text: `Heard: ${word}` }], { captureIds: [captureId] });
  assert.ok(filesWith(service.dataDir, word).some((file) => file.endsWith(captureId)));
  await erase(captureId);
  await nowhere(word);
  assert.equal((await messagesOf(chatId)).at(-1)?.text.slice(0, 6), "Erased");
});

test("a running recording is erased too, and its sender notified", { rules: ["captures.erase"] }, async () => {
  const word = "Canary Snipe";
  const { id: captureId, stream } = await openRecording(service, { title: `${word} talk` });
  const channel = await begin(stream);
  channel.send({ type: "note", text: `${word} typed` });
  await sendAll(service, channel, Buffer.from(`${word}. `.repeat(4000)), 1000);
  await erase(captureId);
  assert.equal((await channel.next("stopped")).reason, "erased");
  assert.equal(await channel.ended(), 1000);
  await nowhere(word);
});

test("nothing being made of an erased capture is stored", { rules: ["captures.erased"] }, async () => {
  const word = "Canary Dunlin";
  const content = `${word} flies slowly.\nTODO: call ${word}`;
  const { id: noteId } = await service.ok("createCapture", { body: { type: "note", content } });
  await digesting.reached();
  const { id: captureId, stream } = await openRecording(service);
  const channel = await begin(stream);
  await sendAll(service, channel, Buffer.alloc(32_000), 1000);
  channel.send({ type: "stop" });
  await channel.ended();
  await hearing.reached();
  await erase(noteId);
  await erase(captureId);
  digesting.open();
  hearing.open();
  await turns(500);
  await nowhere(word);
});
