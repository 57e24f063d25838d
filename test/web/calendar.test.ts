/** The calendar in a real browser: what is due and what is scheduled, by month and week; walked, dragged and added to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { daysAround, onwards } from "../../src/web/screens/calendar/days.ts";
import { until } from "../helpers/wait.ts";
import { furnishedSuite, skip } from "./helpers/suite.ts";

const suite = furnishedSuite();
const { visit } = suite;
const day = (page: Page, name: string) => page.getByRole("cell").filter({ has: page.getByRole("button", { name }) });
const entry = (page: Page, name: string) => page.getByRole("cell").getByRole("button", { name });
const todo = (title: string) =>
  suite.service.ok("getTodo", { path: { todoId: suite.furnished.todos.get(title) ?? "" } });

test("a month is whole weeks from Monday on; months of other lengths are gone through", () => {
  assert.deepEqual(
    [daysAround("2026-03-10", "month")[0], daysAround("2026-03-10", "month").at(-1)],
    ["2026-02-23", "2026-04-05"],
  );
  // A February that fills four weeks exactly.
  assert.equal(daysAround("2027-02-14", "month").length, 28);
  assert.deepEqual(
    daysAround("2026-03-10", "week").map((one) => one.slice(8)),
    ["09", "10", "11", "12", "13", "14", "15"],
  );
  assert.equal(onwards("2026-01-31", "month", 1), "2026-02-28");
  assert.equal(onwards("2026-03-31", "month", -1), "2026-02-28");
  assert.equal(onwards("2026-12-15", "month", 1), "2027-01-15");
  assert.equal(onwards("2026-03-02", "week", -1), "2026-02-23");
});

test("a month shows what is due and what schedules will run, and says it in its address", { skip }, async () => {
  const { page, close } = await visit("/todos");
  await page.getByRole("button", { name: "Calendar" }).click();
  await page.getByRole("heading", { name: "March 2026" }).waitFor();
  assert.match(page.url(), /view=calendar/);
  await day(page, "Tuesday 10 March").getByText("Book the train to Lyon").waitFor();
  await day(page, "Monday 16 March").getByText("Check the bank account").waitFor();
  await day(page, "Monday 30 March").getByText("Check the bank account").waitFor();
  await page.getByRole("button", { name: "The next month" }).click();
  await page.getByRole("heading", { name: "April 2026" }).waitFor();
  await day(page, "Monday 13 April").getByText("09:00").waitFor();
  await page.getByRole("group", { name: "View" }).getByRole("button", { name: "List" }).click();
  await page.getByRole("listbox").waitFor();
  await close();
});

test("a todo is dragged to another day, and Z takes it back", { skip }, async () => {
  const { page, close } = await visit("/todos?view=calendar");
  const title = "Renew the domain";
  await entry(page, title).dragTo(day(page, "Friday 20 March"));
  await day(page, "Friday 20 March").getByText(title).waitFor();
  await until(
    "the service has it",
    () => todo(title),
    ({ dueDate }) => dueDate === "2026-03-20",
  );
  await page.keyboard.press("z");
  await day(page, "Friday 13 March").getByText(title).waitFor();
  await until(
    "the service has it back",
    () => todo(title),
    ({ dueDate }) => dueDate === "2026-03-13",
  );
  await close();
});

test("arrows go from day to day, Enter opens one, and a line adds to it", { skip }, async () => {
  const { page, close } = await visit("/todos?view=calendar");
  await page.getByRole("button", { name: /^Tuesday 10 March/ }).focus();
  const current = page.locator(".number:focus");
  for (const [key, name] of [
    ["Home", /^Monday 9 March/],
    ["End", /^Sunday 15 March/],
    ["PageDown", /^Wednesday 15 April/],
    ["PageUp", /^Sunday 15 March/],
  ] as const) {
    await page.keyboard.press(key);
    await until(
      `${key} goes there`,
      () => current.getAttribute("aria-label"),
      (label) => name.test(label ?? ""),
    );
  }
  await page.getByRole("button", { name: /^Tuesday 10 March/ }).focus();
  for (const key of ["ArrowDown", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
  const dialog = page.getByRole("dialog", { name: "Monday 16 March" });
  await dialog.getByRole("textbox").fill("Fetch the parcel");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Fetch the parcel" }).waitFor();
  await page.keyboard.press("Escape");
  await day(page, "Monday 16 March").getByText("Fetch the parcel").waitFor();
  const find = () => suite.service.ok("listTodos", { query: { query: "Fetch the parcel" } });
  await until("it is due that day", find, ({ data }) => data[0]?.dueDate === "2026-03-16");
  await close();
});

test("more than fits opens the day; filters apply here, too", { skip }, async () => {
  for (const title of ["One", "Two", "Three"])
    await suite.service.ok("createTodo", { body: { title, dueDate: "2026-03-18", priority: "low" } });
  await suite.service.ok("createTodo", { body: { title: "Four", dueDate: "2026-03-18", priority: "urgent" } });
  const { page, close } = await visit("/todos?view=calendar");
  await day(page, "Wednesday 18 March").getByRole("button", { name: "+2 more" }).click();
  const dialog = page.getByRole("dialog", { name: "Wednesday 18 March" });
  await dialog.getByRole("button", { name: "Three" }).waitFor();
  await page.keyboard.press("Escape");
  await page.goto(`${suite.service.url}/todos?view=calendar&priority=urgent`);
  await day(page, "Wednesday 18 March").getByText("Four").waitFor();
  assert.equal(await entry(page, "One").count(), 0);
  await close();
});

test("what was done, and what did not run with its reason, are there as well", { skip }, async () => {
  const { service } = suite;
  const { id } = await service.ok("createTodo", { body: { title: "Over and done", dueDate: "2026-03-11" } });
  await service.ok("updateTodo", { path: { todoId: id }, body: { status: "done" } });
  const { page, close } = await visit("/todos?view=calendar&span=week");
  await entry(page, "Done Over and done").waitFor();
  const entries = (await service.ok("getCalendar", { query: { from: "2026-03-09", to: "2026-03-15" } })).data;
  const [first] = entries.filter(({ kind }) => kind === "due");
  const missed = { ...first, kind: "occurrence", at: "2026-03-12T09:00:00.000Z", date: "2026-03-12", status: "missed" };
  const data = [{ ...missed, todoId: first?.todoId, title: "Weekly report", reason: "service_down" }];
  await page.route("**/app/v1/calendar?*", (route) =>
    route.fulfill({ json: { object: "calendar", data, hasMore: false } }),
  );
  await page.reload();
  await day(page, "Thursday 12 March").getByText("Missed: the service was not running").waitFor();
  await close();
});

