/** What the service has found for words, asked for once typing pauses. */
import { useEffect, useState } from "preact/hooks";
import type { SearchResult } from "../../schema/search.ts";
import { describe } from "../store/describe.ts";
import { useStore } from "./use.ts";

/** In milliseconds: what is typed on is not asked for. */
const pause = 180;

export interface Found {
  /** Null until the service has answered. */
  readonly results: readonly SearchResult[] | null;
  readonly problem: string | null;
  readonly retry: () => void;
}

/** What was found for the query, up to `limit` of each kind. An empty one is not asked for. */
export function useSearch(query: string, limit: number): Found {
  const store = useStore();
  const [answer, setAnswer] = useState<{
    query: string;
    results: readonly SearchResult[] | null;
    problem: string | null;
  }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (query === "") return undefined;
    let isWanted = true;
    const cancel = store.ports.later(pause, () => {
      store.client.search({ query, limit }).then(
        ({ data }) => isWanted && setAnswer({ query, results: data, problem: null }),
        (error: unknown) => isWanted && setAnswer({ query, results: null, problem: describe(error) }),
      );
    });
    return () => {
      isWanted = false;
      cancel();
    };
  }, [query, limit, attempt]);
  const { results, problem } = answer?.query === query ? answer : { results: null, problem: null };
  return { results, problem, retry: () => setAttempt(attempt + 1) };
}
