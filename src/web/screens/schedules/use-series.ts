/** The schedules of a view, page by page, and how many of all need attention. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import type { ScheduledSeries } from "../../../schema/schedule.ts";
import { useStore } from "../../parts/use.ts";
import { useLatest } from "../../parts/use-reading.ts";
import { describe } from "../../store/describe.ts";
import { onSchedules } from "../../store/on-schedules.ts";

export type View = "scheduled" | "attention" | "paused" | "history";

interface Read {
  readonly series: readonly ScheduledSeries[];
  readonly next: string | null;
}

/** `series` is null until they are read; `more` reads the next page. */
export function useSeries(view: View) {
  const store = useStore();
  const { client } = store;
  const [{ series, next }, show] = useState<Partial<Read>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useLatest();
  const count = series?.length ?? 0;
  const read = (atLeast: number): void => {
    latest(
      readSeries(client, view, atLeast),
      (all) => (show(all), setProblem(null)),
      (error) => setProblem(describe(error)),
    );
  };
  useEffect(() => {
    show({});
    read(0);
  }, [view]);
  useEffect(() => onSchedules(store, () => read(count)), [view, count]);
  const hasMore = next != null;
  return { series: series ?? null, problem, hasMore, read: () => read(count), more: () => read(count + 1) };
}

/** As many pages as hold so many, at least one. */
async function readSeries(client: Client, view: View, atLeast: number): Promise<Read> {
  const series: ScheduledSeries[] = [];
  let next: string | null = null;
  do {
    const page: Awaited<ReturnType<Client["listScheduledSeries"]>> = await client.listScheduledSeries({
      view,
      limit: 100,
      ...(next !== null && { cursor: next }),
    });
    series.push(...page.data);
    next = page.nextCursor;
  } while (next !== null && series.length < atLeast);
  return { series, next };
}

/** How many schedules need attention; null until that is read. Where it cannot be, none is said to: their view says why. */
export function useAttention(): number | null {
  const store = useStore();
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const read = (): void => {
      store.client.listScheduledSeries({ view: "attention", limit: 1 }).then(
        ({ totalCount, data }) => setCount(totalCount ?? data.length),
        () => setCount((known) => known ?? 0),
      );
    };
    read();
    return onSchedules(store, read);
  }, []);
  return count;
}
