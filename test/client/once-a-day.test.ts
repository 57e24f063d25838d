/** What is due and comes again on the same day is one entry of a calendar as people read it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { onceADay } from "../../src/client/once-a-day.ts";
import type { CalendarEntry } from "../../src/schema/calendar.ts";

type Entry = Parameters<typeof onceADay>[0][number];
type Part = Partial<Pick<CalendarEntry, "status" | "reason" | "chatId">>;

const nothing = { reason: null, chatId: null };
const due = (status: "ready" | "done" = "ready", todoId = "one"): Entry => ({
  kind: "due",
  date: "2026-11-22",
  at: null,
  todoId,
  status,
  ...nothing,
});
const at = (hour: string, part: Part = {}): Entry => ({
  ...due(),
  kind: "occurrence",
  at: `2026-11-22T${hour}:00:00.000Z`,
  status: "scheduled",
  ...part,
});
const came = { status: "completed" } as const;

test("what is to come, or came to people, gives its hour to what is due", () => {
  assert.deepEqual(onceADay([due(), at("09")]), [{ ...due(), at: at("09").at }]);
  assert.deepEqual(onceADay([due(), at("09", came)]), [{ ...due(), at: at("09").at }]);
  assert.deepEqual(onceADay([due("done"), at("09", came)]), [{ ...due("done"), at: at("09").at }]);
  assert.deepEqual(onceADay([due(), at("09", came), at("15")]), [{ ...due(), at: at("09").at }, at("15")]);
});

test("what an agent did, and what did not run, stands for what is due", () => {
  for (const part of [{ ...came, chatId: "chat" }, { status: "missed" }, { reason: "paused" }] satisfies Part[])
    assert.deepEqual(onceADay([due(), at("09", part)]), [at("09", part)]);
});

test("other days and other todos stay as they are", () => {
  const entries = [due("ready", "other"), at("09"), { ...due(), date: "2026-11-23" }];
  assert.deepEqual(onceADay(entries), entries);
});
