/** Today in a real browser: a long group is folded, and what is folded is neither lost nor counted away. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fold } from "../../src/web/parts/window.ts";
import { until } from "../helpers/wait.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { visit } = await openStage(async (service) => {
  const late = Array.from({ length: 53 }, (_, at) => ({ title: `Letter ${at}`, dueDate: "2026-03-02" }));
  await service.ok("batchCreateTodos", { body: { data: late.slice(0, 50) } });
  await service.ok("batchCreateTodos", { body: { data: late.slice(50) } });
  await service.ok("createTodo", { body: { title: "Water the plants", dueDate: "2026-03-10" } });
});

test("a group shows fifty rows until it is unfolded, and its head counts them all", { skip }, async () => {
  const { page, close } = await visit("/today");
  await page.getByRole("option").first().waitFor();
  const late = page.getByRole("group", { name: "Late" });
  assert.equal(await late.locator(".count").innerText(), "53");
  await page.keyboard.press("End");
  const last = page.locator("[role=option].current");
  assert.equal(await last.getAttribute("aria-setsize"), "51");
  assert.match(await last.innerText(), /Water the plants/);
  await page.getByRole("button", { name: "Show 3 more Late" }).click();
  await until(
    "all are there",
    () => page.getByRole("option").first().getAttribute("aria-setsize"),
    (count) => count === "54",
  );
  assert.equal(await page.getByRole("button", { name: /^Show / }).count(), 0);
  await close();
});

test("folding leaves the first rows of each group, in their order", () => {
  const rows = ["a", "b", "c", "d", "e"];
  const groups = [
    { key: "one", label: "", start: 0, end: 3 },
    { key: "two", label: "", start: 3, end: 5 },
  ];
  const folded = fold(rows, groups, 2, new Set());
  assert.deepEqual(folded.rows, ["a", "b", "d", "e"]);
  assert.deepEqual(
    folded.groups.map(({ start, end, folded: left = 0 }) => [start, end, left]),
    [
      [0, 2, 1],
      [2, 4, 0],
    ],
  );
  assert.equal(fold(rows, groups, 2, new Set(["one"])).rows, rows);
});
