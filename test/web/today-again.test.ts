/** Today in a real browser: what comes again today stands there, too. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../helpers/wait.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { visit, service } = await openStage(async (own) => {
  await own.ok("createTodo", { body: { title: "Water the plants", dueDate: "2026-03-10" } });
});

test("what comes again today stands there with its hour until it is ticked off", { skip }, async () => {
  const at = (hour: number) => ({ rrule: `FREQ=DAILY;BYHOUR=${hour};BYMINUTE=0;BYSECOND=0` });
  const add = (body: object) => service.ok("createTodo", { body });
  await add({ title: "Stand-up", schedule: at(17) });
  await add({ title: "Empty the post box", schedule: at(16), dueDate: "2026-03-10" });
  await add({ title: "Tomorrow's", schedule: { runAt: "2026-03-11T09:00:00Z" } });
  const { page, close } = await visit("/today");
  const today = page.getByRole("group", { name: "Today" });
  const rows = () => today.getByRole("option").locator(".title, .day").allInnerTexts();
  const shown = ["Water the plants", "", "Empty the post box", "16:00", "Stand-up", "17:00"];
  await until("both are there", rows, (texts) => texts.join() === shown.join());
  assert.equal(await page.getByText("Tomorrow's").count(), 0);
  await add({ title: "Call Ana", schedule: { runAt: "2026-03-10T16:30:00Z" } });
  await until("another is there", rows, (texts) => texts.slice(4, 6).join() === "Call Ana,16:30");
  await today.getByRole("option", { name: "Stand-up" }).locator(".tick").click();
  await page
    .locator(".notice")
    .getByText(/Stand-up/)
    .waitFor();
  await until("it is done for today", rows, (texts) => !texts.includes("Stand-up"));
  await close();
});

test(
  "nothing is due is said once what comes again was read; that it could not be is said with a way to try again",
  { skip },
  async () => {
    const { data } = await service.ok("listTodos", { query: { limit: 100 } });
    for (const { id } of data) await service.ok("deleteTodo", { path: { todoId: id } });
    const { page, close } = await visit("/settings");
    const times = /\/occurrences\?/;
    const error = { code: "internal_error", message: "The disk is full.", requestId: "req_1" };
    const nothing = page.getByText("Nothing is due.");
    let answer: () => void = () => undefined;
    await page.route(times, async (route) => {
      await new Promise<void>((resolve) => (answer = resolve));
      await route.fulfill({ status: 400, json: { error } });
    });
    const asked = page.waitForRequest(times);
    await page.getByRole("link", { name: "Today" }).click();
    await asked;
    await page.locator(".loading").waitFor();
    assert.equal(await nothing.count(), 0, "it is read still");
    answer();
    const alert = page.getByRole("alert").filter({ hasText: "What comes again today could not be read." });
    await alert.getByText(/The disk is full/).waitFor();
    assert.equal(await nothing.count(), 0, "it was not read");
    await page.unroute(times);
    await alert.getByRole("button", { name: "Try again" }).click();
    await nothing.waitFor();
    assert.equal(await alert.count(), 0);
    await close();
  },
);

test("an empty day names the first three of tomorrow, what comes again then with its hour", { skip }, async () => {
  const at = (hour: number) => ({ rrule: `FREQ=DAILY;BYHOUR=${hour};BYMINUTE=0;BYSECOND=0`, timezone: "UTC" });
  const add = (title: string, more: object) => service.ok("createTodo", { body: { title, ...more } });
  const { page, close } = await visit("/today");
  const rows = () => page.locator(".next li span").allInnerTexts();
  const shows = (...texts: readonly string[]) =>
    until(`${texts.join()} stand there`, rows, (shown) => shown.join() === texts.join());
  await page.getByText("Nothing is due.").waitFor();
  await add("Pay the rent", { dueDate: "2026-03-13" });
  await shows("Pay the rent", "Friday");
  await add("Feed the fish", { schedule: { runAt: "2026-03-11T18:00:00Z" } });
  await shows("Feed the fish", "Tomorrow, 18:00", "Pay the rent", "Friday");
  // Its time today has passed: tomorrow's is the next one.
  await add("Stand-up", { schedule: at(8) });
  const { id } = await add("Call Ana", { dueDate: "2026-03-11" });
  await shows("Call Ana", "Tomorrow", "Stand-up", "Tomorrow, 08:00", "Feed the fish", "Tomorrow, 18:00");
  await page.locator(".next").getByRole("button", { name: "Stand-up" }).click();
  await page.locator(".sheet").getByRole("textbox", { name: "Title" }).waitFor();
  await page.goBack();
  await service.ok("deleteTodo", { path: { todoId: id } });
  await shows("Stand-up", "Tomorrow, 08:00", "Feed the fish", "Tomorrow, 18:00", "Pay the rent", "Friday");
  await close();
});
