/** Chats and the inbox in a real browser: what an agent asks for is read, edited, answered and decided there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { chatEnd } from "../helpers/wait.ts";
import { askingChat, furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, filled: furnished, visit } = await openStage(furnish);

/** The agent goes on after a decision; what a test gives the model next is not for that turn. */
const settled = (chatId: string) => chatEnd(service, chatId);
const card = (page: Page) => page.getByRole("article", { name: "Request of Bookkeeper" });

test("a request says what would change, in words, and is approved by a key", { skip }, async () => {
  const { page, close } = await visit("/inbox");
  await card(page).getByText("Change the todo “Send the February invoice to Ana”").waitFor();
  const text = (await card(page).textContent()) ?? "";
  assert.match(text, /Due6 Mar → Tomorrow/);
  assert.match(text, /PriorityUrgent → High/);
  assert.doesNotMatch(text, /dueDate|todoId|2026-/, "no raw names or values");
  await page.keyboard.press("a");
  await page.getByText("Nothing waits for you.").waitFor();
  const todoId = furnished.todos.get("Send the February invoice to Ana") ?? "";
  await settled(furnished.chatId); // the agent carries out what was approved
  assert.equal((await service.ok("getTodo", { path: { todoId } })).dueDate, "2026-03-11");
  await close();
});

test("a request is approved with an edit, in the chat", { skip }, async () => {
  const todoId = furnished.todos.get("Renew the domain") ?? "";
  const chatId = await askingChat(service, furnished.agentId, todoId);
  const { page, close } = await visit(`/chats/${chatId}`);
  await card(page).getByRole("button", { name: /Edit/ }).click();
  await card(page).getByLabel("Text").fill("At the new registrar.");
  await card(page).getByRole("button", { name: "Approve with changes" }).click();
  await card(page).getByText("Approved with changes").waitFor();
  await settled(chatId);
  assert.equal((await service.ok("getTodo", { path: { todoId } })).content, "At the new registrar.");
  await close();
});

test(
  "what an agent asks for in one step is shown and approved together, and says why it is asked",
  { skip },
  async () => {
    const ids = ["Book the train to Lyon", "Fix the travel receipts"].map((title) => furnished.todos.get(title) ?? "");
    service.model.play({
      text: "Both are done.",
      calls: ids.map((todoId) => ({ name: "delete_todo", input: { todoId, permanent: true } })),
    });
    const { agentId } = furnished;
    const chat = await service.ok("createChat", {
      body: { message: "Remove them for good", agentId, waitSeconds: 10 },
    });
    const { data } = await service.ok("listApprovals", { query: { chatId: chat.id, status: "pending" } });
    assert.equal(data.length, 2);
    const { page, close } = await visit(`/inbox/${data[0]?.id ?? ""}`);
    await card(page).nth(1).waitFor();
    await card(page).first().getByText("Always asked: it cannot be taken back.").waitFor();
    await card(page)
      .first()
      .getByText(/of 2 in one step/)
      .waitFor();
    await page.getByRole("button", { name: "Approve all 2" }).click();
    await page.getByText("Nothing waits for you.").waitFor();
    await settled(chat.id);
    for (const todoId of ids) assert.equal((await service.call("getTodo", { path: { todoId } })).status, 404);
    await close();
  },
);

test("a request is rejected with a reason, and one that somebody else decided shows by whom", { skip }, async () => {
  const todoId = furnished.todos.get("Water the plants") ?? "";
  const rejected = await askingChat(service, furnished.agentId, todoId);
  const first = await visit("/inbox");
  await card(first.page)
    .getByRole("button", { name: /Reject/ })
    .click();
  await card(first.page).getByLabel("Why not?").fill("They are plastic.");
  await card(first.page).getByRole("button", { name: "Reject" }).click();
  await first.page.getByText("Nothing waits for you.").waitFor();
  await settled(rejected);
  await first.close();

  const chatId = await askingChat(service, furnished.agentId, todoId);
  const second = await visit(`/chats/${chatId}`);
  await card(second.page).getByRole("button", { name: "Approve A" }).waitFor();
  const { data } = await service.ok("listApprovals", { query: { status: "pending" } });
  await service.ok("decideApproval", { path: { approvalId: data[0]?.id ?? "" }, body: { decision: "approve" } });
  await second.page.keyboard.press("a");
  await card(second.page).getByText("Approved", { exact: true }).waitFor();
  await settled(chatId);
  await second.close();
});

test("a chat is begun, continued, and says why a turn failed", { skip }, async () => {
  const { page, close } = await visit("/chats");
  service.model.play({ text: "There are *many* open todos." });
  await page.getByLabel("Write to the agent").fill("What is open?");
  await page.keyboard.press("Enter");
  await page.locator(".message.assistant em").getByText("many").waitFor();
  const [, id = ""] = /\/chats\/([0-9a-f-]{36})$/.exec(page.url()) ?? assert.fail("the address names no chat");
  await settled(id);
  await page.getByRole("button", { name: "Stop the agent" }).waitFor({ state: "detached" });
  await page.getByLabel("Write to the agent").fill("fail");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Send again" }).waitFor();
  await close();
});
