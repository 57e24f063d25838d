/** Working hours of an agent in a real browser: painted and erased by dragging and by keys, and stored as windows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { clockOf, type Day, painted, weekOf, type Window, windowsOf } from "../../src/web/screens/agents/week-hours.ts";
import { until } from "../helpers/wait.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { visit, service, filled } = await openStage(
  async (stage) => (await stage.ok("createAgent", { body: { name: "Bookkeeper" } })).id,
);

const office: Window = { days: ["monday", "tuesday", "wednesday", "thursday", "friday"], start: "09:00", end: "17:00" };

/** Drags along the bar of a day, from the middle of one half hour to that of another. */
async function drag(page: Page, day: string, from: number, to: number): Promise<void> {
  const bar = page.getByRole("slider", { name: day });
  const { x = 0, y = 0, width = 0, height = 0 } = (await bar.boundingBox()) ?? {};
  const xOf = (hour: number): number => x + ((hour + 0.25) / 24) * width;
  await page.mouse.move(xOf(from), y + height / 2);
  await page.mouse.down();
  await page.mouse.move(xOf((from + to) / 2), y + height / 2);
  await page.mouse.move(xOf(to), y + height / 2);
  await page.mouse.up();
}

test("hours are painted and erased by dragging and by keys", { skip }, async () => {
  const { page, close } = await visit(`/agents/${filled}?tab=hours`);
  await page.getByRole("checkbox").check();
  await drag(page, "Sat", 10, 11.5);
  await drag(page, "Fri", 15, 18);
  await page.getByRole("slider", { name: "Fri" }).press("ArrowUp");
  const thursday = page.getByRole("slider", { name: "Thu" });
  assert.match((await thursday.getAttribute("aria-valuetext")) ?? "", /^09:00, works\. 09:00–17:00/);
  await thursday.press(" ");
  await thursday.press("Shift+ArrowRight");
  await until(
    "an hour of Thursday is erased",
    () => thursday.getAttribute("aria-valuetext"),
    (text) => text === "09:30, does not work. 10:00–17:00",
  );
  await page.getByRole("button", { name: "Save the hours" }).click();
  const read = async () => (await service.ok("getAgent", { path: { agentId: filled } })).workingHours?.windows;
  const wanted: readonly Window[] = [
    { days: ["friday"], start: "09:00", end: "15:00" },
    { days: ["monday", "tuesday", "wednesday"], start: "09:00", end: "17:00" },
    { days: ["saturday"], start: "10:00", end: "12:00" },
    { days: ["thursday"], start: "10:00", end: "17:00" },
  ];
  await until("they are stored", read, (windows) => JSON.stringify(windows) === JSON.stringify(wanted));
  await close();
});

test("a week is painted and erased span by span, and days with one span share a window", () => {
  const week = weekOf([office, { days: ["monday"], start: "17:00", end: "18:30" }]);
  assert.deepEqual(week.monday, [[540, 1110]]);
  const noon = painted(week, "tuesday", [720, 780], false);
  assert.deepEqual(noon.tuesday, [
    [540, 720],
    [780, 1020],
  ]);
  assert.deepEqual(painted(noon, "tuesday", [720, 780], true).tuesday, [[540, 1020]]);
  assert.deepEqual(
    painted(week, "sunday", [1410, 1440], true).sunday.map((span) => span.map(clockOf)),
    [["23:30", "24:00"]],
  );
  assert.deepEqual(windowsOf(weekOf([office])), [office]);
  const all: readonly Day[] = office.days;
  const none = all.reduce((left, day) => painted(left, day, [0, 1440], false), weekOf([office]));
  assert.deepEqual(windowsOf(none), []);
});
