/** Which days a month or a week shows. Weeks begin on Monday. */
import { addDays, noonOf } from "../../base/days.ts";

export const spans = ["month", "week"] as const;
export type Span = (typeof spans)[number];

/** The days around a day: its week, or all weeks that its month has a part of. */
export function daysAround(day: string, span: Span): string[] {
  const first = span === "week" ? mondayOf(day) : mondayOf(`${day.slice(0, 7)}-01`);
  const count = span === "week" ? 7 : weeksOf(day, first) * 7;
  return Array.from({ length: count }, (_, at) => addDays(first, at));
}

/** The same day a month or a week on; of a shorter month its last day. */
export function onwards(day: string, span: Span, by: 1 | -1): string {
  if (span === "week") return addDays(day, 7 * by);
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(year, month + by, 0).getDate();
  return addDays(`${day.slice(0, 7)}-01`, monthLength(year, month, by) + Math.min(date, last) - 1);
}

/** From the first of a month to the first of the next one, or back to the one before. */
function monthLength(year: number, month: number, by: 1 | -1): number {
  return by === 1 ? new Date(year, month, 0).getDate() : -new Date(year, month - 1, 0).getDate();
}

function mondayOf(day: string): string {
  return addDays(day, -((noonOf(day).getDay() + 6) % 7));
}

function weeksOf(day: string, first: string): number {
  const [year = 0, month = 1] = day.split("-").map(Number);
  const last = new Date(year, month, 0).getDate();
  const before = noonOf(first).getDate() === 1 ? 0 : (noonOf(`${day.slice(0, 7)}-01`).getDay() + 6) % 7;
  return Math.ceil((before + last) / 7);
}
