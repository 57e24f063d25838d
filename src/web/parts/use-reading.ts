/** What a part of the page reads of the service, and what went wrong with it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { DayshiftError } from "../../client/errors.ts";
import { describe } from "../store/describe.ts";
import type { NotReadProps } from "./screen.tsx";
import { useStore } from "./use.ts";

export interface Reading<T> {
  /** Null until it was read. */
  readonly value: T | null;
  readonly failure: NotReadProps | null;
  /** Whether the person has no right to see it. */
  readonly isForbidden: boolean;
  readonly read: () => void;
  /** Says what went wrong with what the person did. */
  readonly fail: (error: unknown) => void;
  /** Takes what an answer brought in place of what was read. */
  readonly set: (value: T) => void;
}

/** Hands on the answer to what was asked last: one that comes after something else was asked is wanted no more. */
export function useLatest() {
  const last = useRef<unknown>(null);
  return <T>(answer: Promise<T>, show: (value: T) => void, fail: (error: unknown) => void): void => {
    last.current = answer;
    answer.then(
      (value) => last.current === answer && show(value),
      (error: unknown) => last.current === answer && fail(error),
    );
  };
}

/** Reads it at once, again when one of `given` changes, and when changes may have been missed. What was read stays while it is read again. */
export function useReading<T>(ask: () => Promise<T>, given: readonly unknown[]): Reading<T> {
  const [value, setValue] = useState<T | null>(null);
  const [failure, setFailure] = useState<NotReadProps | null>(null);
  const [isForbidden, setForbidden] = useState(false);
  const { caughtUp } = useStore();
  const latest = useLatest();
  const set = (answer: T): void => {
    setValue(() => answer);
    setFailure(null);
  };
  const read = (): void => {
    latest(ask(), set, (error) => {
      if (error instanceof DayshiftError && error.status === 403) setForbidden(true);
      else setFailure({ reason: describe(error), onRetry: read });
    });
  };
  useEffect(() => (read(), caughtUp.subscribe(read)), given);
  const fail = (error: unknown): void => setFailure({ reason: describe(error), onRetry: null });
  return { value, failure, isForbidden, read, fail, set };
}
