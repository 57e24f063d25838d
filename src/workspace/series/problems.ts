/** What goes wrong with a series, as its todo shows it; and what ends that. */
import type { ScheduleError } from "../../schema/schedule.ts";
import { toInstant } from "../time/instant.ts";
import type { SeriesRow } from "./series-rows.ts";

/** Failures in a row after which a series pauses itself. */
export const maxFailures = 5;

const failures: readonly ScheduleError["code"][] = ["run_failed", "run_timed_out", "agent_archived"];

/** The series with that error; a failure counts, while being late or without minutes does not. */
export function withProblem(
  series: SeriesRow,
  { code, message, occurrenceId }: Pick<ScheduleError, "code" | "message" | "occurrenceId">,
  now: number,
): SeriesRow {
  const consecutiveFailures = series.failures + (failures.includes(code) ? 1 : 0);
  const error = { code, message, occurrenceId, consecutiveFailures, occurredAt: toInstant(now) };
  return { ...series, failures: consecutiveFailures, error };
}

/** The series after a success: what went wrong before is over. */
export function withSuccess(series: SeriesRow): SeriesRow {
  return { ...series, failures: 0, error: null };
}
