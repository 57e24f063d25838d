/** States of a chat in a real browser: what failed, and is sent again; out of minutes, with where to look; where one reads while it goes on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Route } from "playwright-core";
import { createLocalTestModel } from "../helpers/model.ts";
import { chatEnd, hanging, until } from "../helpers/wait.ts";
import { openStage, skip } from "./helpers/stage.ts";

const model = createLocalTestModel();
const spent = 61_000;

const { visit, service, filled } = await openStage(
  async (stage) => {
    const begin = async (message: string, title: string) =>
      (await stage.ok("createChat", { body: { message, title } })).id;
    const failedId = await begin("fail", "The broken one");
    await chatEnd(stage, failedId);
    const longId = await begin("Message 1", "The long one");
    for (let n = 2; n <= 40; n += 1)
      await stage.ok("sendMessage", { path: { chatId: longId }, body: { message: `Message ${n}`, waitSeconds: 10 } });
    return { failedId, longId };
  },
  { model, configuration: { minutesPerMonth: 1, concurrency: 1 } },
);

const log = (page: Page) => page.getByRole("log");
/** How far the end of the conversation is from sight, in pixels. */
const fromEnd = (page: Page) =>
  log(page).evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));
const isAtEnd = (page: Page) =>
  until(
    "the end is in sight",
    () => fromEnd(page),
    (left) => left <= 1,
  );
/** Where the message stands, in pixels from the top. */
const topOf = (page: Page, text: string) =>
  page
    .locator(".message.user")
    .getByText(text, { exact: true })
    .evaluate((element) => Math.round(element.getBoundingClientRect().top));

test("a turn that failed says why once, and its message is sent again", { skip }, async () => {
  const { page, close } = await visit(`/chats/${filled.failedId}`);
  await page.getByText("The agent could not finish.").waitFor();
  assert.equal(await page.getByText("The model is out of order.").count(), 1);
  model.play({ text: "Now it is done." });
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByText("Now it is done.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Send again" }).count(), 0);
  await close();
});

test("what an agent says while the chat is read shows, and the chat does not stay at work", { skip }, async () => {
  for (const [title, held] of [
    ["Slow words", "/messages"],
    ["Slow chat", "$"],
  ] as const) {
    const { id: chatId } = await service.ok("createChat", { body: { message: "hang", title } });
    await until(
      "the model thinks",
      async () => model.hanging,
      (hanging) => hanging === 1,
    );
    const { page, close } = await visit("/chats");
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hold = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      asked.resolve();
      await answered.promise;
      await route.fulfill({ response });
    };
    await page.route(new RegExp(`/api/v1/chats/${chatId}${held}`), hold, { times: 1 });
    const entry = page.getByRole("button", { name: title });
    await entry.click();
    await asked.promise;
    model.release();
    await entry.locator(".completed").waitFor();
    answered.resolve();
    await page.getByText("Heard: hang").waitFor();
    await page.locator(".working").waitFor({ state: "detached" });
    await entry.locator(".completed").waitFor();
    await close();
  }
});

test("who reads further up stays there when more is said; who says something sees the end", { skip }, async () => {
  const path = { chatId: filled.longId };
  const { page, close } = await visit(`/chats/${filled.longId}`);
  await page.getByText("Message 40", { exact: true }).waitFor();
  await isAtEnd(page);
  // The first that is drawn, which is the first to go when the last forty are.
  await log(page).evaluate((box) => (box.scrollTop = 100));
  const before = await topOf(page, "Message 22");
  await service.ok("sendMessage", { path, body: { message: "From elsewhere", waitSeconds: 10 } });
  await page.getByText("Heard: From elsewhere").waitFor();
  assert.equal(await topOf(page, "Message 22"), before);
  await page.getByRole("button", { name: "Earlier messages" }).click();
  await page.getByText("Message 2", { exact: true }).waitFor();
  await until(
    "what was on top is on top",
    () => topOf(page, "Message 21"),
    (top) => top > 0 && top < 200,
  );
  await page.getByRole("textbox").fill("Said from above");
  await page.keyboard.press("Enter");
  await page.getByText("Heard: Said from above").waitFor();
  await isAtEnd(page);
  await close();
});

test(
  "a message on its way stands at the end, once, and is back in its field when it is refused",
  { skip },
  async () => {
    const { page, close } = await visit(`/chats/${filled.longId}`);
    await page.getByText("Message 40", { exact: true }).waitFor();
    const onWay = page.locator(".on-its-way");
    const own = page.locator(".message.user").getByText("Is it there?", { exact: true });
    const say = async (answer: (route: Route) => Promise<void>) => {
      const held = Promise.withResolvers<void>();
      await page.route("**/messages", (route) => held.promise.then(() => answer(route)), { times: 1 });
      await page.getByRole("textbox").fill("Is it there?");
      await page.keyboard.press("Enter");
      await onWay.getByText("Is it there?").waitFor();
      await isAtEnd(page);
      held.resolve();
      await onWay.waitFor({ state: "detached" });
    };
    await say((route) => route.fulfill({ status: 409, json: { error: { message: "Not now." } } }));
    assert.equal(await page.getByRole("textbox").inputValue(), "Is it there?");
    assert.equal(await own.count(), 0);
    await say((route) => route.continue());
    await page.getByText("Heard: Is it there?").waitFor();
    assert.equal(await own.count(), 1);
    await close();
  },
);

test("the first message of a chat stands on its way until the chat is there", { skip }, async () => {
  const { page, close } = await visit("/chats/new");
  const held = Promise.withResolvers<void>();
  await page.route("**/api/v1/chats", (route) => held.promise.then(() => route.continue()), { times: 1 });
  await page.getByRole("textbox").fill("Begin here");
  await page.keyboard.press("Enter");
  await page.locator(".on-its-way").getByText("Begin here").waitFor();
  held.resolve();
  await page.getByText("Heard: Begin here").waitFor();
  assert.equal(await page.locator(".on-its-way").count(), 0);
  await close();
});

test("out of minutes says where to look, and what was written stays", { skip }, async () => {
  const ids: string[] = [];
  for (const message of ["hang", "Too late"]) ids.push((await service.ok("createChat", { body: { message } })).id);
  await hanging({ model });
  service.clock.advance(spent);
  model.release();
  for (const id of ids) await chatEnd(service, id);
  const { page, close } = await visit(`/chats/${ids[1]}`);
  const failure = page.locator(".broken");
  await page.getByText(/used its minutes for this month/).waitFor();
  await failure.getByRole("button", { name: "See the minutes" }).waitFor();
  const field = page.getByRole("textbox");
  await field.fill("Is there time?");
  await page.keyboard.press("Enter");
  const refusal = page.locator(".say").getByRole("alert");
  await refusal.getByRole("button", { name: "See the minutes" }).waitFor();
  assert.equal(await field.inputValue(), "Is there time?");
  await failure.getByRole("button", { name: "Send again" }).click();
  await failure.getByRole("button", { name: "See the minutes" }).click();
  await page.getByRole("heading", { name: "Minutes" }).waitFor();
  assert.ok(page.url().endsWith("/settings#minutes"));
  await close();
});
