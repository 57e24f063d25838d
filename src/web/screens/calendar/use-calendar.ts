/** What the service knows of these days, read again when a todo changes. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { CalendarEntry } from "../../../schema/calendar.ts";
import { zone } from "../../base/zone.ts";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";

export interface CalendarRead {
  readonly entries: readonly CalendarEntry[];
  readonly hasMore: boolean;
  readonly problem: string | null;
  readonly read: () => void;
}

/** In milliseconds: many changes at once are one reason to read. */
const gather = 300;

export function useCalendar(from: string, to: string): CalendarRead {
  const { client, todos, ports, caughtUp } = useStore();
  const [shown, setShown] = useState<Pick<CalendarRead, "entries" | "hasMore">>({ entries: [], hasMore: false });
  const [problem, setProblem] = useState<string | null>(null);
  const asked = useRef("");
  const read = (): void => {
    const span = from + to;
    asked.current = span;
    client.getCalendar({ from, to, timezone: zone.value }).then(
      ({ data, hasMore }) => {
        if (asked.current !== span) return;
        setShown({ entries: data, hasMore });
        setProblem(null);
      },
      (error: unknown) => asked.current === span && setProblem(describe(error)),
    );
  };
  useEffect(() => {
    read();
    let cancel: () => void = () => undefined;
    const end = todos.changed.subscribe(() => {
      cancel();
      cancel = ports.later(gather, read);
    });
    const endMissed = caughtUp.subscribe(read);
    return () => (cancel(), end(), endMissed());
  }, [from, to]);
  return { ...shown, problem, read };
}
