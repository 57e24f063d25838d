/** The times of all schedules in a real browser: what is to come, what passed and why it did not run, by state and by agent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../helpers/wait.ts";
import { morning } from "./helpers/service.ts";
import { openStage, skip } from "./helpers/stage.ts";

const later = morning + 24 * 3_600_000;
const daily = { rrule: "FREQ=DAILY;BYHOUR=10;BYMINUTE=0", timezone: "UTC" };

const { visit } = await openStage(async (filled) => {
  const ready = await filled.ok("createAgent", { body: { name: "Gardener" } });
  const off = await filled.ok("createAgent", { body: { name: "Weekender" } });
  const weekend = { timezone: "UTC", windows: [{ days: ["saturday" as const], start: "09:00", end: "12:00" }] };
  await filled.ok("updateAgent", {
    path: { agentId: off.id },
    body: { workingHours: weekend, workingHoursEnabled: true },
  });
  for (const [title, { id }] of [
    ["Water the plants", ready],
    ["Read the paper", off],
  ] as const)
    await filled.ok("createTodo", { body: { title, assignees: [{ id, type: "agent" }], schedule: daily } });
  filled.clock.advance(24 * 3_600_000);
  const list = () => filled.ok("listAllOccurrences", { credential: filled.session });
  await until("both times passed", list, ({ data }) => data.filter(({ status }) => status !== "running").length >= 2);
});

test("what is to come and what passed stand in one list, with the reason and what solves it", { skip }, async () => {
  const { page, close } = await visit("/schedules", { now: later });
  await page.getByRole("tab", { name: "All times" }).click();
  const coming = page.getByRole("region", { name: "To come, 14 days" });
  await coming.getByRole("button", { name: /^Show \d+ more$/ }).click();
  await coming.getByRole("listitem").nth(20).waitFor();
  const past = page.getByRole("region", { name: "Past" });
  await past.getByRole("listitem").nth(1).waitFor();
  assert.equal(await past.getByRole("listitem").count(), 2);
  await past
    .getByRole("listitem")
    .filter({ hasText: "Read the paper" })
    .getByText("Waits: outside its working hours, until 14 Mar, 09:00")
    .waitFor();

  await page.getByRole("button", { name: "Status", exact: true }).click();
  await page.getByRole("menuitem", { name: "Completed" }).click();
  await until(
    "one is left",
    () => page.getByRole("tabpanel").getByRole("listitem").count(),
    (count) => count === 1,
  );
  assert.match(page.url(), /state=completed/);
  await page.getByRole("button", { name: "Remove the filter Status: Completed" }).click();
  await page.getByRole("button", { name: "Agent", exact: true }).click();
  await page.getByRole("menuitem", { name: "Weekender" }).click();
  await until(
    "one has passed",
    () => past.getByRole("listitem").count(),
    (count) => count === 1,
  );
  await past.getByRole("button", { name: "Read the paper" }).click();
  await page.locator(".sheet").getByRole("button", { name: "Times" }).click();
  await page.locator(".sheet").getByText("Waits: outside its working hours, until 14 Mar, 09:00").waitFor();
  await page.goBack();
  await past.getByRole("button", { name: "See the hours" }).click();
  await page.getByRole("tab", { name: "Hours", selected: true }).waitFor();
  await close();
});

test(
  "what is read too late is not shown: neither another tab's schedules nor times of another filter",
  { skip },
  async () => {
    const { page, calm, close } = await visit("/schedules?view=history", { now: later });
    const tab = page.getByRole("tabpanel");
    await calm();
    const scheduled = Promise.withResolvers<void>();
    await page.route(/view=scheduled/, (route) => scheduled.promise.then(() => route.continue()));
    await page.getByRole("tab", { name: "Scheduled" }).click();
    await page.getByRole("tab", { name: "Paused" }).click();
    const none = tab.getByText("Nothing is paused.");
    await none.waitFor();
    scheduled.resolve();
    await calm();
    assert.ok(await none.isVisible());
    assert.equal(await tab.getByRole("article").count(), 0);

    await page.getByRole("tab", { name: "All times" }).click();
    const past = page.getByRole("region", { name: "Past" }).getByRole("listitem");
    await past.nth(1).waitFor();
    const completed = Promise.withResolvers<void>();
    await page.route(/status=completed/, (route) => completed.promise.then(() => route.continue()));
    await page.getByRole("button", { name: "Status", exact: true }).click();
    await page.getByRole("menuitem", { name: "Completed" }).click();
    const all = page.waitForResponse(/\/occurrences\?(?!.*status=)/);
    await page.getByRole("button", { name: "Remove the filter Status: Completed" }).click();
    await all;
    completed.resolve();
    await calm();
    assert.equal(await past.count(), 2);
    await close();
  },
);
