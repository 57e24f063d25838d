/** A todo out of one line: days in four languages, lists and priorities, and what comes again; what is not understood stays in the title. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clockIn, dayAround, daysLater, momentOf, monthsLater, weekdayOf } from "../../src/client/spoken/clock.ts";
import { readSpokenTodo } from "../../src/client/spoken/todo.ts";

/** A Tuesday. */
const now = new Date(2026, 2, 10, 9, 41).getTime();
const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
const read = (line: string) => readSpokenTodo(line, { timezone, now: () => now });

const rows: readonly (readonly [line: string, title: string, dueDate?: string])[] = [
  ["Call Ana tomorrow", "Call Ana", "2026-03-11"],
  ["Zahnarzt übermorgen", "Zahnarzt", "2026-03-12"],
  ["Ana am Freitag anrufen", "Ana anrufen", "2026-03-13"],
  ["Steuer bis zum 3. Mai abgeben", "Steuer abgeben", "2026-05-03"],
  ["Bericht in 2 Wochen", "Bericht", "2026-03-24"],
  ["Appeler Ana lundi", "Appeler Ana", "2026-03-16"],
  ["Llamar pasado mañana", "Llamar", "2026-03-12"],
  ["Müll raus jeden zweiten Freitag", "Müll raus jeden zweiten Freitag"],
  ["Water the plants every! day at 8", "Water the plants every! day at 8"],
  ["Pay rent every month on the 31st", "Pay rent every month on the 31st"],
  ["every day at 9", "every day at 9"],
  ["Ask every week about Friday", "Ask every week about", "2026-03-13"],
  ["Fenster putzen", "Fenster putzen"],
  ["Call Ana day after tomorrow", "Call Ana", "2026-03-12"],
  ["Bake 5 days before Christmas", "Bake 5 days before Christmas"],
  ["Holiday 3-5 May", "Holiday 3-5 May"],
  ["Book a flight from 3 May to 5 May", "Book a flight from 3 May to 5 May"],
  ["Fair Monday to Wednesday", "Fair Monday to Wednesday"],
  ["Meet Bo 3pm to 5pm tomorrow", "Meet Bo 3pm to 5pm", "2026-03-11"],
  ["Order film for 5000000 weeks", "Order film for 5000000 weeks"],
  ["Count the stars in 9000 years", "Count the stars in 9000 years"],
  ["Buy sun cream tomorrow", "Buy sun cream", "2026-03-11"],
  ["Sat nav update", "Sat nav update"],
  ["Call Ana sat and Bo sun", "Call Ana and Bo sun", "2026-03-14"],
  ["Run this sun with Bo", "Run with Bo", "2026-03-15"],
  ["Zahnarzt am 24.12.", "Zahnarzt", "2026-12-24"],
  ["Antrag bis zum 1.2. abgeben", "Antrag abgeben", "2027-02-01"],
  ["Auf Version 1.2. gehen", "Auf Version 1.2. gehen"],
  ["Allen guten Morgen sagen", "Allen guten Morgen sagen"],
  ["Rechnung am kommenden Montag zahlen", "Rechnung zahlen", "2026-03-16"],
];

test("a day in English, German, French or Spanish is read from a line", () => {
  for (const [line, title, dueDate] of rows)
    assert.deepEqual(read(line), { title, ...(dueDate !== undefined && { dueDate }) }, line);
});

test("a priority is named in each of these languages; another word with its mark stays in the title", () => {
  const level = (line: string) => [read(line).title, read(line).priority].join(" · ");
  assert.equal(level("Zahnarzt übermorgen !hoch"), "Zahnarzt · high");
  assert.equal(level("Zahnarzt !dringend"), "Zahnarzt · urgent");
  assert.equal(level("Appeler Ana lundi !basse"), "Appeler Ana · low");
  assert.equal(level("Llamar pasado mañana !media"), "Llamar · medium");
  assert.equal(level("Zahnarzt übermorgen !wichtig"), "Zahnarzt !wichtig · ");
  assert.equal(level("Zahnarzt übermorgen !hochhaus"), "Zahnarzt !hochhaus · ");
  assert.equal(level("Zahnarzt übermorgen @Privat @Ana !high !low"), "Zahnarzt @Ana !low · high");
});

test("a list and a priority go with it", () => {
  assert.deepEqual(read('Rechnung morgen @"Büro Nord" !high'), {
    title: "Rechnung",
    dueDate: "2026-03-11",
    todoListName: "Büro Nord",
    priority: "high",
  });
});

