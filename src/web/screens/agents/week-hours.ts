/** Working hours as spans of each day, to be drawn, painted and erased; and back as the windows that the service stores. */
import type { WorkingHours } from "../../../schema/agent.ts";

export type Window = WorkingHours["windows"][number];
export type Day = Window["days"][number];

/** From the first up to before the second, in minutes of the day. */
export type Span = readonly [number, number];
export type Week = Readonly<Record<Day, readonly Span[]>>;

export const days: readonly Day[] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
export const minutesOfDay = 24 * 60;

/** The spans of each day, in order; those that touch are one. */
export function weekOf(windows: readonly Window[]): Week {
  const spansOf = (day: Day): readonly Span[] =>
    windows
      .filter((window) => window.days.includes(day))
      .reduce<readonly Span[]>((spans, { start, end }) => add(spans, [minutesIn(start), minutesIn(end)]), []);
  return Object.fromEntries(days.map((day) => [day, spansOf(day)])) as Week;
}

/** As few windows as say the same: days with a span in common share a window. */
export function windowsOf(week: Week): Window[] {
  const shared = new Map<string, { span: Span; days: Day[] }>();
  for (const day of days)
    for (const span of week[day]) {
      const known = shared.get(span.join());
      if (known === undefined) shared.set(span.join(), { span, days: [day] });
      else known.days.push(day);
    }
  return [...shared.values()]
    .toSorted((left, right) => left.span[0] - right.span[0] || left.span[1] - right.span[1])
    .map(({ span: [start, end], days: some }) => ({ days: some, start: clockOf(start), end: clockOf(end) }));
}

/** The week with a span of a day painted, or erased. */
export function painted(week: Week, day: Day, span: Span, isOn: boolean): Week {
  return { ...week, [day]: isOn ? add(week[day], span) : without(week[day], span) };
}

export function isIn(spans: readonly Span[], minute: number): boolean {
  return spans.some(([from, to]) => minute >= from && minute < to);
}

/** `09:30`; `24:00` for the end of the day. */
export function clockOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

function minutesIn(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

function add(spans: readonly Span[], [from, to]: Span): readonly Span[] {
  if (to <= from) return spans;
  const touching = spans.filter(([start, end]) => start <= to && end >= from);
  const apart = spans.filter(([start, end]) => start > to || end < from);
  const joined: Span = [
    Math.min(from, ...touching.map(([start]) => start)),
    Math.max(to, ...touching.map(([, end]) => end)),
  ];
  return [...apart, joined].toSorted((left, right) => left[0] - right[0]);
}

function without(spans: readonly Span[], [from, to]: Span): readonly Span[] {
  return spans.flatMap(([start, end]): Span[] => {
    const left: Span[] = [
      [start, Math.min(end, from)],
      [Math.max(start, to), end],
    ];
    return left.filter(([first, last]) => first < last);
  });
}
