/** The time zone in which days of the page begin, and times are shown. */
import { clockOf } from "../../client/spoken/clock.ts";
import { State } from "./signal.ts";

/** That of this device. */
export const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** That of the person, else that of this device. */
export const zone = new State(deviceZone);
let clock = clockOf(deviceZone);

/** Takes the zone of the person; null for none. One that this browser does not know leaves that of the device. */
export function setZone(name: string | null): void {
  const wanted = name !== null && isKnown(name) ? name : deviceZone;
  clock = clockOf(wanted);
  zone.set(wanted);
}

/** The day of that moment (milliseconds since 1970). */
export function dayOfMoment(moment: number): string {
  return clock(moment).slice(0, 10);
}

function isKnown(name: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
