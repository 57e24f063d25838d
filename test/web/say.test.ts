/** The line of a chat in a real browser, while a message is on its way: what is typed on is kept, and nothing else hears it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { chatEnd, until } from "../helpers/wait.ts";
import { furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const {
  service,
  filled: furnished,
  visit,
} = await openStage(async (stage) => {
  const { data } = await stage.ok("listAgents", {});
  for (const { id: agentId } of data)
    await stage.ok("updateAgent", { path: { agentId }, body: { requiresApproval: true } });
  return furnish(stage);
});

const line = (page: Page) => page.locator(".say textarea");
const holds = (page: Page, text: string) =>
  until(
    `the line holds ${JSON.stringify(text)}`,
    () => line(page).inputValue(),
    (typed) => typed === text,
  );

/** Holds back what is posted to such addresses; the answer lets it go on, answered as given. */
async function holdBack(page: Page, address: RegExp, status?: number): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await promise;
    return status === undefined ? route.continue() : route.fulfill({ status, json: {} });
  });
  return resolve;
}

test("who types on after the first message of a chat types into its line, and decides nothing", { skip }, async () => {
  const todoId = furnished.todos.get("Renew the domain") ?? "";
  service.model.play({ calls: [{ name: "update_todo", input: { todoId, priority: "low" } }] });
  const { page, close } = await visit("/chats/new");
  const release = await holdBack(page, /\/chats$/);
  await line(page).fill("It can wait");
  await page.keyboard.press("Enter");
  await holds(page, "");
  await page.keyboard.type("for Ana ");
  release();
  await page.getByRole("button", { name: /^Approve/ }).waitFor();
  await page.keyboard.type("and Zoe");
  await holds(page, "for Ana and Zoe");
  const [, chatId = ""] = /\/chats\/([\da-f-]{36})$/.exec(page.url()) ?? assert.fail("the address names no chat");
  const { data } = await service.ok("listApprovals", { query: { chatId } });
  assert.deepEqual(
    data.map(({ status }) => status),
    ["pending"],
  );
  await page.getByRole("button", { name: "New chat", exact: true }).click();
  await page.getByText("for Ana and Zoe").waitFor({ state: "detached" });
  await holds(page, "");
  await close();
});

test("what is typed on while a message is on its way is all that stays once it is taken", { skip }, async () => {
  const { id } = await service.ok("createChat", { body: { message: "Hello", waitSeconds: 10 } });
  await chatEnd(service, id);
  const { page, close } = await visit(`/chats/${id}`);
  const release = await holdBack(page, /\/messages$/);
  await line(page).fill("Greet Bo");
  await page.keyboard.press("Enter");
  await line(page).press("End");
  await page.keyboard.type("and Ana");
  release();
  await page.locator(".message.user:not(.on-its-way)").getByText("Greet Bo").waitFor();
  await holds(page, "and Ana");
  await page.keyboard.press("Enter");
  await page.locator(".message.user").getByText("and Ana", { exact: true }).waitFor();
  await holds(page, "");
  await close();
});

test("a message that is refused is in the line again, before what was typed since", { skip }, async () => {
  const { page, close } = await visit(`/chats/${furnished.chatId}`);
  const release = await holdBack(page, /\/messages$/, 403);
  await line(page).fill("Greet Bo");
  await page.keyboard.press("Enter");
  await holds(page, "");
  await page.keyboard.type("and Ana");
  release();
  await page.locator(".say").getByRole("alert").waitFor();
  await holds(page, "Greet Bo\nand Ana");
  await close();
});
