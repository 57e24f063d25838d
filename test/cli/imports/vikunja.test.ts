/** Exports of Vikunja. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { uncertainDates } from "../../../src/cli/imports/formats/moments.ts";
import { fixtureFile, understand } from "./setting.ts";
import { rows } from "../../helpers/pluck.ts";

const data = { ...fixtureFile("vikunja-data.json"), name: "data.json" };
const filters = { name: "filters.json", text: '[{"id":1,"title":"Soon"}]' };
const read = await understand("vikunja", [data, filters]);

test("projects become lists with colours; a repeated name shows its parent; archived ones stay out", () => {
  assert.deepEqual(rows(read.lists, "name", "color"), [
    ["Inbox", undefined],
    ["Studio", "#22aa66"],
    ["Studio / Inbox", undefined],
  ]);
});

test("moments are days and times on the person's clock, and those of the year 1 are none", () => {
  const { dueDate, content, priority } = read.todo("Call the bank");
  assert.deepEqual([dueDate, content, priority], ["2026-12-01", "- Time: 15:30 (Europe/Berlin)", "urgent"]);
  assert.equal(read.todo("Build the shelf").dueDate, undefined);
});

test("rich text is Markdown, subtasks join the task list, comments say who and when", () => {
  assert.equal(
    read.todo("Build the shelf").content,
    [
      "For the **long** wall",
      "",
      "- [x] Measure",
      "- [ ] Saw",
      "",
      "- [ ] Buy the oak",
      "- [x] Borrow a saw",
      "",
      "- Labels: wood",
      "- Column: Waiting for parts",
      "- Progress: 50%",
      "",
      "Comments:",
      "",
      "- Bo, 2026-10-03: Oak, _not_ pine",
    ].join("\n"),
  );
});

test("a repeat from the due date is a schedule, one from the completion is not", () => {
  const { schedule, dueDate } = read.todo("Sweep the floor");
  const startsAt = "2026-11-30T09:00:00";
  assert.deepEqual(
    [schedule, dueDate],
    [{ rrule: "FREQ=WEEKLY;INTERVAL=1", startsAt, timezone: "Europe/Berlin" }, undefined],
  );
  assert.match(read.todo("Water the plants").content ?? "", /Repeats: 3 days after it was done/);
  assert.equal(read.todo("Water the plants").dueDate, "2026-11-30");
});

test("what has no place here is counted by its kind", () => {
  assert.deepEqual(read.lost, {
    "saved filters": 1,
    "archived projects with their todos (--include-done brings them)": 1,
    "relations between todos": 1,
    reminders: 1,
    assignees: 1,
    attachments: 1,
    "stars (favourites)": 1,
    "done todos (--include-done brings them)": 1,
    [uncertainDates]: 1,
  });
});

test("what is done, and what is archived, comes when it is asked for", async () => {
  const all = await understand("vikunja", [data], { includesDone: true });
  assert.equal(all.todo("Old work").status, "done");
  assert.equal(all.todo("Return the keys").status, undefined);
  assert.equal(all.lists.length, 4);
});

test("an open part of a task that is left out stands alone", async () => {
  const [, studio] = JSON.parse(data.text) as { tasks: { title: string; done: boolean }[] }[];
  const task = studio?.tasks.find(({ title }) => title === "Build the shelf");
  if (task !== undefined) task.done = true;
  const some = await understand("vikunja", [{ name: "data.json", text: JSON.stringify([studio]) }]);
  assert.ok(some.todo("Buy the oak").content?.includes("Part of: Build the shelf"));
  assert.ok(some.parcels.every(({ todo }) => todo.title !== "Build the shelf"));
});

test("projects of older versions are found in their namespaces", async () => {
  const project = { id: 1, title: "Old", tasks: [{ id: 1, title: "One" }] };
  for (const text of [
    [{ id: 1, title: "Space", projects: [project] }],
    [{ id: 1, title: "Space", lists: [project] }],
  ]) {
    const { lists, parcels } = await understand("vikunja", [{ name: "data.json", text: JSON.stringify(text) }]);
    assert.deepEqual([lists.map(({ name }) => name), parcels.map(({ todo }) => todo.title)], [["Old"], ["One"]]);
  }
});

test("a circle of subtasks loses nothing, and nests nothing", async () => {
  const task = (id: number, title: string, subtask: number) => ({
    id,
    title,
    related_tasks: { subtask: [{ id: subtask }] },
  });
  const text = JSON.stringify([
    { id: 1, title: "Round", tasks: [task(1, "One", 2), task(2, "Two", 1), task(3, "Three", 3)] },
  ]);
  const { parcels } = await understand("vikunja", [{ name: "data.json", text }]);
  assert.deepEqual(
    parcels.map(({ todo }) => [todo.title, todo.includes]),
    [
      ["One", undefined],
      ["Two", undefined],
      ["Three", undefined],
    ],
  );
});

test("very deep nesting is brought up, and every task is there", async () => {
  const tasks = Array.from({ length: 3000 }, (_, id) => ({
    id,
    title: `T${id}`,
    related_tasks: { subtask: [{ id: id + 1 }] },
  }));
  const text = JSON.stringify([{ id: 1, title: "Deep", tasks }]);
  const { parcels } = await understand("vikunja", [{ name: "data.json", text }]);
  const all = parcels.flatMap(({ todo }) => [todo.externalId, ...(todo.includes ?? [])]);
  assert.equal(new Set(all).size, 3000);
});
