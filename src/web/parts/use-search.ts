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

export interface Asked {
  /** An empty one is not asked for. */
  readonly query: string;
  /** Of each kind. */
  readonly limit: number;
  /** With commas between them; every kind when empty. */
  readonly kinds?: string;
}

/** What was found. */
export function useSearch({ query, limit, kinds = "" }: Asked): Found {
  const store = useStore();
  const [answer, setAnswer] = useState<{
    query: string;
    kinds: string;
    results: readonly SearchResult[] | null;
    problem: string | null;
  }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (query === "") return undefined;
    let isWanted = true;
    const cancel = store.ports.later(pause, () => {
      store.client.search({ query, limit, ...(kinds !== "" && { kinds }) }).then(
        ({ data }) => isWanted && setAnswer({ query, kinds, results: data, problem: null }),
        (error: unknown) => isWanted && setAnswer({ query, kinds, results: null, problem: describe(error) }),
      );
    });
    return () => {
      isWanted = false;
      cancel();
    };
  }, [query, limit, kinds, attempt]);
  const isOfThis = answer?.query === query && answer.kinds === kinds;
  const { results, problem } = isOfThis ? answer : { results: null, problem: null };
  const retry = (): void => {
    setAnswer(undefined);
    setAttempt(attempt + 1);
  };
  return { results, problem, retry };
}
