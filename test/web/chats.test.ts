/** The list of chats in a real browser: older ones come as one scrolls, whatever came before; a page that cannot be read says so. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { until } from "../helpers/wait.ts";
import { morning } from "./helpers/service.ts";
import { openStage, skip } from "./helpers/stage.ts";

const count = 210;
const nameOf = (n: number): string => `Chat ${String(n).padStart(3, "0")}`;

const { visit } = await openStage(async (service) => {
  for (let n = 1; n <= count; n += 1)
    await service.ok("createChat", { body: { message: "Hello", title: nameOf(n), waitSeconds: 10 } });
});

const list = (page: Page) => page.getByRole("region", { name: "All chats" });
const one = (page: Page, n: number) => list(page).getByRole("button", { name: nameOf(n) });

/** Scrolls on until that chat is drawn. */
async function scrollTo(page: Page, n: number): Promise<void> {
  await list(page).getByRole("listitem").first().hover();
  await until(
    `chat ${n} is drawn`,
    async () => {
      await page.mouse.wheel(0, 4000);
      return one(page, n).count();
    },
    (drawn) => drawn === 1,
  );
}

test("the list goes on to the oldest chat as one scrolls, after a reload as well", { skip }, async () => {
  const { page, close } = await visit("/chats");
  await one(page, count).waitFor();
  assert.ok((await list(page).getByRole("listitem").count()) < 60, "what is not seen is not drawn");
  await scrollTo(page, 1);
  await page.reload();
  await one(page, count).waitFor();
  await scrollTo(page, 1);
  await one(page, 1).click();
  await page.getByRole("heading", { level: 1, name: nameOf(1) }).waitFor();
  await close();
});

test("a page of older chats that cannot be read says so, and is read when asked again", { skip }, async () => {
  const { page, close } = await visit("/chats");
  const address = /\/chats\?.*cursor=/;
  await page.route(address, (route) => route.fulfill({ status: 503, json: {} }));
  await one(page, count).waitFor();
  await list(page).getByRole("listitem").first().hover();
  const again = list(page).getByRole("button", { name: "Try again" });
  await until(
    "it says that it failed",
    async () => {
      await page.mouse.wheel(0, 4000);
      return again.count();
    },
    (shown) => shown === 1,
  );
  await page.unroute(address);
  await again.click();
  await scrollTo(page, 1);
  await close();
});

test("a moment of another year names its year, one of this year does not", { skip }, async () => {
  for (const [now, written] of [
    [morning, /10 Mar, 09:4\d/],
    [Date.parse("2027-01-02T08:00:00Z"), /10 Mar 2026, 09:4\d/],
  ] as const) {
    const { page, close } = await visit("/chats", { now });
    await one(page, count).getByText(written).waitFor();
    await close();
  }
});
