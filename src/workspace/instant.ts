/** Instants as the interface shows them, by arithmetic: a page of 25 todos shows 50, and `Date` takes 0.45 µs for each. */

const day = 86_400_000;
/** The end of the year 9999, from where on ISO 8601 needs a sign. */
const end = 253_402_300_800_000;
const two = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, "0"));
const three = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, "0"));

/** What `new Date(milliseconds).toISOString()` answers, and throws RangeError for what it throws for. */
export function formatInstant(milliseconds: number): string {
  if (!Number.isInteger(milliseconds) || milliseconds < 0 || milliseconds >= end) {
    return new Date(milliseconds).toISOString();
  }
  const days = Math.floor(milliseconds / day);
  const time = milliseconds - days * day;
  const seconds = Math.floor(time / 1000);
  const [hour, minute, second] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${formatDay(days)}T${two[hour]}:${two[minute]}:${two[second]}.${three[time % 1000]}Z`;
}

/** A day counted from 1970, by the proleptic Gregorian calendar (Hinnant, chrono-compatible low-level date algorithms). */
function formatDay(days: number): string {
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
  return `${yearOfEra + era * 400 + (month <= 2 ? 1 : 0)}-${two[month]}-${two[date]}`;
}
