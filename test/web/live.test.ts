/** Two browsers on one workspace: what one does the other sees; and a service that goes away and comes back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { ownPort } from "../helpers/ports.ts";
import { chatEnd, until } from "../helpers/wait.ts";
import { askingChat, furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const port = await ownPort();
const { service, filled: furnished, visit } = await openStage(furnish, { configuration: { port } });

const option = (page: Page, name: RegExp) => page.getByRole("option", { name });
const idOf = (title: string): string => furnished.todos.get(title) ?? "";

test("what one person does the other sees, and so does what a program does", { skip }, async () => {
  const [one, other] = [await visit("/todos"), await visit("/todos")];
  await Promise.all([one, other].map(({ page }) => option(page, /Renew the domain/).waitFor()));
  await option(one.page, /Renew the domain/)
    .locator(".tick")
    .click();
  await option(other.page, /Renew the domain/).waitFor({ state: "detached" });
  await one.page.getByLabel("Add a todo").fill("Seen by both");
  await one.page.keyboard.press("Enter");
  await option(other.page, /Seen by both/).waitFor();
  assert.equal(await option(one.page, /Seen by both/).count(), 1, "what was added is there once");
  await service.ok("updateTodo", {
    path: { todoId: idOf("Buy a birthday present for Mira") },
    body: { title: "A present" },
  });
  await option(one.page, /A present/).waitFor();
  await service.ok("createTodoList", { body: { name: "Garden" } });
  await other.page.getByRole("link", { name: "Garden" }).waitFor();
  await one.close();
  await other.close();
});

test("two who write the same text both see what the other wrote, and choose", { skip }, async () => {
  const id = idOf("Fix the travel receipts");
  const { page, close } = await visit(`/todos/${id}`);
  await page.getByRole("button", { name: "Add a text" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill("Mine");
  await service.ok("updateTodo", { path: { todoId: id }, body: { content: "Theirs" } });
  await page.getByRole("alert").getByText("Theirs", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Keep mine" }).click();
  await page.locator(".markdown").getByText("Mine").waitFor();
  assert.equal((await service.ok("getTodo", { path: { todoId: id } })).content, "Mine");
  await close();
});

test("what was written elsewhere unseen is not written over: both are shown, and one is taken", { skip }, async () => {
  const { id } = await service.ok("createTodo", { body: { title: "Written by two" } });
  const [one, other] = [await visit(`/todos/${id}`), await visit(`/todos/${id}`)];
  // This page hears of nothing, as on a slow line.
  await one.page.routeWebSocket(/changes/, () => undefined);
  await one.page.reload();
  const write = async ({ page }: typeof one, text: string) => {
    await page.getByRole("button", { name: "Add a text" }).click();
    await page.getByRole("textbox", { name: "Text" }).fill(text);
  };
  await write(one, "Mine");
  await service.ok("updateTodo", { path: { todoId: id }, body: { priority: "low" } });
  await write(other, "Theirs");
  await other.page.getByRole("button", { name: "Save" }).click();
  await other.page.locator(".markdown").getByText("Theirs").waitFor();
  await one.page.getByRole("button", { name: "Save" }).click();
  await one.page.getByRole("alert").getByText("Theirs", { exact: true }).waitFor();
  assert.equal(await one.page.getByRole("textbox", { name: "Text" }).inputValue(), "Mine");
  assert.equal((await service.ok("getTodo", { path: { todoId: id } })).content, "Theirs");
  await one.page.getByRole("button", { name: "Keep mine" }).click();
  await other.page.locator(".markdown").getByText("Mine").waitFor();
  await one.close();
  await other.close();
});

test("a request comes up by itself, and goes when somebody else decides it", { skip }, async () => {
  const { page, close } = await visit("/chats/new");
  await page.getByRole("link", { name: /Requests 1/ }).waitFor();
  await askingChat(service, furnished.agentId, idOf("Water the plants"));
  await page.getByRole("link", { name: /Requests 2/ }).waitFor();
  const { data } = await service.ok("listApprovals", { query: { status: "pending" } });
  await service.ok("decideApproval", { path: { approvalId: data[0]?.id ?? "" }, body: { decision: "reject" } });
  await page.getByRole("link", { name: /Requests 1/ }).waitFor();
  await close();
});

test("the words of an agent are shown as they come, and once when they are recorded", { skip }, async () => {
  const chat = await service.ok("createChat", { body: { message: "Hello" } });
  await chatEnd(service, chat.id);
  const { page, close } = await visit(`/chats/${chat.id}`);
  await page.getByText("Heard: Hello").waitFor();
  await service.ok("sendMessage", {
    path: { chatId: chat.id },
    body: { message: "say **Three** are\nsay  open.\nhang" },
  });
  const saying = page.locator(".saying");
  await saying.getByText("Three are open.").waitFor();
  assert.equal(await saying.locator("strong").textContent(), "Three");
  const messages = await service.ok("listMessages", { path: { chatId: chat.id } });
  assert.equal(messages.data.at(-1)?.role, "user", "nothing that is half said is recorded");
  service.model.release();
  await page.getByText(/Heard: say/).waitFor();
  assert.equal(await saying.count(), 0);
  await close();
});

test("while the service is away the page says so and loses nothing; then it continues", { skip }, async () => {
  const { page, close } = await visit("/todos");
  await option(page, /Plan the interview loop/).waitFor();
  await service.stop();
  await option(page, /Plan the interview loop/)
    .locator(".tick")
    .click();
  await page.getByText(/Not connected. Shown as of/).waitFor();
  await option(page, /Collect quotes/).waitFor();
  await service.restart();
  await page.getByText(/Not connected/).waitFor({ state: "detached" });
  await service.ok("updateTodo", { path: { todoId: idOf("Renew the domain") }, body: { status: "ready" } });
  await option(page, /Renew the domain/).waitFor();
  const read = () => service.ok("getTodo", { path: { todoId: idOf("Plan the interview loop") } });
  await until("what was pressed while it was away is sent", read, ({ status }) => status === "done");
  await close();
});

test("on a phone the page of a todo says that the service is away, too", { skip }, async () => {
  const { page, close } = await visit(`/todos/${idOf("Plan the interview loop")}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Edit the text" }).or(page.getByText("No day")).first().waitFor();
  await service.stop();
  await page.getByText(/Not connected. Shown as of/).click({ trial: true }); // nothing lies over it
  await service.restart();
  await page.getByText(/Not connected/).waitFor({ state: "detached" });
  await close();
});
