/** The calendar day of a moment, in the zone of this machine. */

const two = (value: number): string => String(value).padStart(2, "0");

/** `2026-11-22`. */
export function dayOf(moment: Date): string {
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
