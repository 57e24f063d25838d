/** A service that is reached, and says to come back later: what is not saved is said to be, and what was typed is not lost. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Route } from "playwright-core";
import { until } from "../helpers/wait.ts";
import { furnish } from "./helpers/furnish.ts";
import { hasty } from "./helpers/hasty.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, filled, visit } = await openStage(furnish);

const row = (page: Page, name: string) => page.getByRole("option", { name });
const answer = (route: Route, status: number, type: string, message: string, headers = {}) =>
  route.fulfill({ status, headers, json: { error: { type, code: type, message, requestId: "req_1" } } });

/** Adds a todo by its line. */
async function add(page: Page, line: string): Promise<void> {
  await page.getByLabel("Add a todo").fill(line);
  await page.keyboard.press("Enter");
}

const titles = async (query: string): Promise<readonly (string | null)[]> =>
  (await service.ok("listTodos", { query: { query } })).data.map(({ title }) => title);

test("a todo that is not on the service while that says to come back is said not to be", { skip }, async () => {
  const { page, close } = await visit("/todos");
  await row(page, "Renew the domain").waitFor();
  const wait = { "retry-after": "20" };
  await page.route(/\/todos$/, (route) => answer(route, 429, "rate_limit_error", "Too many requests.", wait));
  await add(page, "Water the plants");
  await page.getByRole("status").getByText("1 change is not saved yet.").waitFor();
  await close();
});

/** Refuses what goes to that address, once `refuse` is called. */
async function holding(page: Page, address: RegExp, status: number) {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await held.promise;
    return answer(route, status, "permission_error", "Not just now.");
  });
  return { refuse: () => held.resolve() };
}

test(
  "the line of a todo that is refused while another one stands in the field is offered again",
  { skip },
  async () => {
    const { page, close } = await visit("/todos");
    await row(page, "Renew the domain").waitFor();
    const { refuse } = await holding(page, /\/todos$/, 403);
    await add(page, "Prune the roses");
    await page.getByLabel("Add a todo").fill("Another line");
    refuse();
    const said = page.getByRole("alert").filter({ hasText: "Not saved. Added: “Prune the roses”. Not just now." });
    await said.waitFor();
    await page.unroute(/\/todos$/);
    await said.getByRole("button", { name: "Try again" }).click();
    await said.waitFor({ state: "detached" });
    await until(
      "it is on the service",
      () => titles("Prune the roses"),
      (found) => found.length === 1,
    );
    assert.equal(await page.getByLabel("Add a todo").inputValue(), "Another line");
    await close();
  },
);

test("a todo that is refused once its field has gone is said to be, and offered again", { skip }, async () => {
  const { page, close } = await visit("/todos");
  await row(page, "Renew the domain").waitFor();
  const { refuse } = await holding(page, /\/todos$/, 403);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await add(page, "Rake the leaves");
  await sent;
  await page.getByRole("link", { name: "Chats" }).click();
  await page.getByRole("heading", { name: "Chats" }).first().waitFor();
  refuse();
  const notice = page.locator(".notice").filter({ hasText: "Not saved. Added: “Rake the leaves”" });
  await notice.waitFor();
  await page.unroute(/\/todos$/);
  await notice.getByRole("button", { name: "Try again" }).click();
  await page.locator(".notice").getByText("Added: Rake the leaves", { exact: true }).waitFor();
  await close();
});

test("a title that could not be saved is saved when it is tried again", { skip }, async () => {
  const id = filled.todos.get("Renew the domain") ?? "";
  const { page, close } = await visit(`/todos/${id}`);
  await page.getByLabel("Title").waitFor();
  await page.route(/\/todos\/bulk/, (route) => answer(route, 401, "authentication_error", "Nobody is signed in."));
  await page.getByLabel("Title").fill("Renew both domains");
  await page.keyboard.press("Enter");
  const again = page.locator(".notice.problem").getByRole("button", { name: "Try again" });
  await again.waitFor();
  await page.unroute(/\/todos\/bulk/);
  await again.click();
  await until(
    "it is on the service",
    () => service.ok("getTodo", { path: { todoId: id } }),
    ({ title }) => title === "Renew both domains",
  );
  await close();
});

test("a todo that is added again after its answers were lost is made once", { skip }, async () => {
  const { page, close } = await visit("/todos");
  await page.addInitScript(hasty);
  await page.reload();
  await row(page, "Send the February invoice to Ana").waitFor();
  await page.route(/\/todos$/, async (route) => {
    await route.fetch();
    return route.abort();
  });
  await add(page, "Only once");
  await page.getByRole("alert").getByText("The service did not answer.", { exact: false }).waitFor();
  await page.unroute(/\/todos$/);
  const sent = page.waitForResponse((one) => one.request().method() === "POST");
  await page.keyboard.press("Enter");
  assert.ok((await sent).ok());
  assert.deepEqual(await titles("Only once"), ["Only once"]);
  await close();
});

test("what a proxy answers in place of the service is said in words for people", { skip }, async () => {
  const { page, close } = await visit("/today");
  const page502 = { status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" };
  await page.route(/\/app\/v1\/sessions$/, (route) => route.fulfill(page502));
  await page.goto(`${service.url}/settings`);
  const part = page.getByRole("region", { name: "Where you are signed in" });
  await part.getByText("The service was not reached: something in between answered 502.", { exact: false }).waitFor();
  await close();
});
