/** What tools answered, in a real browser: records as links with facts, counts, what became of a change, texts, errors; values of outside tools within bounds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { startOutsideServer } from "../helpers/mcp-server.ts";
import { chatEnd } from "../helpers/wait.ts";
import { furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, filled, visit } = await openStage(
  async (stage) => {
    const furnished = await furnish(stage);
    const { id: runner } = await stage.ok("createAgent", { body: { name: "Runner", requiresApproval: false } });
    return { ...furnished, runner };
  },
  { configuration: { privateAddresses: true } },
);

interface Call {
  readonly name: string;
  readonly input: object;
}

/** The chat in which an agent made these calls. */
async function chatWith(calls: readonly Call[], agentId = filled.runner): Promise<string> {
  service.model.play({ calls }, { text: "That is all." });
  const { id } = await service.ok("createChat", { body: { message: "Go", agentId, waitSeconds: 10 } });
  return (await chatEnd(service, id)).id;
}

const callIn = (page: Page, sentence: string) =>
  page.locator(".call", { has: page.locator("summary", { hasText: sentence }) });

/** Opens what is behind the sentence; the answer that stands there. */
async function answerIn(page: Page, sentence: string): Promise<Locator> {
  const call = callIn(page, sentence);
  await call.locator("summary").first().click();
  const answer = call.getByRole("region", { name: /^(Answer|Antwort)$/ });
  await answer.waitFor();
  return answer;
}

const textOf = async (locator: Locator): Promise<string> => (await locator.innerText()).replaceAll(/\s+/g, " ").trim();

test("records are counted, and shown by title as links with a few facts", { skip }, async () => {
  const chatId = await chatWith([
    { name: "list_todos", input: { limit: 8, dueBefore: "2026-03-20" } },
    { name: "list_todo_lists", input: {} },
    { name: "list_captures", input: { query: "nowhere" } },
    { name: "list_scheduled_series", input: {} },
    { name: "summarise_todos", input: {} },
  ]);
  const { page, close } = await visit(`/chats/${chatId}`);
  const todos = await answerIn(page, "Look through the todos");
  assert.match(await textOf(todos), /^8 todos, and there are more Ready /);
  assert.equal(await todos.getByRole("link").count(), 5);
  await todos.getByRole("button", { name: "Show 3 more" }).click();
  const invoice = todos.getByRole("listitem").filter({ hasText: "Review the onboarding guide" });
  assert.equal(await textOf(invoice), "Review the onboarding guide In progress High Today Work");
  assert.match(await textOf(await answerIn(page, "Look through the lists")), /^4 lists .*Work 8 open/);
  assert.equal(await textOf(await answerIn(page, "Look through notes")), "Nothing found.");
  const series = await textOf(await answerIn(page, "Look through the schedules"));
  assert.equal(series, "1 schedule Check the bank account Every week on Monday at 09:00 Next: 16 Mar, 09:00");
  assert.match(await textOf(await answerIn(page, "Count the todos")), /^In all 18 Status Ready: 16, In progress: 2 /);
  for (const text of ['"object"', "{", "hasMore", "in_progress"])
    assert.ok(!(await page.locator(".log").innerText()).includes(text), `${text} is not for people`);
  await invoice.getByRole("link").click();
  await page.locator(".sheet").getByRole("textbox", { name: "Title" }).waitFor();
  assert.match(page.url(), new RegExp(`/todos/${filled.todos.get("Review the onboarding guide")}$`));
  await close();
});

test("a change says what was and what became; a call that failed says why in a sentence", { skip }, async () => {
  const todoId = filled.todos.get("Water the plants") ?? "";
  const gone = "018f4e6a-0000-7000-8000-000000000009";
  const chatId = await chatWith([
    { name: "update_todo", input: { todoId, priority: "urgent" } },
    { name: "get_todo", input: { todoId: filled.todos.get("Send the February invoice to Ana") } },
    { name: "get_todo_list", input: { todoListId: gone } },
    { name: "delete_todo", input: { todoId: filled.todos.get("Sort the photos of last year") } },
  ]);
  await service.ok("updateTodo", { path: { todoId }, body: { priority: "medium" } });
  const { page, close } = await visit(`/chats/${chatId}`);
  await page.getByRole("button", { name: "2 changes" }).waitFor();
  const changed = await answerIn(page, "Change the todo “Water the plants”");
  assert.equal(await textOf(changed), "Ready Water the plants Urgent Today Home");
  assert.match(await textOf(callIn(page, "Change the todo").locator("dl")), /^Priority Low → Urgent$/);
  const read = await answerIn(page, "Read the todo");
  await read.locator("strong", { hasText: "spreadsheet" }).waitFor();
  assert.match(await textOf(read), /Ready Send the February invoice to Ana Urgent 6 Mar Work Text Amounts/);
  const failed = await answerIn(page, "Read the list");
  assert.equal(await textOf(failed), `There is no todo list with the id ${gone} in this workspace.`);
  const archived = await answerIn(page, "Archive the todo");
  assert.equal(await textOf(archived), "Archived. It can be restored.");
  await close();
  const german = await visit(`/chats/${chatId}`, { locale: "de-DE" });
  const inGerman = await answerIn(german.page, "Aufgabe archivieren");
  assert.equal(await textOf(inGerman), "Archiviert. Das lässt sich wiederherstellen.");
  await german.close();
});

