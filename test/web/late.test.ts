/** Answers that come late, in a real browser: they take nobody away from where they are, and nothing that is being written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { until } from "../helpers/wait.ts";
import { askingChat, furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { filled, visit } = await openStage(async (stage) => {
  const furnished = await furnish(stage);
  const ask = (title: string) => askingChat(stage, furnished.agentId, furnished.todos.get(title) ?? "");
  for (const title of ["Water the plants", "Renew the domain", "Book the train to Lyon"]) await ask(title);
  const { id: listId } = await stage.ok("createTodoList", { body: { name: "Summer" } });
  const { id: agentId } = await stage.ok("createAgent", { body: { name: "Seasonal help" } });
  return { listId, agentId };
});

interface Write {
  readonly path: () => string;
  readonly address: RegExp;
  readonly act: (page: Page) => Promise<unknown>;
}

const submit = async (page: Page, text: string, key: string): Promise<void> => {
  await page.locator("main textarea, main input").last().fill(text);
  await page.keyboard.press(key);
};
const writes: Readonly<Record<string, Write>> = {
  "a note": {
    path: () => "/captures/new",
    address: /\/captures$/,
    act: (page) => submit(page, "Half a thought", "Control+Enter"),
  },
  "a chat": { path: () => "/chats/new", address: /\/chats$/, act: (page) => submit(page, "Hello", "Enter") },
  "an agent": {
    path: () => "/agents/new",
    address: /\/agents$/,
    act: async (page) => {
      await page.getByLabel("Name", { exact: true }).fill("Gardener");
      await page.keyboard.press("Enter");
    },
  },
  "the archiving of an agent": {
    path: () => `/agents/${filled.agentId}`,
    address: /\/agents\/[\da-f-]{36}$/,
    act: (page) => page.getByRole("button", { name: "Archive the agent" }).click(),
  },
  "the archiving of a list": {
    path: () => `/lists/${filled.listId}`,
    address: /\/todo-lists\/[\da-f-]{36}$/,
    act: async (page) => {
      await page.getByRole("button", { name: "Change the list" }).click();
      await page.getByRole("button", { name: "Archive the list" }).click();
      await page.keyboard.press("Escape");
    },
  },
};

/** Holds back what is written to such addresses; `released` resolves when the page has had the answer. */
async function holdBack(page: Page, address: RegExp) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answered = page.waitForEvent(
    "requestfinished",
    (request) => request.method() !== "GET" && address.test(request.url()),
  );
  await page.route(address, async (route) => {
    if (route.request().method() !== "GET") await promise;
    await route.fallback();
  });
  return {
    asked: page.waitForRequest((one) => one.method() !== "GET" && address.test(one.url())),
    release: async () => (resolve(), await answered),
  };
}

for (const [name, { path, address, act }] of Object.entries(writes))
  test(`a late answer to ${name} takes nobody away from where they went`, { skip }, async () => {
    const { page, calm, close } = await visit(path());
    await page.locator("main h1").first().waitFor();
    const { asked, release } = await holdBack(page, address);
    await act(page);
    await asked;
    await page.locator(".sidebar").getByRole("link", { name: "Today" }).click();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    await release();
    await calm();
    assert.equal(new URL(page.url()).pathname, "/today");
    await close();
  });

test("a late answer to an approval leaves the reason that is written for another request", { skip }, async () => {
  const { page, calm, close } = await visit("/inbox");
  const rows = page.getByRole("region", { name: "Requests" }).locator(".items.window > li");
  const { asked, release } = await holdBack(page, /\/approvals\//);
  const openAt = (position: string) =>
    until(
      `request ${position} is open`,
      () => rows.and(page.locator(":has([aria-current])")).getAttribute("aria-posinset"),
      (at) => at === position,
    );
  await openAt("1");
  await until(
    "its address holds it",
    async () => page.url(),
    (url) => /\/inbox\/[\w-]{36}$/.test(url),
  );
  await page.getByRole("button", { name: /^Approve/ }).waitFor();
  await page.keyboard.press("a");
  await asked;
  for (const position of ["2", "3", "4"]) {
    await page.keyboard.press("j");
    await openAt(position);
  }
  const last = page.url();
  await page.keyboard.press("Backspace");
  const reason = page.locator(".deciding textarea");
  await reason.fill("Not this week, Ana is");
  await release();
  await until(
    "the first is decided",
    () => rows.first().getAttribute("aria-setsize"),
    (count) => count === "3",
  );
  await calm();
  assert.equal(page.url(), last);
  assert.equal(await reason.inputValue(), "Not this week, Ana is");
  await close();
});
