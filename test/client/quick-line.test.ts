/** A todo out of one line: days in four languages, lists and priorities; what comes again stays in the title. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readQuickLine } from "../../src/client/quick-line.ts";

/** A Tuesday. */
const now = new Date(2026, 2, 10, 9, 41).getTime();

const rows: readonly (readonly [line: string, title: string, dueDate?: string])[] = [
  ["Call Ana tomorrow", "Call Ana", "2026-03-11"],
  ["Zahnarzt übermorgen", "Zahnarzt", "2026-03-12"],
  ["Ana am Freitag anrufen", "Ana anrufen", "2026-03-13"],
  ["Steuer bis zum 3. Mai abgeben", "Steuer abgeben", "2026-05-03"],
  ["Bericht in 2 Wochen", "Bericht", "2026-03-24"],
  ["Appeler Ana lundi", "Appeler Ana", "2026-03-16"],
  ["Llamar pasado mañana", "Llamar", "2026-03-12"],
  ["Müll raus jeden Freitag", "Müll raus jeden Freitag"],
  ["Müll raus jeden letzten Freitag", "Müll raus jeden letzten Freitag"],
  ["Water the plants every day at 8", "Water the plants every day at 8"],
  ["Stretch every weekday at 7:30", "Stretch every weekday at 7:30"],
  ["Ask every week about Friday", "Ask every week about", "2026-03-13"],
  ["Fenster putzen", "Fenster putzen"],
];

test("a day in English, German, French or Spanish is read from a line", () => {
  for (const [line, title, dueDate] of rows)
    assert.deepEqual(readQuickLine(line, now), { title, ...(dueDate !== undefined && { dueDate }) }, line);
});

test("a priority is named in each of these languages; another word with its mark stays in the title", () => {
  const level = (line: string) => [readQuickLine(line, now).title, readQuickLine(line, now).priority].join(" · ");
  assert.equal(level("Zahnarzt übermorgen !hoch"), "Zahnarzt · high");
  assert.equal(level("Zahnarzt !dringend"), "Zahnarzt · urgent");
  assert.equal(level("Appeler Ana lundi !basse"), "Appeler Ana · low");
  assert.equal(level("Llamar pasado mañana !media"), "Llamar · medium");
  assert.equal(level("Zahnarzt übermorgen !wichtig"), "Zahnarzt !wichtig · ");
  assert.equal(level("Zahnarzt übermorgen !hochhaus"), "Zahnarzt !hochhaus · ");
  assert.equal(level("Zahnarzt übermorgen @Privat @Ana !high !low"), "Zahnarzt @Ana !low · high");
});

test("a list and a priority go with it", () => {
  const read = readQuickLine('Rechnung morgen @"Büro Nord" !high', now);
  assert.deepEqual(read, { title: "Rechnung", dueDate: "2026-03-11", todoListName: "Büro Nord", priority: "high" });
});