test("what a person let through shows its answer: folded, and at once where it failed", { skip }, async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Paint the fence" } });
  const wrong = "018f4e6a-0000-7000-8000-000000000009";
  const calls = [{ priority: "high" }, { todoListId: wrong }].map((body) => ({
    name: "update_todo",
    input: { todoId, ...body },
  }));
  service.model.play({ calls: calls.slice(0, 1) }, { calls: calls.slice(1) }, { text: "Done." });
  const { agentId } = filled;
  const { id: chatId } = await service.ok("createChat", { body: { message: "Go", agentId, waitSeconds: 10 } });
  const decide = async (): Promise<void> => {
    const { data } = await service.ok("listApprovals", { query: { chatId, status: "pending" } });
    await service.ok("decideApproval", { path: { approvalId: data[0]?.id ?? "" }, body: { decision: "approve" } });
    await chatEnd(service, chatId, ["awaiting_input", "completed"]);
  };
  await decide();
  await decide();
  const { page, close } = await visit(`/chats/${chatId}`);
  const cards = page.getByRole("article", { name: "Request of Bookkeeper" });
  await cards.first().getByText("Answer", { exact: true }).click();
  const answer = cards.first().getByRole("region", { name: "Answer" });
  assert.equal(await textOf(answer), "Ready Paint the fence High Inbox");
  const failure = cards.last().getByRole("region", { name: "Answer" });
  assert.equal(await textOf(failure), `There is no todo list with the id ${wrong} in this workspace.`);
  await close();
});

test(
  "values of outside tools are read as names and values, within bounds, and as they came where they are cut",
  { skip },
  async (t) => {
    const outside = await startOutsideServer(t);
    const inputSchema = { type: "object" };
    const results = Array.from({ length: 9 }, (_, n) => ({
      title: `Lamp ${n}`,
      price: { amount: 20 + n, currency: "EUR" },
      tags: ["light", "home"],
      note: n === 0 ? `long ${"x".repeat(900)}` : null,
    }));
    const answers: Readonly<Record<string, string>> = {
      search: JSON.stringify({ totalHits: 340, isExact: false, updatedAt: "2026-03-01T10:00:00Z", results }),
      short: JSON.stringify({ city: "Lyon", open: true }),
      say: "Found three lamps.",
      deep: JSON.stringify({ deep: [[[["far", ["away"]]]]] }),
    };
    outside.tools = Object.entries(answers).map(([name, answer]) => ({
      name,
      description: name,
      inputSchema,
      answer: () => answer,
    }));
    const person = { credential: service.session, headers: { "dayshift-workspace": service.workspaceId } };
    const { id: serverId } = await service.ok("createMcpServer", {
      ...person,
      body: { name: "docs", url: outside.url },
    });
    const body = { mcpServers: [{ serverId, allowedTools: Object.keys(answers) }] };
    await service.ok("updateOutsideTools", { ...person, path: { agentId: filled.runner }, body });
    const chatId = await chatWith(Object.keys(answers).map((name) => ({ name: `docs__${name}`, input: {} })));
    const { page, close } = await visit(`/chats/${chatId}`);
    const search = await answerIn(page, "Call search of docs");
    const text = await textOf(search);
    assert.match(
      text,
      /^Total hits 340 Is exact No Updated at 1 Mar, 10:00 Results Title Lamp 0 Price Amount: 20, Currency: EUR Tags light, home Note long x+… /,
    );
    assert.match(text, /Lamp 4 .*and 4 more Show as it came$/);
    assert.ok(text.length < 1500, "it is bounded");
    await search.getByText("Show as it came").click();
    await search.locator("pre", { hasText: '"title": "Lamp 8"' }).waitFor();
    assert.equal(await textOf(await answerIn(page, "Call short of docs")), "City Lyon Open Yes");
    assert.equal(await textOf(await answerIn(page, "Call say of docs")), "Found three lamps.");
    assert.match(await textOf(await answerIn(page, "Call deep of docs")), /^Deep 1 entry Show as it came$/);
    await close();
  },
);