test("only the mark itself is taken out of a title, not what is spelled like it elsewhere", () => {
  assert.deepEqual(read("buy p1x cable p1"), { title: "buy p1x cable", priority: "urgent" });
  assert.deepEqual(read("wow !!!x and !!"), { title: "wow !!!x and", priority: "high" });
  assert.deepEqual(read('ask @"Tax p1" p2'), { title: "ask", todoListName: "Tax p1", priority: "high" });
});

const again: readonly (readonly [line: string, title: string, rrule: string, startsAt: string])[] = [
  ["Water the plants every day at 9", "Water the plants", "FREQ=DAILY", "2026-03-10T09:00:00"],
  ["Pay rent every month on the 1st", "Pay rent", "FREQ=MONTHLY;BYMONTHDAY=1", "2026-03-10T09:00:00"],
  ["Stretch every weekday at 7:30", "Stretch", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-03-10T07:30:00"],
  ["Review every other friday", "Review", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-03-13T09:00:00"],
  ["Rest every day for 3 weeks", "Rest", "FREQ=DAILY;UNTIL=20260330T235959", "2026-03-10T09:00:00"],
  ["Drink every 2 hours", "Drink", "FREQ=HOURLY;INTERVAL=2", "2026-03-10T09:41:00"],
  ["Müll raus jeden Freitag um 18 Uhr", "Müll raus", "FREQ=WEEKLY;BYDAY=FR", "2026-03-10T18:00:00"],
  ["Müll raus jeden letzten Freitag", "Müll raus", "FREQ=MONTHLY;BYDAY=-1FR", "2026-03-10T09:00:00"],
  ["Miete zahlen jeden Monat am 1.", "Miete zahlen", "FREQ=MONTHLY;BYMONTHDAY=1", "2026-03-10T09:00:00"],
  ["Blumen jede Woche am Montag um 8", "Blumen", "FREQ=WEEKLY;BYDAY=MO", "2026-03-10T08:00:00"],
  ["Courir chaque lundi", "Courir", "FREQ=WEEKLY;BYDAY=MO", "2026-03-10T09:00:00"],
];

test("what comes again has a schedule in the zone of the person, and no day that it is due", () => {
  for (const [line, title, rrule, startsAt] of again)
    assert.deepEqual(read(line), { title, type: "responsibility", schedule: { rrule, startsAt, timezone } }, line);
});

test("the clock of a place is read without the zone of this machine", () => {
  const moment = Date.parse("2026-03-10T23:30:00Z");
  assert.equal(clockIn(moment, "Pacific/Kiritimati"), "2026-03-11T13:30");
  assert.equal(clockIn(moment, "America/New_York"), "2026-03-10T19:30");
  assert.equal(clockIn(Date.parse("2026-03-10T00:05:00Z"), "UTC"), "2026-03-10T00:05");
});

test("days, weeks and months are counted by the calendar; a shorter month has its last day", () => {
  assert.equal(daysLater("2026-12-31", 1), "2027-01-01");
  assert.equal(daysLater("2026-03-01", -1), "2026-02-28");
  assert.equal(monthsLater("2026-01-31", 1), "2026-02-28");
  assert.equal(monthsLater("2028-02-29", 12), "2029-02-28");
  assert.equal(monthsLater("2026-11-15", 14), "2028-01-15");
  assert.deepEqual(["2026-03-09", "2026-03-15"].map(weekdayOf), [0, 6]);
});

test("a day is that of the zone that is given, whatever the machine's is", () => {
  const late = Date.parse("2026-03-10T12:30:00Z");
  const said = (zone: string) => readSpokenTodo("Call Ana tomorrow", { timezone: zone, now: () => late }).dueDate;
  assert.deepEqual(["Pacific/Auckland", "UTC"].map(said), ["2026-03-12", "2026-03-11"]);
});

test("a clock names a moment, also where clocks change", () => {
  const instant = (clock: string, zone: string) => new Date(momentOf(clock, zone)).toISOString();
  assert.equal(instant("2026-03-10T09:00", "Europe/Berlin"), "2026-03-10T08:00:00.000Z");
  assert.equal(instant("2026-10-25T02:30", "Europe/Berlin"), "2026-10-25T00:30:00.000Z"); // of two the first
  assert.equal(instant("2026-03-29T02:30", "Europe/Berlin"), "2026-03-29T01:30:00.000Z"); // left out
  assert.deepEqual(dayAround(Date.parse("2026-03-29T12:00:00Z"), "Europe/Berlin"), {
    from: "2026-03-28T23:00:00.000Z",
    to: "2026-03-29T22:00:00.000Z",
  });
  // Where the clocks go forward at midnight, the day begins at one.
  assert.equal(dayAround(Date.parse("2026-04-24T12:00:00Z"), "Africa/Cairo").from, "2026-04-23T22:00:00.000Z");
});
