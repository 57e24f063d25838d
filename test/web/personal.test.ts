/** Settings of the person: language, time zone, theme and keys follow them to every browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { ownerEmail, ownerPassword } from "../helpers/owner.ts";
import { until } from "../helpers/wait.ts";
import { open } from "./helpers/browser.ts";
import { morning } from "./helpers/service.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, browser, visit } = await openStage(async () => undefined);

const reset = () =>
  service.ok("updateProfile", {
    credential: service.session,
    body: { locale: null, timezone: null, theme: null, singleKeys: null },
  });
const stored = (fields: object) =>
  until(
    "the settings of the person",
    () => service.ok("getSession", { credential: service.session }),
    ({ user }) => Object.entries(fields).every(([name, value]) => user?.[name as "theme"] === value),
  );
const theme = (page: Page) => page.evaluate<string>("document.documentElement.dataset.theme ?? 'system'");
const ground = (page: Page) => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");

test(
  "settings are applied at once, and in the other browser when it signs in",
  { skip, rules: ["sessions.settings"] },
  async (t) => {
    t.after(reset);
    const { page, close } = await visit("/settings", { timezoneId: "America/New_York" });
    await page.getByLabel("Theme").selectOption("dark");
    assert.equal(await theme(page), "dark");
    const zones = page.getByLabel("Time zone");
    assert.equal(await zones.locator("option").first().innerText(), "As this device (America/New_York)");
    await zones.selectOption("Asia/Tokyo");
    await page.getByLabel("Language").selectOption("de");
    await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
    await page.getByLabel(/^Tasten mit einem Buchstaben/).uncheck();
    await stored({ theme: "dark", timezone: "Asia/Tokyo", locale: "de", singleKeys: false });
    await close();

    const other = await open(browser, service.url, "/sign-in", { now: morning });
    const form = other.page.getByRole("form", { name: /Sign in/ });
    await form.getByLabel("E-mail").fill(ownerEmail);
    await form.getByLabel("Password").fill(ownerPassword);
    await other.page.getByRole("button", { name: "Sign in" }).click();
    await other.page.getByRole("navigation").getByText("Heute", { exact: true }).waitFor();
    assert.equal(await theme(other.page), "dark");
    await other.close();
  },
);

test(
  "what was applied last is there before the service is asked",
  { skip, rules: ["sessions.settings"] },
  async (t) => {
    t.after(reset);
    const { page, close } = await visit("/settings", { colorScheme: "light" });
    await page.getByLabel("Theme").selectOption("dark");
    await page.getByLabel("Language").selectOption("de");
    await stored({ theme: "dark", locale: "de" });
    const dark = await ground(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/app/v1/session", (route) => released.then(() => route.continue()));
    await page.reload();
    assert.deepEqual([await theme(page), await ground(page)], ["dark", dark]);
    await page.locator('html[lang="de"]').waitFor();
    release();
    await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
    await page.route(/\/web\/main\./, (route) => route.abort());
    await page.reload();
    assert.equal(await theme(page), "dark", "and before the script of the app is there");
    await close();
  },
);

test("another page of the same browser takes a setting at once", { skip, rules: ["sessions.settings"] }, async (t) => {
  t.after(reset);
  const { page, close } = await visit("/settings");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel("Theme").waitFor();
  await page.getByLabel("Theme").selectOption("dark");
  await other.locator(':root[data-theme="dark"]').waitFor();
  assert.equal(await other.getByLabel("Theme").inputValue(), "dark");
  await stored({ theme: "dark" });
  await close();
});

test("what the service says wins over what a browser remembers", { skip, rules: ["sessions.settings"] }, async (t) => {
  t.after(reset);
  const { page, close } = await visit("/settings");
  await page.getByLabel("Theme").selectOption("dark");
  await stored({ theme: "dark" });
  await service.ok("updateProfile", { credential: service.session, body: { theme: "light", locale: "de" } });
  await page.reload();
  await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
  assert.equal(await theme(page), "light");
  await close();
});

test("a refusal takes the setting back and says why", { skip, rules: ["sessions.settings"] }, async () => {
  const { page, close } = await visit("/settings");
  await page.route("**/app/v1/profile", (route) => route.fulfill({ status: 503, body: "" }));
  await page.getByLabel("Theme").selectOption("dark");
  await page.getByText(/Theme/).and(page.locator("[role=status] *, [role=alert] *")).first().waitFor();
  assert.equal(await theme(page), "system");
  assert.equal(await page.getByLabel("Theme").inputValue(), "");
  await close();
});

test("days begin and times are shown in the zone of the person", { skip, rules: ["sessions.settings"] }, async (t) => {
  t.after(reset);
  // 09:41 UTC on 10 March is 22:41 of that day in Auckland; three hours later the 11th has begun there.
  await service.ok("updateProfile", { credential: service.session, body: { timezone: "Pacific/Auckland" } });
  const { page, close } = await visit("/", { now: morning + 3 * 3_600_000 });
  await page.getByText("Wednesday 11 March").or(page.getByText("Wednesday, 11 March")).first().waitFor();
  const line = page.getByRole("textbox", { name: /todo/i }).first();
  await line.fill("Call Ana tomorrow");
  await line.press("Enter");
  const { data } = await until(
    "the todo",
    () => service.ok("listTodos", {}),
    (list) => list.data.length === 1,
  );
  assert.equal(data[0]?.dueDate, "2026-03-12");
  await close();
});
