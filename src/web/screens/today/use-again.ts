/** What comes again today, and is still to be done. */
import { useEffect, useState } from "preact/hooks";
import { stillToDo } from "../../../client/comes-again.ts";
import { dayAround } from "../../../client/spoken/clock.ts";
import type { ListedOccurrence } from "../../../schema/calendar.ts";
import { zone } from "../../base/zone.ts";
import { useStore, useValue } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { onSchedules } from "../../store/on-schedules.ts";

export interface Again {
  /** The instants at which todos come again, by their ids. */
  readonly hours: ReadonlyMap<string, string>;
  /** Whether these are those of the day that was asked for. */
  readonly isRead: boolean;
  /** Why the last reading failed; null when it did not, and while the page says that it is not connected. */
  readonly problem: string | null;
  readonly read: () => void;
}

/**
 * The instants at which todos come again on the day that begins with `today`, by the ids of the todos. Read again when a todo with a
 * schedule changes, and when the page is connected again: what is known stands until then.
 */
export function useAgain(today: string): Again {
  const store = useStore();
  const { client, ports, offlineSince } = store;
  const isOffline = useValue(offlineSince) !== null;
  const [known, setKnown] = useState<{ day: string | null; hours: Again["hours"] }>({ day: null, hours: new Map() });
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (): Promise<void> => {
    const newestFirst: ListedOccurrence[] = [];
    const asked = { ...dayAround(ports.now(), zone.value), limit: 100 };
    for await (const one of client.each.listAllOccurrences(asked)) newestFirst.push(one);
    const hours = new Map(stillToDo(newestFirst).map(({ todoId, scheduledFor }) => [todoId, scheduledFor]));
    setKnown({ day: today, hours });
    setProblem(null);
  };
  const readOrKeep = (): void => void read().catch((error: unknown) => setProblem(describe(error)));
  useEffect(() => {
    readOrKeep();
    return onSchedules(store, readOrKeep);
  }, [today, isOffline]);
  const isRead = known.day === today;
  return { hours: known.hours, isRead, problem: isOffline && isRead ? null : problem, read: readOrKeep };
}
