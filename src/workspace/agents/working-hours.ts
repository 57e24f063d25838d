/** What the shape of working hours cannot say: start before end, and no overlap within a day. */
import type { WorkingHours } from "../../schema/agent.ts";
import { invalid } from "../../schema/errors.ts";

type Window = WorkingHours["windows"][number];

/** Throws 400 naming the window at fault. Times are `HH:mm`, so that they compare as text. */
export function checkWorkingHours({ windows }: WorkingHours): void {
  for (const [index, window] of windows.entries()) {
    checkWindow(window, index);
    const earlier = windows.findIndex((other, at) => at < index && overlap(other, window));
    if (earlier === -1) continue;
    throw invalid(
      `workingHours.windows[${index}]`,
      `workingHours.windows[${index}] overlaps with workingHours.windows[${earlier}] on ${sharedDay(windows[earlier] as Window, window)}: windows of one day must not overlap.`,
    );
  }
}

function checkWindow({ days, start, end }: Window, index: number): void {
  const place = `workingHours.windows[${index}]`;
  if (start >= end) {
    throw invalid(
      `${place}.end`,
      `${place}.end: expected a time after the start ${start}, got ${end}. A night shift is two windows: one up to 24:00, one from 00:00.`,
    );
  }
  const twice = days.findIndex((day, at) => days.indexOf(day) !== at);
  if (twice !== -1) throw invalid(`${place}.days[${twice}]`, `${place}.days names ${days[twice]} twice.`);
}

function overlap(one: Window, other: Window): boolean {
  return one.start < other.end && other.start < one.end && sharedDay(one, other) !== undefined;
}

function sharedDay(one: Window, other: Window): string | undefined {
  return one.days.find((day) => other.days.includes(day));
}
