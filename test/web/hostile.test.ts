/** Hostile text wherever text can be: on every screen it is text, nothing of it runs, and the policy of the page has nothing to report. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { call } from "../bench/client.ts";
import { askingChat, furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, visit } = await openStage(furnish);

const markup = `<img src=x onerror="window.ran=1"><script>window.ran=1</script>"><svg onload=window.ran=1>`;
const text = `${markup} ${"x".repeat(300)} مرحبا \u202Etxet\u202C 👩‍👩‍👧‍👦 [click](javascript:window.ran=1) ![x](https://elsewhere.example/x.png)`;

test("names, texts, messages and notes that are hostile run nothing anywhere", { skip }, async () => {
  const list = await service.ok("createTodoList", { body: { name: markup, color: "#4a8f6a" } });
  const agent = await service.ok("createAgent", {
    body: { name: markup, description: text, instructions: text, approvalGuidance: text },
  });
  await service.ok("createAgentSkill", {
    path: { agentId: agent.id },
    body: { name: "hostile", instructions: text },
  });
  const body = { title: text, content: text, todoListId: list.id, dueDate: "2026-03-10" } as const;
  const todo = await service.ok("createTodo", { body });
  const note = await service.ok("createCapture", {
    body: { type: "note", title: markup, content: `${text}\n\nTODO: ${text}` },
  });
  const chatId = await askingChat(service, agent.id, todo.id);
  await service.ok("updateChat", { path: { chatId }, body: { title: markup } });
  await call(`${service.url}/app/v1/workspaces/${service.workspaceId}`, {
    method: "PATCH",
    credential: service.session,
    body: { name: markup },
  });
  const paths = [
    "/today",
    "/todos",
    "/todos?view=board",
    `/todos/${todo.id}`,
    `/lists/${list.id}`,
    "/inbox",
    `/chats/${chatId}`,
    "/captures",
    `/captures/${note.id}`,
    `/agents/${agent.id}`,
    `/agents/${agent.id}?tab=skills`,
    `/agents/${agent.id}?tab=changes`,
    "/schedules",
    `/search?query=${encodeURIComponent("img")}`,
    `/search?query=${encodeURIComponent(markup)}`,
    `/todos?group=${encodeURIComponent(markup)}#${encodeURIComponent(markup)}`,
    "/settings",
  ];
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const { page, close } = await visit("/today", { viewport });
    for (const path of paths) {
      await page.goto(service.url + path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.waitForLoadState("networkidle");
      assert.equal(await page.evaluate("window.ran"), undefined, path);
      const made = `document.querySelectorAll("img[src='x'], svg[onload], #app script, a[href^='javascript']").length`;
      assert.equal(await page.evaluate(made), 0, path);
      assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${path} is too wide`);
    }
    await close();
  }
});
