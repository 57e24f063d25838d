/**
 * Approvals with a language model at the other end: the service asks a server of the OpenAI chat form over HTTP, people decide
 * over HTTP, and what the model is sent next is read off the wire.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createModel } from "../../../src/actors/models/index.ts";
import type { Approval } from "../../../src/schema/app.ts";
import { completion, type Part, scripted } from "../../actors/models/scripted-server.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { pluck } from "../../helpers/pluck.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, until } from "../../helpers/wait.ts";

interface Line {
  readonly role: string;
  readonly content: unknown;
}

/** Calls as its last user message lists them, one title a line, all under one id as careless providers send them; then says what it heard. */
const script: Part = (response, request) => {
  const { messages, tools } = provider.bodies.at(-1) as { messages: Line[]; tools?: unknown[] };
  const last = messages.at(-1);
  const titles = tools === undefined ? [] : [...JSON.stringify(last?.content).matchAll(/Make: (\w+)/g)];
  const calls = titles.map(([, title]) => ({
    id: "call_1",
    name: "create_todo",
    arguments: JSON.stringify({ title, priority: "low" }),
  }));
  if (last?.role === "user" && calls.length > 0) completion(null, calls)(response, request);
  else completion("Understood.")(response, request);
};

const clock = createFakeClock(Date.UTC(2026, 0, 5, 8, 30));
const provider = await scripted(script);
after(() => provider[Symbol.asyncDispose]());
const settings = { model: "openai-compatible:scripted", baseUrl: provider.baseUrl, apiKey: "sk-scripted" };
const service = await startTestService({ after }, { clock, model: await createModel(settings, clock) });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Careful", requiresApproval: true } });
let count = 0;

/** A chat in which the model wants to make so many todos, and their titles. */
async function waiting(calls = 1): Promise<{ chatId: string; titles: string[]; approvals: Approval[] }> {
  const titles = Array.from({ length: calls }, () => `Wanted${(count += 1)}`);
  const message = titles.map((title) => `Make: ${title}`).join("\n");
  const { id: chatId } = await service.ok("createChat", { body: { message, agentId } });
  assert.equal((await chatEnd(service, chatId)).status, "awaiting_input");
  const { data } = await service.ok("listApprovals", { query: { chatId } });
  const approvals = data.toReversed();
  assert.deepEqual(
    pluck(approvals, "toolInput"),
    titles.map((title) => ({ title, priority: "low" })),
    "each call has its own input, though the provider gave them one id",
  );
  return { chatId, titles, approvals };
}

const decide = (approval: Approval | undefined, body: object) =>
  service.ok("decideApproval", { path: { approvalId: approval?.id ?? "" }, body });

/** What was made of what the model wanted. */
async function made(title: string): Promise<unknown[]> {
  const { data } = await service.ok("listTodos", { query: { query: title } });
  return data.map((todo) => [todo.title, todo.priority]);
}

/** How often the model was asked to go on with the chat in whose first message these words stand. */
function asks(words: string): number {
  const steps = provider.bodies.filter(({ tools }) => tools !== undefined);
  return steps.filter(({ messages }) => JSON.stringify(messages).includes(words)).length;
}

/** What the model was sent about its calls, in the chat in whose first message these words stand. */
function lastResults(words: string): string[] {
  const results = provider.bodies
    .map(({ messages }) => messages as Line[])
    .filter((messages) => JSON.stringify(messages).includes(words))
    .map((messages) => messages.filter(({ role }) => role === "tool").map(({ content }) => JSON.stringify(content)));
  return results.findLast((sent) => sent.length > 0) ?? [];
}

interface Path {
  readonly decision: object;
  readonly status: Approval["status"];
  readonly makes: (title: string) => unknown[];
  readonly tells: RegExp;
}

const paths: readonly Path[] = [
  { decision: { decision: "approve" }, status: "approved", makes: (title) => [[title, "low"]], tells: /Wanted/ },
  {
    decision: { decision: "edit", editedInput: { title: "Put otherwise", priority: "high" } },
    status: "edited",
    makes: () => [],
    tells: /Put otherwise/,
  },
  {
    decision: { decision: "reject" },
    status: "rejected",
    makes: () => [],
    tells: /Not carried out: a person rejected/,
  },
  {
    decision: { decision: "respond", comment: "Ask Ada first." },
    status: "responded",
    makes: () => [],
    tells: /Ask Ada first\./,
  },
];

for (const { decision, status, makes, tells } of paths) {
  test(
    `a language model learns of a ${status} call, and goes on`,
    { rules: ["approvals.approve", "approvals.edit", "approvals.reject"] },
    async () => {
      const { chatId, titles, approvals } = await waiting();
      const [title = ""] = titles;
      assert.deepEqual(await made(title), []);
      assert.equal(asks(`Make: ${title}`), 1);
      assert.equal((await decide(approvals[0], decision)).status, status);
      assert.equal((await chatEnd(service, chatId)).status, "completed");
      assert.equal(asks(`Make: ${title}`), 2);
      assert.deepEqual(await made(title), makes(title));
      if (status === "edited") assert.deepEqual(await made("Put otherwise"), [["Put otherwise", "high"]]);
      const [result = ""] = lastResults(`Make: ${title}`);
      assert.match(result, tells);
      const { data } = await service.ok("listMessages", { path: { chatId } });
      assert.equal(data.at(-1)?.text, "Understood.");
    },
  );
}

