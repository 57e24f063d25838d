/** What the inbox says while requests are read, when they cannot be, and when somebody else is faster; and the ways from a request. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Route } from "playwright-core";
import { chatEnd, until } from "../helpers/wait.ts";
import { askingChat, furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, filled: furnished, visit } = await openStage(furnish);

const card = (page: Page) => page.getByRole("article", { name: "Request of Bookkeeper" });
const requests = /\/app\/v1\/approvals\?/;
const nothing = (page: Page) => page.getByText("Nothing waits for you.");
const error = { type: "invalid_request_error", code: "workspace_access_denied", message: "Not for you.", param: null };
const refusal = { error: { ...error, docsUrl: "", specUrl: "", requestId: "req_7" } };
const refuse = (route: Route) => route.fulfill({ status: 403, json: refusal });
const pendingOf = async (chatId: string) => {
  const { data } = await service.ok("listApprovals", { query: { chatId, status: "pending" } });
  return data[0]?.id ?? assert.fail("Nothing was asked.");
};

test("requests that are not read yet are not said to be none", { skip }, async () => {
  const { page, close } = await visit("/settings");
  const held = Promise.withResolvers<void>();
  await page.route(requests, async (route) => (await held.promise, route.continue()));
  await page.goto(`${service.url}/inbox`);
  await page.locator(".aside .loading .bar").first().waitFor();
  assert.equal(await nothing(page).count(), 0);
  held.resolve();
  await card(page).waitFor();
  await close();
});

test("requests that cannot be read are said to be so, with the reason, here and on Today", { skip }, async () => {
  const { page, close } = await visit("/settings");
  await page.route(requests, refuse);
  for (const path of ["/today", "/inbox"]) {
    await page.goto(service.url + path);
    await page.getByRole("alert").getByText("Not for you. (req_7)").waitFor();
  }
  assert.equal(await nothing(page).count(), 0);
  await page.unroute(requests);
  await page.getByRole("button", { name: "Try again" }).click();
  await card(page).waitFor();
  await close();
});

test("notifications that cannot be read are said to be so, and new ones come by themselves", { skip }, async () => {
  const { page, close } = await visit("/settings");
  await page.route(/\/notifications\?/, refuse);
  await page.goto(`${service.url}/inbox`);
  await page.getByRole("alert").getByText("Not for you. (req_7)").waitFor();
  await page.unroute(/\/notifications\?/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("alert").waitFor({ state: "detached" });
  const runAt = new Date(service.clock.now() + 1000).toISOString();
  await service.ok("createTodo", { body: { title: "Count the paper", schedule: { runAt } } });
  await page.getByRole("button", { name: /Count the paper/ }).waitFor();
  await close();
});

test("the open request stays under the keys when somebody else decides it, and says who did", { skip }, async () => {
  const second = await askingChat(service, furnished.agentId, furnished.todos.get("Water the plants") ?? "");
  const { page, close } = await visit("/inbox");
  await card(page).getByText("Change the todo “Send the February invoice to Ana”").waitFor();
  await until(
    "its address holds it",
    async () => page.url(),
    (url) => /\/inbox\/[\w-]{36}$/.test(url),
  );
  const approvalId = await pendingOf(furnished.chatId);
  await service.ok("decideApproval", { path: { approvalId }, body: { decision: "reject" } });
  await card(page).getByText("Rejected").waitFor();
  await page.locator(".decided").getByText("by owner").waitFor();
  await page.keyboard.press("a");
  await page.keyboard.press("j");
  await card(page).getByText("Change the todo “Water the plants”").waitFor();
  await pendingOf(second);
  await close();
});

test("a decided request says what was and what became, or would have, whatever came later", { skip }, async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Paint the fence", priority: "low" } });
  const ask = async (input: object): Promise<string> => {
    service.model.play({ calls: [{ name: "update_todo", input: { todoId, ...input } }] }, { text: "Done." });
    const body = { message: "Go", agentId: furnished.agentId, waitSeconds: 10 };
    return (await service.ok("createChat", { body })).id;
  };
  const fields = async (page: Page) => (await card(page).locator("dl").first().innerText()).replaceAll(/\s+/g, " ");
  const not = "Not carried out. This is what it would have done:";
  const approvedIn = await ask({ priority: "high", dueDate: "2026-03-12" });
  const approved = await pendingOf(approvedIn);
  await service.ok("decideApproval", { path: { approvalId: approved }, body: { decision: "approve" } });
  await chatEnd(service, approvedIn);
  const rejectedIn = await ask({ priority: "medium" });
  const rejected = await pendingOf(rejectedIn);
  await service.ok("decideApproval", { path: { approvalId: rejected }, body: { decision: "reject" } });
  await chatEnd(service, rejectedIn);
  service.clock.advance(1000);
  await service.ok("updateTodo", { path: { todoId }, body: { priority: "urgent", status: "done" } });
  const { page, close } = await visit("/inbox");
  for (const path of [`/inbox/${approved}`, `/chats/${approvedIn}`]) {
    await page.goto(service.url + path);
    await card(page).getByText("asked to").waitFor();
    await card(page).getByText("Change the todo “Paint the fence”").waitFor();
    assert.equal(await fields(page), "Priority Low → High Due Thursday");
    assert.equal(await page.getByText(not).count(), 0);
  }
  for (const path of [`/inbox/${rejected}`, `/chats/${rejectedIn}`]) {
    await page.goto(service.url + path);
    await card(page).getByText(not).waitFor();
    assert.equal(await fields(page), "Priority High → Medium");
  }
  await close();
});

test(
  "the like of a request is let through for the rest of its chat, what is always asked is not",
  { skip },
  async () => {
    const { id: todoId } = await service.ok("createTodo", { body: { title: "Sort the screws" } });
    const change = (priority: string) => ({ name: "update_todo", input: { todoId, priority } });
    const { agentId } = furnished;
    service.model.play({ calls: [change("low")] }, { calls: [change("high")] }, { text: "Done." });
    const { id: chatId } = await service.ok("createChat", { body: { message: "Go", agentId, waitSeconds: 10 } });
    const { page, close } = await visit(`/inbox/${await pendingOf(chatId)}`);
    const like = "From now on in this chat, let it do the like without asking";
    await card(page).getByLabel(like).check();
    await card(page).getByRole("button", { name: "Approve" }).click();
    const ended = await chatEnd(service, chatId, ["completed"]);
    assert.equal(ended.status, "completed");
    assert.equal((await service.ok("getTodo", { path: { todoId } })).priority, "high");
    assert.equal((await service.ok("listApprovals", { query: { chatId } })).data.length, 1, "asked once");
    service.model.play({ calls: [{ name: "delete_todo", input: { todoId, permanent: true } }] }, { text: "Done." });
    await service.ok("sendMessage", { path: { chatId }, body: { message: "Erase it", waitSeconds: 10 } });
    const approvalId = await pendingOf(chatId);
    await page.goto(`${service.url}/inbox/${approvalId}`);
    await card(page).getByRole("button", { name: "Reject" }).waitFor();
    assert.equal(await card(page).getByLabel(like).count(), 0);
    await service.ok("decideApproval", { path: { approvalId }, body: { decision: "reject" } });
    await chatEnd(service, chatId, ["completed"]);
    await close();
  },
);

test("a request whose content was erased with its capture says so", { skip }, async () => {
  const captureId = furnished.captures.note;
  service.model.play({ calls: [{ name: "create_todo", input: { title: "Buy hay" } }] }, { text: "Done." });
  const body = { message: "Go", agentId: furnished.agentId, captureIds: [captureId], waitSeconds: 10 };
  const { id: chatId } = await service.ok("createChat", { body });
  const approvalId = await pendingOf(chatId);
  await service.ok("deleteCapture", { path: { captureId }, query: { permanent: true } });
  await chatEnd(service, chatId);
  const { page, close } = await visit(`/inbox/${approvalId}`);
  await card(page).getByText("What it asked for was erased with the note or recording").waitFor();
  await card(page).getByText("Taken back").waitFor();
  assert.equal(await page.getByText("Buy hay").count(), 0);
  await close();
});

test("a decision that comes too late says so, even when what stands now cannot be read", { skip }, async () => {
  const chatId = await askingChat(service, furnished.agentId, furnished.todos.get("Water the plants") ?? "");
  const { page, close } = await visit(`/inbox/${await pendingOf(chatId)}`);
  const failures: Error[] = [];
  page.on("pageerror", (failure) => failures.push(failure));
  await card(page).getByRole("button", { name: "Approve" }).waitFor();
  await page.route(/\/approvals\/[\w-]{36}$/, refuse);
  const conflict = { ...error, code: "resource_conflict", message: "It was decided already." };
  await page.route(/\/approvals\/[\w-]{36}\/decide$/, (route) =>
    route.fulfill({ status: 409, json: { error: { ...conflict, docsUrl: "", specUrl: "", requestId: "req_8" } } }),
  );
  await card(page).getByRole("button", { name: "Approve" }).click();
  await card(page).getByRole("alert").getByText("It was decided already. (req_8)").waitFor();
  await until(
    "it can be decided again",
    () => card(page).getByRole("button", { name: "Approve" }).isEnabled(),
    (isEnabled) => isEnabled,
  );
  assert.deepEqual(failures, []);
  await close();
});

test("what was said before a request is that, however long its chat is", { skip }, async () => {
  const { agentId } = furnished;
  const chat = await service.ok("createChat", { body: { message: "Word 0", agentId, waitSeconds: 10 } });
  const say = async (message: string): Promise<void> => {
    await service.ok("sendMessage", { path: { chatId: chat.id }, body: { message, waitSeconds: 10 } });
    await chatEnd(service, chat.id);
  };
  await chatEnd(service, chat.id);
  for (let at = 1; at < 52; at += 1) await say(`Word ${at}`);
  service.model.play({ text: "May I?", calls: [{ name: "create_todo", input: { title: "A letter" } }] });
  await service.ok("sendMessage", { path: { chatId: chat.id }, body: { message: "Word 52", waitSeconds: 10 } });
  const { page, close } = await visit(`/inbox/${await pendingOf(chat.id)}`);
  await page.locator(".log").getByText("Word 52", { exact: true }).waitFor();
  await page.locator(".log").getByText("May I?").waitFor();
  assert.equal(await page.locator(".log").getByText("Word 3", { exact: true }).count(), 0);
  await close();
});

test(
  "one press leads from a request to its todo, from the change to its request, and from a run to its todo",
  { skip },
  async () => {
    const todoId = furnished.todos.get("Renew the domain") ?? "";
    const chatId = await askingChat(service, furnished.agentId, todoId);
    const approvalId = await pendingOf(chatId);
    const { page, close } = await visit(`/inbox/${approvalId}`);
    await card(page).getByRole("button", { name: "See the todo" }).click();
    const sheet = page.getByRole("region", { name: "Renew the domain" });
    await sheet.waitFor();
    await service.ok("decideApproval", { path: { approvalId }, body: { decision: "approve" } });
    await chatEnd(service, chatId);
    await sheet.getByText("History").click();
    await sheet.getByRole("button", { name: "See the request" }).click();
    await card(page).getByText("Approved").waitFor();
    assert.match(page.url(), new RegExp(`/inbox/${approvalId}$`));
    service.model.play({ text: "Done." });
    const run = await service.ok("createTodo", {
      body: { title: "Count the pens", assignees: [{ id: furnished.agentId, type: "agent" }], run: true },
    });
    const ran = await until(
      "it has run",
      () => service.ok("getTodo", { path: { todoId: run.id } }),
      ({ latestRun }) => latestRun?.status === "completed",
    );
    await page.goto(`${service.url}/chats/${ran.latestRun?.chatId ?? ""}`);
    await page.getByRole("button", { name: "See the todo" }).click();
    await page.getByRole("region", { name: "Count the pens" }).waitFor();
    await close();
  },
);
