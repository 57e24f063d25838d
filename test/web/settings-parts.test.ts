/** Further settings in a real browser: one's name, notifications, calendar links, minutes, connected apps, an import, the service. */
import assert from "node:assert/strict";
import { get } from "node:http";
import { test } from "node:test";
import { until } from "../helpers/wait.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, visit } = await openStage(async () => undefined);

const statusOf = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, (response) => (response.resume(), resolve(response.statusCode ?? 0))).on("error", reject);
  });

test("one's name is changed, and others see it", { skip }, async () => {
  const { page, close } = await visit("/settings");
  await page.getByRole("textbox", { name: "Your name" }).fill("Ada Lovelace");
  await page.getByRole("form", { name: "Your name" }).getByRole("button", { name: "Save" }).click();
  await page.locator(".sidebar .who").getByText("Ada Lovelace").waitFor();
  const { data } = await service.ok("listMembers", { path: { workspaceId: service.workspaceId } });
  assert.deepEqual(
    data.map(({ name }) => name),
    ["Ada Lovelace"],
  );
  await close();
});

test("notifications are switched; what the service cannot do is said", { skip }, async () => {
  const { page, close } = await visit("/settings");
  const part = page.getByRole("region", { name: "Notifications" });
  await part.getByText(/sends no e-mails/).waitFor();
  assert.equal(await part.getByLabel("By e-mail").isDisabled(), true);
  await part.getByLabel("In the app, under Requests").uncheck();
  const read = () => service.ok("getNotificationPreferences", { credential: service.session });
  await until("the service has it", read, ({ inApp }) => !inApp);
  await close();
});

test("a calendar link is shown once, works, and ends when it is removed", { skip }, async () => {
  const { page, close } = await visit("/settings");
  const part = page.getByRole("region", { name: "In your calendar" });
  await part.getByRole("button", { name: "Make a link" }).click();
  const url = (await part.locator("pre").textContent()) ?? "";
  assert.equal(await statusOf(url), 200);
  await page.reload();
  await part.getByText(/^Read /).waitFor();
  assert.equal(await part.locator("pre").count(), 0);
  await part.getByRole("button", { name: /Remove the link/ }).click();
  await part.getByText(/^Read /).waitFor({ state: "detached" });
  assert.equal(await statusOf(url), 404);
  await close();
});

test("minutes are a chart with a table, the service says what it is", { skip }, async () => {
  const { page, close } = await visit("/settings");
  const minutes = page.getByRole("region", { name: "Minutes of agents" });
  await minutes.getByText("0 minutes used this month").waitFor();
  assert.equal(await minutes.locator("svg rect").count(), 31);
  assert.equal(await minutes.getByRole("row").count(), 32);
  await page.getByRole("region", { name: "Connected apps" }).getByText("None so far.").waitFor();
  await page.getByRole("region", { name: "This service" }).getByText("Built-in rules").waitFor();
  await close();
});

test("pasted lines are looked at, then added; what is refused is not lost", { skip }, async () => {
  const { page, close } = await visit("/settings");
  const part = page.getByRole("region", { name: "Import" });
  await part.getByRole("textbox").fill("- [ ] Call Ana tomorrow !high\n2. Water the plants\n\n* Pay rent @Nowhere");
  await part.getByRole("button", { name: "See what becomes of it" }).click();
  await part.getByText("Call Ana", { exact: true }).waitFor();
  await part.getByText("Tomorrow").waitFor();
  await part.getByRole("button", { name: "Add 3 todos" }).click();
  await part
    .getByRole("alert")
    .getByText(/Nowhere/)
    .waitFor();
  await part.getByRole("button", { name: "Cancel" }).click();
  const field = part.getByRole("textbox");
  assert.match(await field.inputValue(), /Pay rent/);
  await field.fill("Call Ana tomorrow !high\nWater the plants");
  await part.getByRole("button", { name: "See what becomes of it" }).click();
  await part.getByRole("button", { name: "Add 2 todos" }).click();
  await page.getByText("Added: 2 todos").waitFor();
  const { data } = await service.ok("listTodos", {});
  const made = data.map(({ title, dueDate, priority }) => [title, dueDate, priority].join(" ").trim());
  assert.deepEqual(new Set(made), new Set(["Call Ana 2026-03-11 high", "Water the plants"]));
  await close();
});

test("each part has an address, and a way to it from the others", { skip }, async () => {
  const { page, close } = await visit("/settings");
  const ways = page.getByRole("navigation", { name: "Parts of the settings" }).getByRole("link");
  await page.getByRole("region", { name: "Minutes of agents" }).waitFor();
  const parts = await ways.evaluateAll((links) =>
    links.map((link) => [link.textContent, link.getAttribute("href")?.split("/").at(-1)] as const),
  );
  assert.ok(parts.length > 10);
  for (const [title, id] of parts)
    assert.equal(await page.locator(`section[id="${id}"]`).getAttribute("aria-label"), title);
  await page.getByRole("link", { name: "API keys" }).click();
  await until(
    "the keys are in sight",
    () => page.getByRole("region", { name: "API keys" }).evaluate((part) => part.getBoundingClientRect().top),
    (top) => top > 0 && top < 200,
  );
  assert.ok(page.url().endsWith("/settings/keys"));
  assert.equal(await page.evaluate("document.activeElement.textContent"), "API keys", "Tab goes on from there");
  await page.goBack();
  assert.ok(page.url().endsWith("/settings"));
  await close();
});

test("a part that its address leads to stays in sight while those above it are read", { skip }, async () => {
  const { page, close } = await visit("/today");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/app/v1/minutes*", (route) => released.then(() => route.continue()));
  await page.goto(`${service.url}/settings/about`);
  const about = page.getByRole("region", { name: "This service" });
  await about.getByText("Built-in rules").waitFor();
  release();
  await page.getByText("0 minutes used this month").waitFor();
  const height = page.viewportSize()?.height ?? 0;
  await until(
    "it is in sight",
    () => about.boundingBox(),
    (box) => box !== null && box.y + box.height <= height,
  );
  await close();
});

test("on a phone the parts are behind one line, which closes when one was chosen", { skip }, async () => {
  const { page, close } = await visit("/settings", { viewport: { width: 390, height: 844 } });
  const keys = page.getByRole("navigation", { name: "Parts of the settings" }).getByRole("link", { name: "API keys" });
  await page.getByText("Parts of the settings").waitFor();
  assert.equal(await keys.isVisible(), false);
  await page.getByText("Parts of the settings").click();
  await keys.click();
  await page.getByRole("heading", { name: "API keys" }).and(page.locator(":focus")).waitFor();
  assert.equal(await keys.isVisible(), false);
  await close();
});
