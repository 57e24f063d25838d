/** Logs what was answered with 500. Storage that goes on failing in the same way is logged once, not with every request. */
import type { Clock } from "../../actors/runtime/ports.ts";
import { isStorageRefusal } from "../../actors/store/failures.ts";
import { describeError, type Fields, type Log } from "./log.ts";

/** Milliseconds without a failure after which the same one is logged again. */
const quiet = 60_000;

export type FailureLog = (error: unknown, fields: Fields) => void;

/** A log of failed requests; repetitions of a storage failure go to the level `debug`, under their request ids. */
export function createFailureLog(log: Log, clock: Pick<Clock, "now">): FailureLog {
  const lastAt = new Map<string, number>();
  return (error, fields) => {
    const now = clock.now();
    const repeats = isRepetition(lastAt, error, now);
    log[repeats ? "debug" : "error"]("request failed", { ...fields, ...describeError(error) });
  };
}

function isRepetition(lastAt: Map<string, number>, error: unknown, now: number): boolean {
  if (!isStorageRefusal(error)) return false;
  const { message } = error as Error;
  const before = lastAt.get(message);
  lastAt.set(message, now);
  return before !== undefined && now - before < quiet;
}
