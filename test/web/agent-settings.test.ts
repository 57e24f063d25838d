/** With what an agent works, in a real browser: its model, its tools, its limits, and what its runs have used. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { saying } from "../actors/models/event-streams.ts";
import { scripted, type ScriptedServer } from "../actors/models/scripted-server.ts";
import { serve } from "../helpers/local-server.ts";
import type { TestService } from "../helpers/service.ts";
import { runEnd, until } from "../helpers/wait.ts";
import { open, startBrowser, withoutBrowser } from "./helpers/browser.ts";
import { morning, startWebService } from "./helpers/service.ts";

const skip = withoutBrowser && "there is no Chromium";
let service: TestService;
let server: ScriptedServer;
let browser: Browser;
let agentId: string;
const ends: (() => unknown)[] = [];

before(async () => {
  if (withoutBrowser) return;
  server = await scripted(saying("Done.", "<chat_title>Look</chat_title><chat_subtitle>Done</chat_subtitle>"));
  ends.push(() => server[Symbol.asyncDispose]());
  service = await startWebService({ after: (end: () => Promise<void>) => void ends.push(end) });
  await useProvider();
  agentId = (await service.ok("createAgent", { body: { name: "Bea", requiresApproval: false } })).id;
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  for (const end of ends.reverse()) await end();
});

const visit = (path: string) => open(browser, service.url, path, { now: morning, session: service.session });
const person = () => ({ credential: service.session, headers: { "dayshift-workspace": service.workspaceId } });
const useProvider = () =>
  service.ok("updateModel", {
    ...person(),
    body: { provider: "openai-compatible", model: "usual", baseUrl: server.baseUrl },
  });
const settings = () => service.ok("getAgentSettings", { ...person(), path: { agentId } });

test("a person chooses the model, the tools and the limits of an agent", { skip }, async () => {
  const { page, close } = await visit(`/agents/${agentId}?tab=settings`);
  await page.getByRole("combobox", { name: "Model", exact: true }).selectOption("?0");
  await page.getByRole("textbox", { name: "Model" }).fill("small");
  await page.getByRole("button", { name: "Use it" }).click();
  await until("the model", settings, ({ model }) => model === "openai-compatible:small");
  await page.getByLabel("Where that one cannot be asked").selectOption("builtin");
  await until("the second model", settings, ({ fallbackModel }) => fallbackModel === "builtin");
  await page.getByLabel("Tools in the workspace").selectOption("some");
  await page.getByLabel("Change the todo").uncheck();
  await page.getByLabel("Count the todos").check();
  await until("the tools", settings, ({ tools }) => tools?.includes("summarise_todos") === true);
  await page.getByRole("spinbutton", { name: "Changes" }).fill("5");
  await page.getByRole("button", { name: "Save the limits" }).click();
  const { tools, budget } = await until("the limits", settings, (now) => now.budget !== null);
  assert.equal(budget?.changes, 5);
  assert.ok(tools?.includes("get_todo") && !tools.includes("update_todo"));
  await close();
});

test("models of two servers are chosen by where they are", { skip }, async (t) => {
  const lists = await Promise.all(
    ["one", "two"].map((name) =>
      serve(t, (_request, response) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ data: [{ id: "shared" }, { id: name }] }));
      }),
    ),
  );
  const [first = "", second = ""] = lists.map((url) => `${url}/v1`);
  const provider = "openai-compatible" as const;
  const fallback = { provider, model: "two", baseUrl: second };
  await service.ok("updateModel", { ...person(), body: { provider, model: "one", baseUrl: first, fallback } });
  const { id } = await service.ok("createAgent", { body: { name: "Cleo" } });
  const { page, close } = await visit(`/agents/${id}?tab=settings`);
  const { host } = new URL(second);
  const model = page.getByRole("combobox", { name: "Model", exact: true });
  await model.locator(`optgroup[label="${host}"] option`, { hasText: "shared" }).waitFor({ state: "attached" });
  await model.getByText(`As the service has it: one (${new URL(first).host})`).waitFor({ state: "attached" });
  await model.selectOption(`${provider}:shared@${host}`);
  await until(
    "the model of the second server",
    () => service.ok("getAgentSettings", { ...person(), path: { agentId: id } }),
    (now) => now.model === `${provider}:shared@${host}`,
  );
  await close();
  await service.ok("updateModel", { ...person(), body: { provider: "builtin", fallback: null } });
  await useProvider();
});

test("an earlier version is had again with its settings", { skip }, async () => {
  const { page, close } = await visit(`/agents/${agentId}?tab=versions`);
  await page.getByRole("button", { name: "Restore version 2" }).click();
  const now = await until("the settings of version 2", settings, ({ tools }) => tools === null);
  assert.deepEqual([now.model, now.fallbackModel, now.budget], ["openai-compatible:small", null, null]);
  await close();
});

test("a model that the service does not have any more is named, with what happens", { skip }, async () => {
  await service.ok("updateModel", { ...person(), body: { provider: "builtin" } });
  const { page, close } = await visit(`/agents/${agentId}?tab=settings`);
  await page
    .getByText("The service is not configured for openai-compatible:small any more.", { exact: false })
    .waitFor();
  await close();
  await useProvider();
});

test("each run of a todo says what it has used of language models", { skip }, async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Look" } });
  await service.ok("runTodo", { path: { todoId }, body: { agentId } });
  await runEnd(service, todoId);
  const { runs } = await service.ok("getUsage", { query: { todoId } });
  const tokens = new Intl.NumberFormat("en").format((runs[0]?.inputTokens ?? 0) + (runs[0]?.outputTokens ?? 0));
  const { page, close } = await visit(`/todos/${todoId}`);
  await page.locator(".runs").getByText(`${tokens} tokens in 1 request`).waitFor();
  await close();
});
