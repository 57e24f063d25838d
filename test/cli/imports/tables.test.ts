/** CSV of any kind. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { uncertainDates } from "../../../src/cli/imports/formats/moments.ts";
import { fixtureFile, understand } from "./setting.ts";
import { pluck } from "../../helpers/pluck.ts";

const csv = (text: string, name = "todos.csv") => understand("csv", [{ name, text }]);

test("columns are found by what they are called, apart by semicolons, and days by what the file shows", async () => {
  const read = await understand("csv", [fixtureFile("todos.csv")]);
  assert.deepEqual(pluck(read.lists, "name"), ["House"]);
  const fence = read.todo("Paint the fence");
  assert.deepEqual(
    [fence.dueDate, fence.priority, fence.content],
    ["2026-12-24", "high", "Two coats\n\n- Labels: outside"],
  );
  const paint = read.todo("Buy paint");
  assert.deepEqual(
    [paint.dueDate, paint.priority, paint.status, paint.content],
    ["2026-12-03", "medium", "in_progress", "Blue;\nmatt"],
  );
  assert.equal(read.todo("Write to Ana").todoListExternalId, undefined);
  assert.match(read.todo("Write to Ana").content ?? "", /Date: soon\n- Status: waiting\n- Priority: 3/);
  assert.deepEqual(read.lost, {
    "columns without a place here": 1,
    [uncertainDates]: 1,
    "states that are not known (the words stand in the body)": 1,
    "priorities that are not certain (they stand in the body)": 1,
    "done todos (--include-done brings them)": 1,
  });
});

const days: readonly [string, string, string | undefined][] = [
  ["2026-12-05", "", "2026-12-05"],
  ["2026-12-05T23:30:00Z", "", "2026-12-06"],
  ["2026-12-05T23:30:00+0000", "", "2026-12-06"],
  ["5.12.2026", "", "2026-12-05"],
  ["12/05/2026", "12/31/2026", "2026-12-05"],
  ["12/05/2026", "31/12/2026", "2026-05-12"],
  ["12/05/2026", "12/06/2026", undefined],
  ["12/12/2026", "", "2026-12-12"],
  ["5 December 2026", "", "2026-12-05"],
  ["2026-02-30", "", undefined],
  ["2026-12-05 25:61", "", undefined],
  ["9999-12-31T23:59:59Z", "", "9999-12-31"],
  ["-000001-12-31T23:59:59Z", "", undefined],
  ["somewhen", "", undefined],
];
for (const [written, other, day] of days) {
  test(`a due date written ${written}${other === "" ? "" : ` next to ${other}`} is ${day ?? "not certain"}`, async () => {
    const read = await csv(`title,due\nOne,"${written}"\nTwo,${other}\n`);
    assert.equal(read.todo("One").dueDate, day);
  });
}

test("a file without a column of lists is one list, named after it; lines above the head do not matter", async () => {
  const read = await csv('"Date: 2026-09-25+0000"\n"Status:\n0 Normal"\nTitle,Tags\nOne,a\nOne,a\n', "out/Chores.csv");
  assert.deepEqual(pluck(read.lists, "name"), ["Chores"]);
  assert.equal(new Set(read.parcels.map(({ todo }) => todo.externalId)).size, 2);
});

test("a rule of iCalendar counts from the due date; other words do not", async () => {
  const read = await csv("title,due,repeat\nOne,2026-12-01,FREQ=WEEKLY\nTwo,2026-12-01,weekly\nThree,,FREQ=WEEKLY\n");
  assert.equal(read.todo("One").schedule?.rrule, "FREQ=WEEKLY");
  assert.equal(read.todo("Two").schedule, undefined);
  assert.match(read.todo("Three").content ?? "", /Repeats: FREQ=WEEKLY/);
});

test("a rule from a file is one line, whatever bytes stand in it", async () => {
  const read = await csv("title,due,repeat\nOne,2026-12-01,FREQ=WEEKLY\u0001\n");
  assert.equal(read.todo("One").schedule?.rrule, "FREQ=WEEKLY");
});

test("texts past the limits are cut, and the whole title stands in the body", async () => {
  const read = await csv(`title,notes\n${"🎉".repeat(600)},${"x".repeat(120_000)}\n`);
  const [parcel] = read.parcels;
  assert.equal(Array.from(parcel?.todo.title ?? "").length, 500);
  assert.equal(Array.from(parcel?.todo.content ?? "").length, 100_000);
  assert.ok(parcel?.todo.content?.startsWith("🎉".repeat(600)));
});

test("control characters and broken surrogates do not come along", async () => {
  const read = await csv('title,notes\n"a\u0007\u0085b","c\u0001\r\nd"\n');
  assert.deepEqual([read.parcels[0]?.todo.title, read.parcels[0]?.todo.content], ["a b", "c\nd"]);
});

test("a head without a title is refused", async () => {
  await assert.rejects(csv("due,list\n2026-01-01,x\n"), /no head that is known/);
});
