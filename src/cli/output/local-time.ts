/** Moments as people write them, in the zone of this machine. */
import { dayOf } from "../../client/local-day.ts";

/** `2026-11-22 09:05`. */
export function minuteOf(moment: Date): string {
  return `${dayOf(moment)} ${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
