/** Exports of Todoist, as projects and backups. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { repeatOfWords } from "../../../src/client/spoken/repeats.ts";
import { uncertainDates } from "../../../src/cli/imports/formats/moments.ts";
import { fixtureFile, understand } from "./setting.ts";
import { pluck } from "../../helpers/pluck.ts";

const files = [fixtureFile("Garden.csv"), fixtureFile("Inbox [2203306141].csv")];
const read = await understand("todoist", files);

test("a file is a list, named after it without the number of a backup", () => {
  assert.deepEqual(pluck(read.lists, "name"), ["Garden", "Inbox"]);
  assert.equal(read.parcels.length, 9);
});

test("priority, day and time, labels, section and duration are carried over", () => {
  const { priority, dueDate, content } = read.todo("Repot the basil");
  assert.deepEqual([priority, dueDate], ["urgent", "2026-12-05"]);
  assert.match(
    content ?? "",
    /^Terracotta pot from the shed\n\n[\s\S]*- Labels: garden, weekend\n- Duration: 30 minute$/,
  );
  assert.match(
    read.todo("Call the nursery").content ?? "",
    /^- Part of: Repot the basil\n- Time: 15:00 \(Africa\/Cairo\)$/,
  );
  assert.equal(read.todo("Turn the compost").priority, "medium");
  assert.equal(read.todo("Ideas").priority, undefined);
});

test("subtasks are a task list in the body, with their notes and comments; one with a date is a todo", () => {
  const { content, includes } = read.todo("Repot the basil");
  const list = [
    "- [ ] Buy compost (shop)",
    "  Two bags,",
    "  the peat-free kind",
    "  - Bo: Ask for the small bags",
    "  - [ ] Fetch the pot (high)",
  ];
  assert.ok(content?.includes(list.join("\n")), content ?? "");
  assert.equal(includes?.length, 2);
  assert.equal(read.todo("Call the nursery").dueDate, "2026-12-01");
});

test("a deadline is the due date of what has no other", () => {
  assert.equal(read.todo('Order seeds, "heirloom" kind').dueDate, "2026-12-09");
});

test("days are read in the language that the row names, and only as a whole", () => {
  assert.equal(read.todo("Renew the passport").dueDate, "2026-12-05");
  const { dueDate, schedule } = read.todo("Take the bins out");
  assert.deepEqual([dueDate, schedule?.rrule], [undefined, "FREQ=WEEKLY;BYDAY=MO"]);
});

test("what recurs at certain times has a schedule and no due date", () => {
  const ferns = read.parcels.find(({ todo }) => todo.title === "Water the ferns" && todo.schedule !== undefined)?.todo;
  assert.deepEqual(ferns?.schedule, {
    rrule: "FREQ=WEEKLY;BYDAY=MO",
    startsAt: "2026-11-22T09:00:00",
    timezone: "Africa/Cairo",
  });
  assert.deepEqual([ferns?.type, ferns?.dueDate], ["responsibility", undefined]);
});

test("what has no place here is counted by its kind", () => {
  assert.deepEqual(read.lost, {
    "comments on projects": 1,
    attachments: 1,
    assignees: 1,
    [uncertainDates]: 1,
  });
  assert.deepEqual(read.kept, {
    labels: 1,
    duration: 2,
    "subtasks, as a task list": 2,
    comments: 1,
    section: 4,
    time: 1,
    repeats: 1,
  });
});

test("ids are those of the tasks: stable over readings, distinct for equal names", async () => {
  const ids = (one: typeof read) => one.parcels.map(({ todo }) => todo.externalId);
  assert.deepEqual(ids(await understand("todoist", files)), ids(read));
  assert.equal(new Set(ids(read)).size, 9);
  const [garden, inbox] = [fixtureFile("Garden.csv"), fixtureFile("Inbox [2203306141].csv")];
  const edited = garden.text
    .replace("Terracotta", "Clay")
    .replace("@garden @weekend", "@balcony")
    .replace("section,Weekly", "section,Every week")
    .replace("Dec 5 2026", "Dec 6 2026");
  const again = await understand("todoist", [inbox, { name: "old/Garden [1].csv", text: edited }]);
  assert.deepEqual(new Set(ids(again)), new Set(ids(read)));
});

test("a file of a backup is named after its project, whichever form its id has", async () => {
  const { text } = fixtureFile("Garden.csv");
  const named = async (name: string) => (await understand("todoist", [{ name, text }])).lists.map((list) => list.name);
  assert.deepEqual(await named("backup/Garden [2203306141].csv"), ["Garden"]);
  assert.deepEqual(await named("backup/Garden [6Jf8VQXxpwv56VQ7].csv"), ["Garden"]);
  assert.deepEqual(await named("Garden [spring].csv"), ["Garden [spring]"]);
  assert.deepEqual(await named("Garden [responsibilities].csv"), ["Garden [responsibilities]"]);
});

const now = Date.UTC(2026, 10, 22, 10);
const certain: readonly [string, string, string?][] = [
  ["every day", "FREQ=DAILY"],
  ["Daily at 7:30", "FREQ=DAILY", "07:30"],
  ["every morning", "FREQ=DAILY", "09:00"],
  ["every day at 12am", "FREQ=DAILY", "00:00"],
  ["ev weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
  ["every monday", "FREQ=WEEKLY;BYDAY=MO"],
  ["every mon, fri at 8pm", "FREQ=WEEKLY;BYDAY=MO,FR", "20:00"],
  ["every tuesday and thursday", "FREQ=WEEKLY;BYDAY=TU,TH"],
  ["every 27th", "FREQ=MONTHLY;BYMONTHDAY=27"],
  ["every month on the 1st", "FREQ=MONTHLY;BYMONTHDAY=1"],
  ["every last day", "FREQ=MONTHLY;BYMONTHDAY=-1"],
  ["every 3rd friday", "FREQ=MONTHLY;BYDAY=3FR"],
  ["every last monday of the month", "FREQ=MONTHLY;BYDAY=-1MO"],
  ["every jan 27", "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=27"],
  ["every 14 february", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=14"],
  ["every 2 weeks starting dec 5 2026", "FREQ=WEEKLY;INTERVAL=2"],
  ["every other month starting 2026-12-01", "FREQ=MONTHLY;INTERVAL=2"],
  ["every day until 2026-12-24", "FREQ=DAILY;UNTIL=20261224T235959"],
];

for (const [words, rrule, time = "09:00"] of certain) {
  test(`“${words}” is ${rrule} at ${time}`, () => {
    const repeat = repeatOfWords(words, now, "Europe/Berlin");
    assert.deepEqual([repeat?.rrule, repeat?.from.time], [rrule, time]);
  });
}

test("a rule begins on the day that was said, else today", () => {
  assert.equal(repeatOfWords("every 2 weeks starting dec 5 2026", now, "Europe/Berlin")?.from.date, "2026-12-05");
  assert.equal(repeatOfWords("every monday", Date.UTC(2026, 10, 22, 23, 30), "Europe/Berlin")?.from.date, "2026-11-23");
});

const uncertain = [
  "every! day",
  "every 2 weeks",
  "every other day",
  "every month",
  "every 31st",
  "every feb 29",
  "every third banana",
  "every workday at 25:00",
  "every day until the cows come home",
  "after 3 days",
  "every 3 mondays",
  "every hour",
  "tomorrow",
  "",
  `every ${"monday ".repeat(100)}`,
];
test("words of more than one meaning, or none, are no rule", () => {
  for (const words of uncertain) assert.equal(repeatOfWords(words, now, "Europe/Berlin"), null, words);
});
