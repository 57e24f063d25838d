/** A service that is reached, and says to come back later: what is not saved is said to be, and what was typed is not lost. */
import { test } from "node:test";
import type { Page, Route } from "playwright-core";
import { furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { visit } = await openStage(furnish);

const row = (page: Page, name: string) => page.getByRole("option", { name });
const answer = (route: Route, status: number, type: string, message: string, headers = {}) =>
  route.fulfill({ status, headers, json: { error: { type, code: type, message, requestId: "req_1" } } });

/** Adds a todo by its line. */
async function add(page: Page, line: string): Promise<void> {
  await page.getByLabel("Add a todo").fill(line);
  await page.keyboard.press("Enter");
}

test("a todo that is not on the service while that says to come back is said not to be", { skip }, async () => {
  const { page, close } = await visit("/todos");
  await row(page, "Renew the domain").waitFor();
  const wait = { "retry-after": "600" };
  await page.route(/\/todos$/, (route) => answer(route, 429, "rate_limit_error", "Too many requests.", wait));
  await add(page, "Water the plants");
  await page.getByRole("status").getByText("1 change is not saved yet.").waitFor();
  await close();
});
