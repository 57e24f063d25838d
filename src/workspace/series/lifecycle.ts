/** The life of a series: set, paused, resumed, ended, retired. What has not begun of it is closed in the same transaction. */
import type { Caller } from "../../schema/caller.ts";
import { ApiError, conflict } from "../../schema/errors.ts";
import type { ScheduleInput } from "../../schema/schedule.ts";
import type { Moment } from "../chats/messages.ts";
import type { Context } from "../protocol/context.ts";
import { readSchedule } from "../time/recurrence/recurrence.ts";
import { saveSeries, nextOpen, plan, close, type Closing, removePlanned, setPlannedReason } from "./plan.ts";
import { plannedOf, seriesOffDuty, waitingOf, type OccurrenceRow, startedOfTurn } from "./occurrence-rows.ts";
import { findChat } from "../chats/queries.ts";
import { notify } from "../notifications/notify.ts";
import {
  currentSeries,
  insertSeries,
  type SeriesRow,
  findSeries,
  maxFailures,
  withProblem,
  withSuccess,
} from "./series-rows.ts";
import { carriedNow } from "../todos/redaction.ts";
import { enqueue } from "../work/queue.ts";
import { deepest } from "../chats/turn-rows.ts";
import type { TodoRun } from "../../schema/todo.ts";
import type { RunEnd } from "../todos/run-rows.ts";

const paused: Closing = { status: "skipped", reason: "paused" };
/** Why the todo keeps its series from running. */
export type Stop = "done" | "archived";

const retired: Closing = { status: "cancelled", reason: "retired" };

/**
 * Begins a series of the todo, in place of the one it has; paused when the todo is done or archived. Throws 400 naming the part
 * at fault, 409 when too many agents stand between it and a person.
 */
export function beginSeries(context: Context, todoId: string, input: ScheduleInput, stop: Stop | null): void {
  const { sql, now, newId } = context;
  const { schedule, next } = readSchedule(input, now);
  const depth = context.acting === null ? 0 : context.acting.depth + 1;
  if (depth > deepest)
    throw conflict(`Agents have started one another ${deepest} times in a row: a person must set this schedule.`);
  endSeries(context, todoId);
  const series: SeriesRow = {
    ...fresh,
    id: newId(),
    todoId,
    schedule,
    caller: standing(context.caller),
    carried: input.message === undefined ? null : carriedNow(context),
    depth,
    state: stop === null ? "active" : "paused",
    pausedAt: stop === null ? null : now,
    stoppedByDone: stop === "done",
    countedTo: now,
    plannedAt: now,
    createdAt: now,
    updatedAt: now,
  };
  insertSeries(sql, series);
  if (stop === null) plan(context, series, next);
  saveSeries(context, series);
}

/** Ends the series of the todo, which then shows none; false when it had none. */
export function endSeries(context: Moment, todoId: string): boolean {
  const series = currentSeries(context.sql, todoId);
  if (series === undefined) return false;
  closeUnbegun(context, series.id);
  saveSeries(context, { ...series, isCurrent: false, state: "ended", waitsUntil: null });
  return true;
}

/** Pauses the series: what runs continues, what waits is skipped, the next one is not started. `stop`: what did it, if not a person. */
export function pauseSeries(context: Moment, series: SeriesRow, stop: Stop | null = null): void {
  const { sql, now } = context;
  for (const { id } of waitingOf(sql, series.id)) close(sql, id, paused, now);
  const planned = plannedOf(sql, series.id);
  if (planned !== undefined) setPlannedReason(sql, planned.id, "paused");
  saveSeries(context, { ...series, state: "paused", pausedAt: now, stoppedByDone: stop === "done", waitsUntil: null });
}

/** Keeps the series as it is now; one that has failed too often in a row pauses itself, and says so. */
export function settleSeries(context: Moment, series: SeriesRow): void {
  if (series.state !== "active" || series.failures < maxFailures) return saveSeries(context, series);
  pauseSeries(context, series);
  const { todoId, caller, error } = series;
  notify(context, { kind: "series_paused", todoId, detail: error?.message ?? null, otherwise: caller.userId });
}

/** Looks again at once at what waits of the todo's series: what held it may be over. */
export function resumeWaiting(context: Moment, todoId: string): void {
  const series = currentSeries(context.sql, todoId);
  if (series?.state !== "active" || waitingOf(context.sql, series.id).length === 0) return;
  enqueue(context, "occurrence", series.id);
}

