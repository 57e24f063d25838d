/** The times of all schedules: those to come, and what became of those that passed, page by page. */
import { useEffect, useState } from "preact/hooks";
import type { CalendarEntry, ListedOccurrence } from "../../../schema/calendar.ts";
import { addDays } from "../../base/days.ts";
import { dayOfMoment, zone } from "../../base/zone.ts";
import { useStore } from "../../parts/use.ts";
import { useLatest } from "../../parts/use-reading.ts";
import { onSchedules } from "../../store/on-schedules.ts";
import { describe } from "../../store/describe.ts";

export type TimeState = ListedOccurrence["status"];

export interface TimesFilter {
  readonly status: TimeState | null;
  readonly agentId: string | null;
}

/** How many days ahead are shown. */
export const daysAhead = 14;

interface Read {
  readonly coming: readonly CalendarEntry[];
  readonly past: readonly ListedOccurrence[];
  readonly next: string | null;
}

/** `times` is null until they are read. A change of a todo with a schedule has them read again. */
export function useTimes({ status, agentId }: TimesFilter) {
  const store = useStore();
  const { client, ports } = store;
  const [times, setTimes] = useState<Read | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useLatest();
  const show = (answer: Promise<Read>): void =>
    latest(
      answer,
      (all) => (setTimes(all), setProblem(null)),
      (error) => setProblem(describe(error)),
    );
  const past = (to: string, cursor: string | null) =>
    client.listAllOccurrences({
      to,
      limit: 50,
      ...(status !== null && { status }),
      ...(agentId !== null && { agentId }),
      ...(cursor !== null && { cursor }),
    });
  const readAll = async (): Promise<Read> => {
    const now = new Date(ports.now());
    const [ahead, before] = await Promise.all([comingFrom(now), past(now.toISOString(), null)]);
    return { coming: ahead, past: before.data, next: before.nextCursor };
  };
  const comingFrom = async (now: Date): Promise<CalendarEntry[]> => {
    if (status !== null && status !== "scheduled") return [];
    const today = dayOfMoment(now.getTime());
    const { data } = await client.getCalendar({ from: today, to: addDays(today, daysAhead - 1), timezone: zone.value });
    return data.filter(
      ({ at, agentId: assigned }) =>
        at !== null && at >= now.toISOString() && (agentId === null || assigned === agentId),
    );
  };
  const readOn = async (before: Read): Promise<Read> => {
    const { data, nextCursor } = await past(new Date(ports.now()).toISOString(), before.next);
    return { ...before, past: [...before.past, ...data], next: nextCursor };
  };
  const read = (): void => show(readAll());
  useEffect(() => {
    read();
    return onSchedules(store, read);
  }, [status, agentId]);
  return { times, problem, read, more: () => times !== null && times.next !== null && show(readOn(times)) };
}
