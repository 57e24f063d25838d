/** The end of a run as its series sees it: the occurrence ends with it, failures are counted, what waits may start. */
import type { TodoRun } from "../../schema/todo.ts";
import type { Moment } from "../chats/messages.ts";
import { close, type Closing } from "./occurrence-changes.ts";
import type { OccurrenceRow } from "./occurrence-row.ts";
import { startedOfTurn } from "./occurrence-rows.ts";
import { withProblem, withSuccess } from "./problems.ts";
import { currentSeries, findSeries, type SeriesRow } from "./series-rows.ts";
import { notifyEnded } from "./notices.ts";
import type { RunEnd } from "../todos/run-rows.ts";
import { settleSeries, resumeWaiting } from "./lifecycle.ts";

export interface EndedRun {
  readonly status: RunEnd;
  readonly stopReason: TodoRun["stopReason"];
  readonly errorMessage: string | null;
}

/** Carries the end of a run over to the occurrence that it was, and lets the next one of the todo start. */
export function endOccurrence(context: Moment, todoId: string, turnId: string, run: EndedRun): void {
  const occurrence = startedOfTurn(context.sql, turnId);
  if (occurrence !== undefined) endOne(context, occurrence, run);
  else if (run.status === "completed") forgive(context, todoId);
  resumeWaiting(context, todoId);
}

function endOne(context: Moment, occurrence: OccurrenceRow, run: EndedRun): void {
  const { sql, now } = context;
  close(sql, occurrence.id, closingOf(run), now);
  const series = findSeries(sql, occurrence.seriesId);
  if (series === undefined) return;
  notifyEnded(context, series, occurrence, run);
  settleSeries(context, outcomeOf(series, occurrence, run, now));
}

/** A run that a person started and that went well ends what was wrong with the schedule, too. */
function forgive(context: Moment, todoId: string): void {
  const series = currentSeries(context.sql, todoId);
  if (series?.error != null && series.error.code !== "insufficient_minutes") settleSeries(context, withSuccess(series));
}

function closingOf({ status, errorMessage }: EndedRun): Closing {
  return { status: status === "timed_out" ? "failed" : status, error: errorMessage };
}

function outcomeOf(series: SeriesRow, { id }: OccurrenceRow, run: EndedRun, now: number): SeriesRow {
  if (run.status === "completed") return withSuccess(series);
  if (run.status === "cancelled") return series;
  const message = run.errorMessage ?? "The run failed.";
  return withProblem(series, { code: codeOf(run), message, occurrenceId: id }, now);
}

function codeOf({ status, stopReason }: EndedRun): "run_failed" | "run_timed_out" | "insufficient_minutes" {
  if (status === "timed_out") return "run_timed_out";
  return stopReason === "insufficient_minutes" ? "insufficient_minutes" : "run_failed";
}