test("the model waits for the last decision, in any order", { rules: ["approvals.several"] }, async () => {
  const { chatId, titles, approvals } = await waiting(3);
  await decide(approvals[2], { decision: "approve" });
  await decide(approvals[0], { decision: "reject", comment: "Not that one." });
  assert.equal(asks(`Make: ${titles[0]}`), 1);
  assert.deepEqual(await made(titles[2] ?? ""), [], "the whole step is held");
  await decide(approvals[1], { decision: "edit", editedInput: { title: "The middle one" } });
  assert.equal((await chatEnd(service, chatId)).status, "completed");
  assert.deepEqual(await made(titles[2] ?? ""), [[titles[2], "low"]]);
  assert.equal((await made("The middle one")).length, 1);
  const results = lastResults(`Make: ${titles[0]}`);
  assert.equal(results.length, 3);
  for (const [at, words] of [/Not that one/, /The middle one/, new RegExp(titles[2] ?? "-")].entries()) {
    assert.match(results[at] ?? "", words);
  }
});

test("a decision is for its exact input", { rules: ["approvals.approve", "restart.persists"] }, async () => {
  const { chatId, titles, approvals } = await waiting(2);
  const [first = "", second = ""] = titles;
  await decide(approvals[0], { decision: "approve" });
  await service.restart();
  const { data } = await service.ok("listApprovals", { query: { chatId } });
  assert.deepEqual(
    data.toReversed().map(({ status, toolInput }) => [status, toolInput["title"]]),
    [
      ["approved", first],
      ["pending", second],
    ],
  );
  assert.equal(asks(`Make: ${first}`), 1, "a restart asks nothing while decisions are out");
  await decide(approvals[1], { decision: "approve" });
  assert.equal((await chatEnd(service, chatId)).status, "completed");
  for (const title of titles) assert.deepEqual(await made(title), [[title, "low"]]);
});

test("an undecided call expires, and the model learns it was not done", { rules: ["approvals.expiry"] }, async () => {
  const { chatId, titles, approvals } = await waiting();
  await service.pass(72 * 3_600_000 + 1000);
  assert.equal((await chatEnd(service, chatId, ["completed", "failed"])).status, "completed");
  const { status } = await service.ok("getApproval", { path: { approvalId: approvals[0]?.id ?? "" } });
  assert.equal(status, "expired");
  assert.deepEqual(await made(titles[0] ?? ""), []);
  assert.match(lastResults(`Make: ${titles[0]}`)[0] ?? "", /nobody decided in time/);
});

test("a message instead of a decision reaches the model", { rules: ["approvals.message"] }, async () => {
  const { chatId, titles, approvals } = await waiting();
  await service.ok("sendMessage", { path: { chatId }, body: { message: "Leave it be.", waitSeconds: 60 } });
  const { status, comment } = await service.ok("getApproval", { path: { approvalId: approvals[0]?.id ?? "" } });
  assert.deepEqual([status, comment], ["rejected", "Leave it be."]);
  assert.deepEqual(await made(titles[0] ?? ""), []);
  assert.match(lastResults(`Make: ${titles[0]}`)[0] ?? "", /Leave it be\./);
  const step = provider.bodies.findLast(
    ({ tools, messages }) => tools && JSON.stringify(messages).includes(`${titles[0]}`),
  );
  const roles = pluck(step?.["messages"] as Line[], "role");
  assert.deepEqual(roles, ["system", "user", "assistant", "tool", "user"], "results follow their calls");
});

test("a cancelled chat asks the model nothing, and nobody else", { rules: ["approvals.cancel"] }, async () => {
  const { chatId, titles, approvals } = await waiting(2);
  await service.ok("cancelChat", { path: { chatId } });
  for (const { id } of approvals) {
    assert.equal((await service.ok("getApproval", { path: { approvalId: id } })).status, "cancelled");
  }
  assert.equal(asks(`Make: ${titles[0]}`), 1);
});

test("a scheduled run waits for a decision, ends with it", { rules: ["schedules.awaiting-approval"] }, async () => {
  const schedule = { runAt: new Date(clock.now() + 60_000).toISOString(), message: "Make: Nightly" };
  const body = { title: "At night", assignees: [{ id: agentId, type: "agent" }], schedule };
  const { id: todoId } = await service.ok("createTodo", { body });
  const latest = async () => (await service.ok("listScheduledOccurrences", { path: { todoId } })).data[0];
  clock.advance(60_000);
  const held = await until("a request", latest, (one) => one?.reason === "awaiting_approval");
  assert.equal(held?.status, "running");
  await service.restart();
  assert.equal((await latest())?.reason, "awaiting_approval");
  const { data } = await service.ok("listApprovals", { query: { chatId: held?.chatId ?? "" } });
  assert.deepEqual([data[0]?.todoId, data[0]?.runId], [todoId, held?.runId]);
  await decide(data[0], { decision: "approve" });
  const done = await until("the end", latest, (one) => one?.status === "completed");
  assert.equal(done?.id, held?.id);
  assert.deepEqual(await made("Nightly"), [["Nightly", "low"]]);
});
