/** The thread of evidence in a real browser: todo, change, call, request, chat, run, planned time; from each to the next by one press, both ways. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { chatEnd, runEnd, until } from "../helpers/wait.ts";
import { askingChat } from "./helpers/furnish.ts";
import { morning } from "./helpers/service.ts";
import { openStage, skip } from "./helpers/stage.ts";

const turns = 50;
const hour = 3_600_000;

const { service, visit, filled } = await openStage(async (stage) => {
  const add = async (title: string) => (await stage.ok("createTodo", { body: { title, priority: "low" } })).id;
  const [paperId, invoiceId, callId] = [await add("Order paper"), await add("Send the invoice"), await add("Call Ana")];
  const { id: agentId } = await stage.ok("createAgent", { body: { name: "Gardener", requiresApproval: false } });
  const change = (priority: string) => ({ name: "update_todo", input: { todoId: paperId, priority } });
  let chatId = "";
  for (let n = 1; n <= turns; n += 1) {
    const isFirst = n === 1;
    const calls = isFirst
      ? [change("high"), { name: "update_todo", input: { todoId: invoiceId, priority: "high" } }]
      : [];
    stage.model.play(...(calls.length > 0 ? [{ calls }] : []), { text: `Answer ${n}` });
    const message = `Message ${n}`;
    if (isFirst) chatId = (await stage.ok("createChat", { body: { message, agentId, waitSeconds: 10 } })).id;
    else await stage.ok("sendMessage", { path: { chatId }, body: { message, waitSeconds: 10 } });
  }
  const call = { name: "update_todo", input: { todoId: callId, priority: "medium" } };
  stage.model.play({ calls: [call] }, { text: "The last answer" });
  await stage.ok("sendMessage", { path: { chatId }, body: { message: "The last message", waitSeconds: 10 } });
  const asking = await stage.ok("createAgent", { body: { name: "Bookkeeper" } });
  const askingId = await askingChat(stage, asking.id, invoiceId);
  const schedule = { rrule: "FREQ=DAILY;BYHOUR=10;BYMINUTE=0", timezone: "UTC" };
  stage.model.play({ calls: [change("urgent")] }, { text: "Watered." });
  const plants = { title: "Water the plants", assignees: [{ id: agentId, type: "agent" as const }], schedule };
  const { id: plantsId } = await stage.ok("createTodo", { body: plants });
  stage.clock.advance(hour);
  await runEnd(stage, plantsId);
  return { paperId, invoiceId, chatId, askingId, plantsId };
});

const later = { now: morning + hour };
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const marked = (page: Page) => page.locator(".marked");

/** Fails unless what is looked for stands in the page where a person sees it. */
async function isInSight(page: Page): Promise<void> {
  await until(
    "what is marked is in sight",
    () => marked(page).evaluate((element) => element.getBoundingClientRect().top),
    (top) => top >= 0 && top < 700,
  );
}

test("below each turn stands what that turn changed, and it alone is taken back", { skip }, async () => {
  const { page, close } = await visit(`/chats/${filled.chatId}`, later);
  await page.getByText("The last answer").waitFor();
  const below = page.getByRole("log").getByRole("button", { name: /^\d+ changes?$/ });
  await below.first().waitFor();
  assert.deepEqual(await below.allTextContents(), [" 1 change"], "of the part that is drawn");
  await below.click();
  const sheet = page.getByRole("dialog", { name: "What this turn changed" });
  await sheet.getByRole("button", { name: "Undo all of it" }).click();
  const sure = page.getByRole("dialog", { name: "Undo these changes?" });
  await sure.getByText("1 change is taken back.").waitFor();
  await sure.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Escape");
  await press(page, "What this chat changed");
  const whole = page.getByRole("dialog", { name: "What this chat changed" });
  await until(
    "the chat changed as much as its turns",
    () => whole.getByRole("article").count(),
    (count) => count === 3,
  );
  await page.keyboard.press("Escape");
  for (let parts = 0; parts < 2; parts += 1) await press(page, "Earlier messages");
  await below.filter({ hasText: "2 changes" }).click();
  await sheet.getByText("Send the invoice").waitFor();
  assert.equal(await sheet.getByRole("article").count(), 2);
  await close();
});

test("a change leads to its call, however far back, and the call to its change", { skip }, async () => {
  const { page, close } = await visit(`/todos/${filled.invoiceId}`, later);
  await page.getByText("History").click();
  await press(page, "Show the call");
  await marked(page).getByText("Change the todo “Send the invoice”").waitFor();
  await isInSight(page);
  assert.equal(await page.getByText("The last answer").count(), 0, "what was said later is not drawn");
  await marked(page)
    .getByRole("button", { name: /^See what was changed/ })
    .click();
  const sheet = page.getByRole("dialog", { name: "What this call changed" });
  await sheet.getByRole("article").waitFor();
  assert.equal(await sheet.getByRole("article").count(), 1, "of this call alone");
  await sheet.getByRole("button", { name: "changed the todo “Send the invoice”", exact: true }).click();
  await page.locator(".sheet").getByRole("textbox", { name: "Title" }).waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
  await close();
});

test("a request leads to its card in the chat; what it changed leads back to who decided", { skip }, async () => {
  const { data } = await service.ok("listApprovals", { query: { status: "pending" } });
  const approvalId = data[0]?.id ?? "";
  await service.ok("decideApproval", { path: { approvalId }, body: { decision: "approve" } });
  await chatEnd(service, filled.askingId);
  const { page, close } = await visit(`/inbox/${approvalId}`, later);
  await press(page, "Open the chat");
  await marked(page).getByText("Approved").waitFor();
  await isInSight(page);
  await marked(page)
    .getByRole("button", { name: /^See what was changed/ })
    .click();
  await page
    .getByRole("dialog", { name: "What this call changed" })
    .getByRole("button", { name: "See the request" })
    .click();
  await page.getByRole("region", { name: "Request" }).getByText("Approved").waitFor();
  assert.ok(page.url().endsWith(`/inbox/${approvalId}`));
  await close();
});

test("a run names its planned time, and each leads to the other and to the chat", { skip }, async () => {
  const { page, close } = await visit(`/todos/${filled.plantsId}`, later);
  const planned = /^Planned for 10 Mar, 10:00, started 10 Mar, 10:4\d, because the service was not running/;
  await page.locator(".runs").getByRole("button", { name: planned }).click();
  await marked(page).getByText("Completed: late, because the service was not running").waitFor();
  await marked(page).getByRole("button", { name: "Open the chat" }).click();
  await page.getByText("Watered.").waitFor();
  await page.locator(".chat").getByRole("button", { name: planned }).click();
  await marked(page).getByText("Completed").waitFor();
  await page
    .locator(".runs")
    .getByRole("button", { name: /^Completed/ })
    .click();
  await page.getByText("Watered.").waitFor();
  await page.reload();
  await page.locator(".chat").getByRole("button", { name: planned }).waitFor();
  await close();
});

test("a time that ran leads from the calendar to its chat, and to the todo with that time", { skip }, async () => {
  const { page, close } = await visit("/todos?view=calendar", later);
  await page.getByRole("cell").getByRole("button", { name: "Open the chat: Water the plants" }).click();
  await page.getByText("Watered.").waitFor();
  await page.goBack();
  await press(page, /^Tuesday 10 March/);
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("button", { name: /10:00 Water the plants late, because the service was not running/ })
    .click();
  await marked(page).getByText("Completed").waitFor();
  assert.match(page.url(), /\/todos\/.*\?occurrence=/);
  await close();
});
