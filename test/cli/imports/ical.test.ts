/** Tasks of iCalendar. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { uncertainDates } from "../../../src/cli/imports/formats/moments.ts";
import { fixtureFile, understand } from "./setting.ts";
import { rows } from "../../helpers/pluck.ts";

const read = await understand("ical", [fixtureFile("tasks.ics")]);
const calendar = (...lines: string[]) => ({
  name: "My tasks.ics",
  text: ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR"].join("\r\n"),
});

test("a calendar is a list, with its name and colour", () => {
  assert.deepEqual(rows(read.lists, "name", "color"), [["Household", "#22AA66"]]);
});

test("texts are unfolded and unescaped, priorities are those of the format, a rule counts from the due date", () => {
  const rent = read.todo("Pay the rent, on time");
  assert.equal(rent.content, "To the new account\nIBAN in the drawer\n\n- Labels: money, home");
  assert.equal(rent.priority, "high");
  const startsAt = "2026-12-01T09:00:00";
  assert.deepEqual(rent.schedule, { rrule: "FREQ=MONTHLY;BYMONTHDAY=1", startsAt, timezone: "Europe/Berlin" });
});

test("parts go into the task list of what they name, done or not", () => {
  const move = read.todo("Move to the new flat, with everything that is in the old one and in the cellar");
  assert.equal(move.content, "- [ ] Pack the books\n- [x] Find a van\n\n- Progress: 40%");
  assert.deepEqual([move.status, move.dueDate, move.includes?.length], ["in_progress", "2026-12-15", 2]);
});

test("what has no place here is counted by its kind", () => {
  assert.deepEqual(read.lost, {
    events: 1,
    reminders: 1,
    attachments: 1,
    "cancelled todos": 1,
    "done todos (--include-done brings them)": 1,
  });
});

test("the id is the UID alone, in whatever calendar and under whatever title", async () => {
  const one = calendar("BEGIN:VTODO", "UID:same", "SUMMARY:One", "END:VTODO");
  const other = calendar("X-WR-CALNAME:Other", "BEGIN:VTODO", "UID:same", "SUMMARY:Two", "END:VTODO");
  const [first, second] = [await understand("ical", [one]), await understand("ical", [other])];
  assert.equal(first.parcels[0]?.todo.externalId, second.parcels[0]?.todo.externalId);
  assert.equal((await understand("ical", [one, other])).parcels.length, 1);
  assert.equal(first.lists[0]?.name, "My tasks");
});

test("UTC is read on the person's clock, other times as they stand", async () => {
  const due = (title: string, moment: string) => [
    "BEGIN:VTODO",
    `UID:${title}`,
    `SUMMARY:${title}`,
    `DUE${moment}`,
    "END:VTODO",
  ];
  const file = calendar(
    ...due("Utc", ":20261201T233000Z"),
    ...due("Floating", ":20261201T233000"),
    ...due("Named", ";TZID=America/New_York:20261201T233000"),
    ...due("Odd zone", ";TZID=Customized Time Zone:20261201T233000"),
    ...due("Nonsense", ":tomorrow"),
  );
  const { todo, lost } = await understand("ical", [file]);
  assert.deepEqual(lost, { "due dates that cannot be read": 1 });
  assert.deepEqual([todo("Utc").dueDate, todo("Utc").content], ["2026-12-02", "- Time: 00:30 (Europe/Berlin)"]);
  assert.deepEqual(
    [todo("Floating").dueDate, todo("Floating").content],
    ["2026-12-01", "- Time: 23:30 (Europe/Berlin)"],
  );
  assert.deepEqual([todo("Named").dueDate, todo("Named").content], ["2026-12-01", "- Time: 23:30 (America/New_York)"]);
  assert.equal(todo("Odd zone").dueDate, "2026-12-01");
  assert.equal(todo("Nonsense").dueDate, undefined);
});

test("a rule without a day to count from is no schedule", async () => {
  const file = calendar("BEGIN:VTODO", "UID:1", "SUMMARY:Some day", "RRULE:FREQ=DAILY", "END:VTODO");
  const some = await understand("ical", [file]);
  assert.equal(some.todo("Some day").content, "- Repeats: FREQ=DAILY");
  assert.deepEqual(some.lost, { [uncertainDates]: 1 });
});

for (const [what, text] of [
  ["no end", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:One"],
  ["a line without a colon", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nNONSENSE\r\nEND:VTODO\r\nEND:VCALENDAR"],
  ["an end of something else", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nEND:VEVENT\r\nEND:VCALENDAR"],
] as const) {
  test(`a file with ${what} is refused or read, and never a fault`, async () => {
    await understand("ical", [{ name: "odd.ics", text }]).catch((error: unknown) => {
      assert.match((error as Error).message, /odd\.ics is no iCalendar file that can be read/);
    });
  });
}

test("a rule stands as it is written, and one that is none keeps no todo out", async () => {
  const task = (uid: string, rule: string) => [
    "BEGIN:VTODO",
    `UID:${uid}`,
    `SUMMARY:${uid}`,
    "DUE;VALUE=DATE:20261224",
    rule,
    "END:VTODO",
  ];
  const file = calendar(
    "BEGIN:VEVENT",
    "UID:0",
    "SUMMARY:Fair",
    "RRULE:FREQ=YEARLY;BYDAY=",
    "END:VEVENT",
    ...task("small letters", "RRULE:freq=weekly"),
    ...task("no rule", "RRULE:FREQ=FORTNIGHTLY;"),
    ...task("folded", "RRULE:FREQ=WEEKLY;BYD\r\n AY=MO,FR"),
  );
  const all = await understand("ical", [file]);
  const rule = (title: string) => all.todo(title).schedule?.rrule;
  assert.deepEqual(["small letters", "no rule", "folded"].map(rule), [
    "freq=weekly",
    "FREQ=FORTNIGHTLY",
    "FREQ=WEEKLY;BYDAY=MO,FR",
  ]);
});
