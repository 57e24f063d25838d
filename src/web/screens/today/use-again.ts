/** What comes again today, and is still to be done. */
import { useEffect, useState } from "preact/hooks";
import { dayAround, stillToDo } from "../../../client/comes-again.ts";
import type { ListedOccurrence } from "../../../schema/calendar.ts";
import { useStore, useValue } from "../../parts/use.ts";

/** In milliseconds: many changes at once are one reason to read. */
const gather = 300;

/**
 * The instants at which todos come again on the day that begins with `today`, by the ids of the todos. Read again when a todo with a
 * schedule changes, and when the page is connected again: what is known stands until then.
 */
export function useAgain(today: string): ReadonlyMap<string, string> {
  const { client, ports, todos, offlineSince } = useStore();
  const isOffline = useValue(offlineSince) !== null;
  const [again, setAgain] = useState<ReadonlyMap<string, string>>(new Map());
  const read = async (): Promise<void> => {
    const newestFirst: ListedOccurrence[] = [];
    const asked = { ...dayAround(ports.now()), limit: 100 };
    for await (const one of client.each.listAllOccurrences(asked)) newestFirst.push(one);
    setAgain(new Map(stillToDo(newestFirst).map(({ todoId, scheduledFor }) => [todoId, scheduledFor])));
  };
  useEffect(() => {
    const readOrKeep = (): void => void read().catch(() => undefined);
    readOrKeep();
    let cancel: () => void = () => undefined;
    const end = todos.changed.subscribe(({ before, after }) => {
      if (before?.scheduleType == null && after?.scheduleType == null) return;
      cancel();
      cancel = ports.later(gather, readOrKeep);
    });
    return () => (cancel(), end());
  }, [today, isOffline]);
  return again;
}