/** The same for all that waits for the hours of an agent. */
export function resumeOffDuty(context: Pick<Context, "sql" | "now">): void {
  for (const seriesId of seriesOffDuty(context.sql)) enqueue(context, "occurrence", seriesId);
}

/** Resumes a paused series from now; what was planned in the meantime is skipped. False when it has no run left. */
export function resumeSeries(context: Moment, series: SeriesRow): boolean {
  const { sql, now } = context;
  const planned = plannedOf(sql, series.id);
  const next = nextOpen(sql, series, now);
  if (next === null) return false;
  if (planned !== undefined && planned.scheduledFor <= now) close(sql, planned.id, paused, now);
  else if (planned !== undefined && planned.scheduledFor !== next.at) removePlanned(sql, planned.id);
  if (planned?.scheduledFor === next.at) setPlannedReason(sql, planned.id, null);
  else plan(context, series, next);
  const goesOn = {
    state: "active",
    pausedAt: null,
    stoppedByDone: false,
    failures: 0,
    countedTo: now,
    plannedAt: now,
  } as const;
  saveSeries(context, { ...series, ...goesOn });
  return true;
}

/** Ends the series permanently; the todo still shows it. Runs in progress are left to the caller. Throws 409 without a series that is live or paused. */
export function retireSeries(
  context: Context,
  todoId: string,
  policy: NonNullable<SeriesRow["retirementRunPolicy"]>,
): SeriesRow {
  const series = currentSeries(context.sql, todoId);
  if (series === undefined || series.state === "ended") {
    const why = series === undefined ? "The todo has no schedule" : "The schedule has ended already";
    throw new ApiError("occurrence_required", `${why}: there is nothing to retire.`);
  }
  closeUnbegun(context, series.id);
  const ended: SeriesRow = {
    ...series,
    state: "ended",
    waitsUntil: null,
    retiredAt: context.now,
    retiredBy: context.caller.userId,
    retirementRunPolicy: policy,
  };
  saveSeries(context, ended);
  return ended;
}

function closeUnbegun({ sql, now }: Moment, seriesId: string): void {
  const planned = plannedOf(sql, seriesId);
  for (const { id } of [...waitingOf(sql, seriesId), ...(planned ? [planned] : [])]) close(sql, id, retired, now);
}

/**
 * On whose behalf the runs act: a key or an app's grant that is revoked takes the rights of its schedules with it, while a
 * session ends by itself and stands for the membership of its person.
 */
function standing(caller: Caller): Caller {
  if (caller.credentialType !== "session") return caller;
  return { ...caller, credentialType: "membership", credentialId: caller.userId };
}

const fresh = {
  isCurrent: true,
  waitsUntil: null,
  failures: 0,
  error: null,
  nextRunAt: null,
  lastRunAt: null,
  retiredAt: null,
  retiredBy: null,
  retirementRunPolicy: null,
} as const;

interface EndedRun {
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
  const series = findSeries(sql, occurrence.seriesId);
  close(sql, occurrence.id, closingOf(run, series?.retirementRunPolicy ?? null), now);
  if (series === undefined) return;
  notifyEnded(context, series, occurrence, run);
  settleSeries(context, outcomeOf(series, occurrence, run, now));
}

/** A scheduled run ended; of one that somebody cancelled nobody is notified. */
function notifyEnded(
  context: Moment,
  { todoId, caller }: SeriesRow,
  { id, runId, chatId }: OccurrenceRow,
  { status, errorMessage }: EndedRun,
): void {
  if (status === "cancelled") return;
  const agentId = chatId === null ? null : (findChat(context.sql, chatId)?.agentId ?? null);
  const about = { todoId, chatId, agentId, runId, occurrenceId: id, otherwise: caller.userId };
  notify(context, { ...about, kind: `run_${status}`, detail: errorMessage });
}

/** A run that a person started and that went well ends what was wrong with the schedule, too. */
function forgive(context: Moment, todoId: string): void {
  const series = currentSeries(context.sql, todoId);
  if (series?.error != null && series.error.code !== "insufficient_minutes") settleSeries(context, withSuccess(series));
}

function closingOf({ status, errorMessage }: EndedRun, policy: SeriesRow["retirementRunPolicy"]): Closing {
  if (status === "cancelled" && policy === "cancel") return retired;
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
