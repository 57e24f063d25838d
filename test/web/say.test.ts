/** The line of a chat in a real browser, while a message is on its way: what is typed on is kept, and nothing else hears it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { png } from "../helpers/images.ts";
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

/** What says why a message stays in the line. */
const waits = (page: Page) =>
  page.locator(".say").getByText("Your last message is still on its way.", { exact: false });

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

test("the next message stays in the line until the one before has arrived, and says why", { skip }, async () => {
  const { id } = await service.ok("createChat", { body: { message: "Hello", waitSeconds: 10 } });
  await chatEnd(service, id);
  const { page, close } = await visit(`/chats/${id}`);
  const release = await holdBack(page, /\/messages$/);
  await line(page).fill("Greet Cy");
  await page.keyboard.press("Enter");
  await holds(page, "");
  await page.keyboard.type("and Di");
  assert.equal(await waits(page).count(), 0);
  await page.keyboard.press("Enter");
  await waits(page).waitFor();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await holds(page, "and Di");
  release();
  await page.locator(".message.user:not(.on-its-way)").getByText("Greet Cy").waitFor();
  await waits(page).waitFor({ state: "detached" });
  await holds(page, "and Di");
  await chatEnd(service, id);
  await line(page).press("Enter");
  await page.locator(".message.user:not(.on-its-way)").getByText("and Di", { exact: true }).waitFor();
  const { data } = await service.ok("listMessages", { path: { chatId: id } });
  assert.deepEqual(
    data.filter(({ role }) => role === "user").map(({ text }) => text),
    ["Hello", "Greet Cy", "and Di"],
  );
  await close();
});

test(
  "an image that is added while a message is on its way stays for the next, in a new chat, too",
  { skip },
  async () => {
    const { page, close } = await visit("/chats/new");
    for (const [address, message] of [
      [/\/chats$/, "Greet Eve"],
      [/\/messages$/, "Greet Flo"],
    ] as const) {
      const release = await holdBack(page, address);
      await line(page).fill(message);
      await page.keyboard.press("Enter");
      await holds(page, "");
      await page
        .locator("input[type=file]")
        .setInputFiles({ name: `${message}.png`, mimeType: "image/png", buffer: png(30, 20) });
      await page.getByRole("button", { name: `Take away ${message}.png` }).waitFor();
      await line(page).fill("And this");
      await page.keyboard.press("Enter");
      await waits(page).waitFor();
      release();
      await page.locator(".message.user:not(.on-its-way)").getByText(message).waitFor();
      await waits(page).waitFor({ state: "detached" });
      await page.getByRole("button", { name: `Take away ${message}.png` }).click();
      await until(
        "no image is left",
        () => page.locator(".preview").count(),
        (count) => count === 0,
      );
      const [, id = ""] = /\/chats\/([\da-f-]{36})$/.exec(page.url()) ?? assert.fail("the address names no chat");
      await chatEnd(service, id);
    }
    await close();
  },
);

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
