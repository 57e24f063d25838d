/** Where the focus is once a todo is closed that lay over a screen: in that screen again, where it was, so that keys go on from there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { until } from "../helpers/wait.ts";
import { furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { visit } = await openStage(furnish);

const title = "Book the train to Lyon";
const focused = (page: Page) => page.locator(":focus");
/** Closes the todo that is open, and waits until it is. */
const leave = async (page: Page): Promise<void> => {
  await page.locator(".sheet:focus").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".sheet").waitFor({ state: "detached" });
};

for (const path of ["/today", "/todos?group=list"])
  test(`the focus comes back to the list of ${path}, and its current row is that of the todo`, { skip }, async () => {
    const { page, close } = await visit(path);
    const row = page.getByRole("option", { name: title });
    await row.click();
    await leave(page);
    const list = page.getByRole("listbox").and(focused(page));
    await list.waitFor();
    assert.equal(await list.getAttribute("aria-activedescendant"), await row.getAttribute("id"));
    await close();
  });

test("the focus comes back to the card, also to one that was opened in place of another", { skip }, async () => {
  const { page, close } = await visit("/todos?view=board");
  const card = page.getByRole("article", { name: title, exact: true });
  await card.click();
  await leave(page);
  await card.and(focused(page)).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".sheet:focus").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const sheet = page.locator(".sheet");
  const next = await until(
    "another todo is open",
    () => sheet.getAttribute("aria-label"),
    (label) => label !== title,
  );
  await leave(page);
  await page
    .getByRole("article", { name: next ?? "", exact: true })
    .and(focused(page))
    .waitFor();
  await close();
});

test("the focus comes back to the entry of a calendar, and arrows go on from its day", { skip }, async () => {
  const { page, close } = await visit("/todos?view=calendar");
  const entry = page.getByRole("cell").getByRole("button", { name: title });
  await entry.click();
  await leave(page);
  await entry.and(focused(page)).waitFor();
  await page.keyboard.press("ArrowRight");
  await page
    .getByRole("button", { name: /^Wednesday 11 March/ })
    .and(focused(page))
    .waitFor();
  await entry.click();
  await page.reload();
  await entry.waitFor();
  await leave(page);
  await entry.and(focused(page)).waitFor();
  await close();
});

test("on a phone the focus comes back to the row, once the list takes it again", { skip }, async () => {
  const { page, close } = await visit("/todos", { viewport: { width: 390, height: 844 } });
  await page.getByRole("option", { name: title }).click();
  await leave(page);
  await page.getByRole("listbox").and(focused(page)).waitFor();
  await close();
});
