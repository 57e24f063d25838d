/** What an agent works on, in a real browser: the default assistant's chats too; what cannot be read says so, and is read when asked again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runEnd } from "../helpers/wait.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, visit, filled } = await openStage(async (stage) => {
  const { data: agents } = await stage.ok("listAgents");
  const assistantId = agents[0]?.id ?? "";
  const { id: otherId } = await stage.ok("createAgent", { body: { name: "Gardener", requiresApproval: false } });
  const body = { message: "Hello", waitSeconds: 10 };
  await stage.ok("createChat", { body: { ...body, title: "Without a name" } });
  await stage.ok("createChat", { body: { ...body, title: "By its name", agentId: assistantId } });
  await stage.ok("createChat", { body: { ...body, title: "Of another one", agentId: otherId } });
  const assignees = [{ id: otherId, type: "agent" as const }];
  const { id: todoId } = await stage.ok("createTodo", { body: { title: "Water", assignees, run: true } });
  await runEnd(stage, todoId);
  return { assistantId, otherId, todoId };
});

test("chats that name no agent are the default assistant's, those of others are not", { skip }, async () => {
  const { page, close } = await visit(`/agents/${filled.assistantId}?tab=work`);
  const chats = page.getByRole("region", { name: "Its last chats" });
  await chats.getByRole("button", { name: "Without a name" }).waitFor();
  await chats.getByRole("button", { name: "By its name" }).waitFor();
  assert.equal(await chats.getByRole("button", { name: "Of another one" }).count(), 0);
  await page.goto(page.url().replace(filled.assistantId, filled.otherId));
  await chats.getByRole("button", { name: "Of another one" }).waitFor();
  assert.equal(await chats.getByRole("button", { name: "Without a name" }).count(), 0);
  await close();
});

test("what a run has used leads to its todo", { skip }, async () => {
  const { otherId: agentId, todoId } = filled;
  const counts = { calls: 1, inputTokens: 800, outputTokens: 20, cachedTokens: 0 };
  const run = { runId: todoId, todoId, chatId: todoId, startedAt: "2026-03-10T09:00:00.000Z", ...counts };
  const used = await service.ok("getUsage", { credential: service.session, query: { agentId } });
  const { page, close } = await visit("/today");
  await page.route("**/app/v1/usage?*", (route) => route.fulfill({ json: { ...used, total: counts, runs: [run] } }));
  await page.goto(`${service.url}/agents/${agentId}?tab=work`);
  await page.locator(".rows-plain").getByRole("button", { name: "Water" }).click();
  await page.locator(".sheet").getByRole("textbox", { name: "Title" }).waitFor();
  assert.ok(page.url().includes(`/todos/${todoId}`), page.url());
  await close();
});

for (const [what, path, address, shown] of [
  [
    "the minutes of an agent",
    () => `/agents/${filled.otherId}?tab=work`,
    "**/app/v1/minutes*",
    /minutes? of work this month/,
  ],
  ["what its models used", () => `/agents/${filled.otherId}?tab=work`, "**/app/v1/usage?*", "Its last chats"],
  ["what the runs of a todo used", () => `/todos/${filled.todoId}`, "**/app/v1/usage?*", "Work of agents"],
] as const)
  test(`${what} that cannot be read say so, and are read when asked again`, { skip }, async () => {
    const { page, close } = await visit("/today");
    const error = { code: "service_unavailable", message: "Not now, please.", param: null };
    await page.route(address, (route) => route.fulfill({ status: 503, json: { error, requestId: "req_1" } }));
    await page.goto(new URL(path(), page.url()).href);
    const failure = page.getByRole("alert").filter({ hasText: "Not now, please." });
    await failure.waitFor();
    await page.unroute(address);
    await failure.getByRole("button", { name: "Try again" }).click();
    await failure.waitFor({ state: "detached" });
    await page.getByText(shown).first().waitFor();
    await close();
  });
