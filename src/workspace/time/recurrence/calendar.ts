/** The calendar in whole days since 1 January 1970, and weeks that begin on any day. Source: RFC 5545 §3.3.10, WKST and BYWEEKNO. */

export const dayLength = 86_400_000;
/** 0 is Monday. */
export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** The year that a day is in. */
export function yearOf(day: number): number {
  return new Date(day * dayLength).getUTCFullYear();
}

/** Months since the year 0, January of it being 0. */
export function monthOf(day: number): number {
  const date = new Date(day * dayLength);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** 1 January 1970 was a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The first day of a year. */
export function newYear(year: number): number {
  return Date.UTC(year, 0, 1) / dayLength;
}

/** The first day of a month, counted as `monthOf` does. */
export function monthBegin(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1) / dayLength;
}

/** Number of the week that a day is in; `start` is the weekday that weeks begin on. */
export function weekOf(day: number, start: number): number {
  return Math.floor((day + 3 - start) / 7);
}

/** The first day of a week, counted as `weekOf` does. */
export function weekBegin(week: number, start: number): number {
  return week * 7 - 3 + start;
}

/** The first day of week 1 of a year: the first week with at least four days in it. */
export function firstWeek(year: number, start: number): number {
  return weekBegin(weekOf(newYear(year) + 3, start), start);
}

/** The year whose numbered weeks the day is in. */
export function weekYearOf(day: number, start: number): number {
  return yearOf(weekBegin(weekOf(day, start), start) + 3);
}
