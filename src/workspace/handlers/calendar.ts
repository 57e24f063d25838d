/** The calendar, and the occurrences of all schedules. */
import { type CalendarEntry, maxCalendarDays, maxCalendarEntries } from "../../schema/calendar.ts";
import { invalid } from "../../schema/errors.ts";
import { listed, namingFor, ofComing, ofDue, ofOccurrence } from "../calendar/entries.ts";
import { waitsUntil } from "../admission/waits-until.ts";
import { dueBetween, goingOn, occurrencesBackwards, occurrencesBetween } from "../calendar/rows.ts";
import { toCome } from "../calendar/to-come.ts";
import type { Handler } from "../protocol/context.ts";
import { decodePosition, invalidCursor, page } from "../protocol/cursor.ts";

/** Throws 400 for days in the wrong order, or too many. */
export const getCalendar: Handler<"getCalendar"> = (context, { query }) => {
  const { sql, now } = context;
  const { from, to, timezone } = query;
  const { begins, ends, dayOf } = daysOf(query);
  const limit = maxCalendarEntries + 1;
  const due = dueBetween(sql, from, to, limit);
  const past = occurrencesBetween(sql, begins, ends, limit);
  // What is planned already is an occurrence; the rest of the future is read off the schedules.
  const known = new Set(past.map(({ occurrence: { seriesId, scheduledFor } }) => `${seriesId} ${scheduledFor}`));
  const schedules = goingOn(sql);
  const coming = toCome(schedules, Math.max(now, begins - 1), ends, limit + schedules.length).filter(
    ({ series, at }) => !known.has(`${series.id} ${at}`),
  );
  const name = namingFor(
    context,
    [...due, ...past, ...coming].map(({ todo }) => todo),
  );
  const all = [
    ...due.map((one) => ofDue(one, name)),
    ...past.map((one) => ofOccurrence(one, name, dayOf)),
    ...coming.map((one) => ofComing(one, name, dayOf)),
  ].toSorted(byTime);
  const data = all.slice(0, maxCalendarEntries);
  return { object: "calendar", from, to, timezone, data, hasMore: all.length > data.length };
};

/** Newest planned time first. Throws `invalid_cursor`. */
export const listAllOccurrences: Handler<"listAllOccurrences"> = (context, { query }) => {
  const { limit, cursor, status = null, agentId = null, todoId = null, chatId = null } = query;
  const from = query.from === undefined ? 0 : Date.parse(query.from);
  const to = query.to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(query.to);
  const position = cursor === undefined ? first : positionIn(cursor);
  const rows = occurrencesBackwards(context.sql, { from, to, status, agentId, todoId, chatId }, position, limit + 1);
  const shown = page(rows, limit, ({ occurrence: { scheduledFor, n } }) => [scheduledFor, n]);
  const name = namingFor(
    context,
    shown.rows.map(({ todo }) => todo),
  );
  const data = shown.rows.map((row) => ({
    ...listed(row, name),
    waitsUntil: waitsUntil(context, row.occurrence),
  }));
  return { object: "list", data, hasMore: shown.hasMore, nextCursor: shown.nextCursor };
};

const first = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;

function positionIn(cursor: string): readonly [number, number] {
  const [at, n] = decodePosition(cursor, 2);
  if (typeof at !== "number" || typeof n !== "number") throw invalidCursor();
  return [at, n];
}

interface Days {
  /** Milliseconds since 1970. */
  readonly begins: number;
  /** The first moment after them. */
  readonly ends: number;
  readonly dayOf: (moment: number) => string;
}

function daysOf({ from, to, timezone }: { from: string; to: string; timezone: string }): Days {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const count = first.until(last).total("days") + 1;
  if (count < 1 || count > maxCalendarDays)
    throw invalid("to", `to: expected a day from ${from} on, at most ${maxCalendarDays} days in all.`);
  const startOf = (day: Temporal.PlainDate): number => day.toZonedDateTime(timezone).epochMilliseconds;
  const dayOf = (moment: number): string =>
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone).toPlainDate().toString();
  return { begins: startOf(first), ends: startOf(last.add({ days: 1 })), dayOf };
}

function byTime(left: CalendarEntry, right: CalendarEntry): number {
  if (left.date !== right.date) return left.date < right.date ? -1 : 1;
  const [one, other] = [left.at ?? "", right.at ?? ""];
  return one < other ? -1 : Number(one > other);
}
