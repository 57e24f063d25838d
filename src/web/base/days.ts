/** Calendar days as `2026-11-24`, in the zone of this machine. */

import { dayOf } from "../../client/local-day.ts";

/** The day so many days after another one, or before it. */
export function addDays(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return dayOf(new Date(year, month - 1, date + count));
}

/** Noon of a day, for formatting: at noon no change of clocks moves it to another day. */
export function noonOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 12);
}

/** How many days the second lies after the first; negative before it. */
export function daysBetween(from: string, to: string): number {
  return Math.round((noonOf(to).getTime() - noonOf(from).getTime()) / 86_400_000);
}
