/**
 * The boundary of captures, for every string that a model can answer with: each reply is made from the shapes of the model port and the
 * inputs of all tools, with a canary in the place of every word, and a caller who may not read captures reads everything afterwards.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { agentTools } from "../../../src/schema/operations/tools.ts";
import { scopes } from "../../../src/schema/scopes.ts";
import { createCanaryModel } from "../../helpers/canary-model.ts";
import { crawl } from "../../helpers/crawl.ts";
import { openFeed } from "../../helpers/feed.ts";
import { asTimePasses } from "../../helpers/settle.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, until } from "../../helpers/wait.ts";

const model = createCanaryModel();
const service = await startTestService({ after }, { model });
const { workspaceId, userId } = service;
const others = scopes.filter((scope) => scope !== "captures:read");
const narrow = await service.keyFor(others);
const { id: agentId } = await service.ok("createAgent", { body: { name: "Free", requiresApproval: false } });
const { id: skillId } = await service.ok("createAgentSkill", { path: { agentId }, body: { name: "Skill" } });
const { id: todoListId } = await service.ok("createTodoList", { body: { name: "List" } });
const { id: todoId } = await service.ok("createTodo", { body: { title: "A task", content: "Of a person" } });
const { id: captureId } = await service.ok("createCapture", {
  body: { type: "note", content: "# Canary\ncanary words" },
});
const { id: chatId } = await service.ok("createChat", { body: { message: "Anything?", agentId } });
Object.assign(model.ids, { agentId, skillId, todoListId, todoId, captureId, chatId, userId, id: userId });

const feedOf = (credential: string) =>
  openFeed({ url: service.url, credential, start: { type: "start", workspaceId, after: "0-" } });
const feed = await feedOf(narrow);
const reader = await feedOf(service.key);

const isCanary = /canary/i;
model.heard = async () => {
  model.heard = null;
  await asTimePasses(service.clock, "the words in progress", () => isCanary.test(reader.words), 25);
};
const known = new Map([
  ["workspaceId", new Set([workspaceId])],
  ["userId", new Set([userId])],
]);

/** Who reads captures finds them; who does not finds none of them, in whatever the first was shown the ids of. */
async function search(): Promise<ReadonlySet<string>> {
  const all = await crawl(service, service.key, { query: "canar", captureId }, known);
  const { answers } = await crawl(service, narrow, { query: "canar", captureId }, all.known);
  const leaks = answers.filter(({ text }) => isCanary.test(text.replaceAll(/query=canar/g, "")));
  assert.deepEqual(
    leaks.map(
      ({ operation, path, text }) =>
        `${operation} ${path}: ${text.slice(Math.max(0, text.search(isCanary) - 80)).slice(0, 160)}`,
    ),
    [],
  );
  return new Set(all.answers.filter(({ text }) => isCanary.test(text)).map(({ operation }) => operation));
}

/** The chat once its turn has ended: what is asked for on the way is searched, and rejected. */
async function ended(id: string): Promise<void> {
  for (;;) {
    const { status } = await chatEnd(service, id);
    if (status !== "awaiting_input") return;
    await search();
    const { data } = await service.ok("listApprovals", { query: { chatId: id, status: "pending", limit: 100 } });
    for (const approval of data)
      await service.ok("decideApproval", { path: { approvalId: approval.id }, body: { decision: "reject" } });
  }
}

test(
  "an agent that knows a capture says a canary everywhere",
  { rules: ["boundary.chats", "boundary.todos"] },
  async () => {
    const { id } = await service.ok("createChat", { body: { message: "Do it", agentId, captureIds: [captureId] } });
    await ended(id);
    const changing = agentTools.filter(({ changes }) => changes).map(({ name }) => name);
    assert.deepEqual(
      changing.filter((name) => !model.called.has(name)),
      [],
    );
    const found = await search();
    for (const operation of ["listMessages", "listTodos", "getTodo", "listCaptures", "getCapture", "listRecordChanges"])
      assert.ok(found.has(operation), `${operation}: ${[...found].join()}`);
  },
);

test("a run, its name and the minutes that it saved show nothing", { rules: ["boundary.todos"] }, async () => {
  const run = await service.ok("runTodo", { path: { todoId }, body: { agentId } });
  await ended(run.chatId);
  await service.ok("updateTodo", { path: { todoId }, body: { status: "done" } });
  await service.pass(60_000);
  await until(
    "an estimate",
    () => service.ok("getTodo", { path: { todoId } }),
    ({ minutesSaved }) => minutesSaved !== null,
  );
  await search();
});

test("what is made of a capture shows nothing", { rules: ["boundary.suggestions"] }, async () => {
  await until(
    "a suggestion",
    () => service.ok("listSuggestions", { path: { captureId } }),
    ({ data }) => data.length > 0,
  );
  await search();
});

test(
  "neither words in progress nor changes are sent to who may not read captures",
  { rules: ["boundary.scopes"] },
  async () => {
    const { id } = await service.ok("createTodo", { body: { title: "The end" } });
    const isThere = (one: typeof feed): boolean => one.changes.some((change) => change.id === id);
    await asTimePasses(service.clock, "all has been sent", () => isThere(feed) && isThere(reader), 25);
    assert.match(reader.words, isCanary);
    assert.match(JSON.stringify(reader.changes), isCanary);
    assert.doesNotMatch(JSON.stringify(feed.frames), isCanary);
    for (const one of [feed, reader]) one.cut();
  },
);

test("the log shows nothing", { rules: ["boundary.logs"] }, () => {
  assert.doesNotMatch(service.log.join("\n"), isCanary);
});

test("content of captures is shown to a model for its steps and its digests alone", () => {
  assert.deepEqual(Object.keys(model.said).toSorted(), ["step", "summarise"]);
});