test(
  "what is due and comes again on the same day is there once, with its hour, and can be dragged",
  { skip },
  async () => {
    const { service } = suite;
    const body = { title: "Visit the dentist", dueDate: "2026-03-19", schedule: { runAt: "2026-03-19T15:00:00Z" } };
    await service.ok("createTodo", { body });
    const { page, close } = await visit("/todos?view=calendar&span=week");
    await page.getByRole("button", { name: "The next week" }).click();
    const one = day(page, "Thursday 19 March").getByRole("button", { name: body.title });
    await one.getByText("15:00").waitFor();
    assert.equal(await one.count(), 1);
    await one.dragTo(day(page, "Friday 20 March"));
    await day(page, "Friday 20 March").getByText(body.title).waitFor();
    await one.getByText("15:00").waitFor();
    await close();
  },
);

test(
  "days are selected by keys, their todos changed and dragged together, and one Z takes it back",
  { skip },
  async () => {
    const { service } = suite;
    const titles = ["Order the seeds", "Turn the compost", "Paint the fence"];
    const ids: string[] = [];
    for (const [at, title] of titles.entries())
      ids.push((await service.ok("createTodo", { body: { title, dueDate: `2026-04-0${Math.min(at + 1, 2)}` } })).id);
    const { page, close } = await visit("/todos?view=calendar&day=2026-04-01");
    await entry(page, "Paint the fence").waitFor();
    const bar = page.getByRole("toolbar");
    await page.getByRole("button", { name: /^Wednesday 1 April/ }).focus();
    await page.keyboard.press("x");
    await bar.getByText("1 selected").waitFor();
    await page.keyboard.press("Shift+ArrowRight");
    await bar.getByText("3 selected").waitFor();
    await page.keyboard.press("2");
    const read = () => Promise.all(ids.map((todoId) => service.ok("getTodo", { path: { todoId } })));
    await until("all have the priority", read, (all) => all.every(({ priority }) => priority === "high"));
    await entry(page, "Turn the compost").dragTo(day(page, "Thursday 9 April"));
    await until("all have the day", read, (all) => all.every(({ dueDate }) => dueDate === "2026-04-09"));
    await page.keyboard.press("z");
    await until("each has its own again", read, (all) => all.map(({ dueDate }) => dueDate?.at(-1)).join("") === "122");
    await page.keyboard.press("Escape");
    await bar.waitFor({ state: "detached" });
    await page.keyboard.press("Control+a");
    await bar.getByRole("button", { name: "Clear the selection" }).click();
    await bar.waitFor({ state: "detached" });
    await close();
  },
);

test("entries are selected by press; what schedules run, and what is done, still opens", { skip }, async () => {
  const { page, close } = await visit("/todos?view=calendar&day=2026-04-01&span=week");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await entry(page, "Order the seeds").click();
  await entry(page, "Paint the fence").click();
  await page.getByRole("toolbar").getByText("2 selected").waitFor();
  assert.equal(await entry(page, "Order the seeds").getAttribute("aria-pressed"), "true");
  await page.getByRole("toolbar").getByRole("button", { name: "Due" }).click();
  await page.getByRole("combobox").fill("2026-04-03");
  await page.keyboard.press("Enter");
  for (const name of ["Order the seeds", "Paint the fence"])
    await day(page, "Friday 3 April").getByText(name).waitFor();
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await entry(page, "Paint the fence").click();
  await page.getByRole("region", { name: "Paint the fence" }).waitFor();
  await close();
});

test("a todo that has the focus in a week is changed by the keys of a list", { skip }, async () => {
  const { page, close } = await visit("/todos?view=calendar&day=2026-04-01&span=week");
  await entry(page, "Turn the compost").focus();
  await page.keyboard.press("x");
  await page.getByRole("toolbar").getByText("1 selected").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await page.locator("textarea.title:focus").waitFor();
  await close();
});

test("Escape closes the todo that is open, also when the calendar beneath is loaded after it", { skip }, async () => {
  const { page, close } = await visit("/todos?view=calendar");
  await entry(page, "Book the train to Lyon").click();
  await page.locator(".sheet").waitFor();
  await page.reload();
  await page.locator(".sheet textarea.title").waitFor();
  await entry(page, "Book the train to Lyon").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".sheet").waitFor({ state: "detached" });
  await close();
});
