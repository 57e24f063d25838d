/**
 * Instants as the interface shows them, by arithmetic: a page of 25 todos shows 50, and `Date` takes 0.45 µs for each, this
 * 0.1. The text is made in one piece: V8 joins texts only when they are read, and `JSON.stringify` of what holds a single
 * text that is not joined yet takes three times as long (a page of todos: 40 µs instead of 13).
 */

const day = 86_400_000;
/** The end of the year 9999, from where on ISO 8601 needs a sign. */
const end = 253_402_300_800_000;
const [hyphen, colon, point, letterT, letterZ] = [45, 58, 46, 84, 90];

/** What `new Date(milliseconds).toISOString()` answers, and throws RangeError for what it throws for. */
export function formatInstant(milliseconds: number): string {
  if (!Number.isInteger(milliseconds) || milliseconds < 0 || milliseconds >= end) {
    return new Date(milliseconds).toISOString();
  }
  const days = Math.floor(milliseconds / day);
  const time = milliseconds - days * day;
  const seconds = Math.floor(time / 1000);
  return formatParts(days, seconds, time % 1000);
}

/** A day counted from 1970, by the proleptic Gregorian calendar (Hinnant, chrono-compatible low-level date algorithms), and a time. */
function formatParts(days: number, seconds: number, millisecond: number): string {
  const [hour, minute, second] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const date = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  // oxfmt-ignore
  return String.fromCharCode(
    digit(year, 1000), digit(year, 100), digit(year, 10), digit(year, 1), hyphen,
    digit(month, 10), digit(month, 1), hyphen, digit(date, 10), digit(date, 1), letterT,
    digit(hour, 10), digit(hour, 1), colon, digit(minute, 10), digit(minute, 1), colon, digit(second, 10), digit(second, 1),
    point, digit(millisecond, 100), digit(millisecond, 10), digit(millisecond, 1), letterZ,
  );
}

/** The character code of one digit of a number. */
function digit(value: number, unit: number): number {
  return 48 + (Math.floor(value / unit) % 10);
}
