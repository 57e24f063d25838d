/**
 * An occurrence that is due: it starts, or waits, or ends with its reason, and the next one is planned, all in one transaction.
 * A planned time exists once, and the next one is counted from the last planned time, not from the clock; so neither a
 * restart nor a clock that is set forward or back runs one twice.
 */
import type { Context, DueContext } from "../protocol/context.ts";
import { saveSeries, nextOpen, plan, close, noteLate, setWaiting, setForPeople, setStarted } from "../series/plan.ts";
import { grace, lastPlanned } from "../series/missed.ts";
import { type OccurrenceRow, plannedOf, startedOf, type Wait, waitingOf } from "../series/occurrence-rows.ts";
import { notify } from "../notifications/notify.ts";
import { findSeries, type SeriesRow, withProblem, withSuccess } from "../series/series-rows.ts";
import { hasRunningRun } from "../todos/run-rows.ts";
import { settleSeries } from "../series/lifecycle.ts";
import { planAgain } from "./clock-moved-back.ts";
import { agentRow, type StoredAgent } from "../agents/queries.ts";
import { setStatusForRun, todoRow } from "../todos/queries.ts";
import { beginRun } from "../runs/start.ts";
import { isOnDuty, nextOpening } from "../time/working-hours.ts";

/** Missed occurrences of one series that are recorded one by one. */
const maxMissed = 50;
/** Occurrences of one series that may wait, where its rule is to queue them. */
const maxWaiting = 100;

/** Carries out what is due of the series. Nothing when it was paused or has ended, unless the clock was set back since. */
export function fireOccurrence(context: DueContext, seriesId: string): void {
  const found = findSeries(context.sql, seriesId);
  if (found === undefined) return;
  const series = found.plannedAt > context.now ? planAgain(context, found) : found;
  if (series.state === "active") fireActive(context, series);
  else if (series !== found) saveSeries(context, series);
}

function fireActive(context: DueContext, series: SeriesRow): void {
  // What waits goes first: an occurrence that comes due at the opening hour finds the one of the night before it at work.
  const before = startWaiting(context, series);
  settleSeries(context, startWaiting(context, comeDue(context, before)));
}

/** The planned one, when its time has come, waits or ends; the one after it is planned. */
function comeDue(context: DueContext, series: SeriesRow): SeriesRow {
  const { sql, now } = context;
  const planned = plannedOf(sql, series.id);
  if (planned === undefined || planned.scheduledFor > now) return series;
  const due = passMissed(context, series, planned);
  const next = nextOpen(sql, series, due.scheduledFor);
  const admitted = admit(context, { ...series, countedTo: due.scheduledFor }, due);
  if (next !== null) plan(context, series, next);
  return admitted;
}

/** Of several that came due together, all but the last were missed; answers the last. */
function passMissed(context: DueContext, series: SeriesRow, planned: OccurrenceRow): OccurrenceRow {
  const { sql, now } = context;
  const nextOf = (after: number) => nextOpen(sql, series, after);
  let due = planned;
  for (let missed = 0; ; missed += 1) {
    const next = nextOf(due.scheduledFor);
    if (next === null || next.at > now) return due;
    const isMore = missed + 1 >= maxMissed;
    close(sql, due.id, { status: "missed", reason: "service_down", error: isMore ? andMore : wasDown }, now);
    due = plan(context, series, isMore ? lastPlanned(nextOf, next, now) : next);
    if (isMore) return due;
  }
}

/** The due one waits to be started, unless its policies let it pass. */
function admit(context: DueContext, series: SeriesRow, due: OccurrenceRow): SeriesRow {
  const { sql, now } = context;
  const isLate = now - due.scheduledFor > grace;
  if (isLate && series.schedule.catchUpPolicy === "skip") {
    close(sql, due.id, { status: "missed", reason: "service_down", error: wasDown }, now);
    return withProblem(series, { code: "missed", message: wasDown, occurrenceId: due.id }, now);
  }
  if (isLate) noteLate(sql, due.id, "service_down");
  const before = inTheWay(context, series);
  if (before === null) setWaiting(sql, due.id, null);
  else if (series.schedule.overlapPolicy === "skip" || before.waiting >= maxWaiting) {
    close(sql, due.id, { status: "skipped", reason: before.reason }, now);
  } else setWaiting(sql, due.id, before.reason);
  return series;
}

/** What an occurrence that comes due finds before it: one that runs, or one that waits, and for what. */
function inTheWay(
  { sql }: Pick<Context, "sql">,
  series: SeriesRow,
): { readonly reason: Wait; readonly waiting: number } | null {
  const waiting = waitingOf(sql, series.id);
  const [oldest] = waiting;
  if (oldest !== undefined) return { reason: oldest.waitedFor ?? "previous_still_running", waiting: waiting.length };
  const isRunning = startedOf(sql, series.id) !== undefined || hasRunningRun(sql, series.todoId);
  return isRunning ? { reason: "previous_still_running", waiting: 0 } : null;
}

const wasDown = "The service was not running at that time.";
const andMore = `${wasDown} Later ones were missed as well, and are not listed one by one.`;

/** Milliseconds after which a series that waits for minutes is looked at again: the budget may have grown. */
const minutesAgain = 3_600_000;

/** Why an occurrence cannot start now, and until when; null where something else than time brings the end of it about. */
interface Delay {
  readonly reason: Wait;
  readonly until: number | null;
}

/** Starts what can be started, and answers the series as it is then, for the caller to save. */
function startWaiting(context: DueContext, series: SeriesRow): SeriesRow {
  let next: SeriesRow = { ...series, waitsUntil: null };
  const waiting = waitingOf(context.sql, series.id);
  for (const [at, occurrence] of waiting.entries()) {
    if (hasRunningRun(context.sql, series.todoId)) return delayed(context, next, waiting.slice(at), busy);
    const agents = assignedAgents(context, series.todoId);
    const agent = agents.find(({ isArchived }) => !isArchived);
    if (agents.length === 0) next = completeForPeople(context, next, occurrence);
    else if (agent === undefined) next = skipArchived(context, next, occurrence);
    else {
      const delay = delayOf(context, agent);
      if (delay !== null) return delayed(context, next, waiting.slice(at), delay);
      next = start(context, next, occurrence, agent);
    }
  }
  return next;
}

/** The agents that the todo is given to, in order; the first that is not archived runs it. */
export function assignedAgents({ sql }: Pick<DueContext, "sql">, todoId: string): StoredAgent[] {
  return todoRow(sql, todoId)
    .assignees.filter(({ type }) => type === "agent")
    .map(({ id }) => agentRow(sql, id));
}

/** What keeps the agent from starting now, and until when; null when nothing does. */
function delayOf({ now, secondsLeft }: Pick<DueContext, "now" | "secondsLeft">, agent: StoredAgent): Delay | null {
  const opening = offDutyUntil(agent, now);
  if (opening !== null) return { reason: "off_duty", until: opening };
  if (!isOutOfMinutes(secondsLeft)) return null;
  return { reason: "insufficient_minutes", until: Math.min(now + minutesAgain, nextMonth(now)) };
}

const busy: Delay = { reason: "previous_still_running", until: null };

/** What delays the first of them delays those behind it, too. */
function delayed(
  context: DueContext,
  series: SeriesRow,
  waiting: readonly OccurrenceRow[],
  { reason, until }: Delay,
): SeriesRow {
  for (const occurrence of waiting) if (occurrence.reason !== reason) setWaiting(context.sql, occurrence.id, reason);
  const waits = { ...series, waitsUntil: until };
  if (reason !== "insufficient_minutes") return waits;
  const occurrenceId = waiting[0]?.id ?? null;
  const problem = { code: "insufficient_minutes", message: noMinutes, occurrenceId } as const;
  return withProblem(waits, problem, context.now);
}

/** On behalf of the person who set the schedule. */
function start(context: DueContext, series: SeriesRow, occurrence: OccurrenceRow, agent: StoredAgent): SeriesRow {
  const { caller, schedule, depth, carried } = series;
  const todo = todoRow(context.sql, series.todoId);
  const by = { ...context, caller, acting: null };
  const { message, timezone } = schedule;
  const run = beginRun(by, todo, { agentId: agent.id, message, depth, timezone, carried });
  setStarted(context.sql, occurrence.id, run);
  return { ...series, lastRunAt: context.now };
}

/** Without an agent it is for people: the todo is theirs again. */
function completeForPeople(context: DueContext, series: SeriesRow, occurrence: OccurrenceRow): SeriesRow {
  const { sql, now } = context;
  setStatusForRun(sql, series.todoId, "ready", now);
  setForPeople(sql, occurrence.id, now);
  close(sql, occurrence.id, { status: "completed" }, now);
  const { todoId, caller } = series;
  notify(context, { kind: "todo_due", todoId, occurrenceId: occurrence.id, otherwise: caller.userId });
  return { ...withSuccess(series), lastRunAt: now };
}

function skipArchived({ sql, now }: DueContext, series: SeriesRow, { id }: OccurrenceRow): SeriesRow {
  close(sql, id, { status: "skipped", reason: "agent_archived", error: archived }, now);
  return withProblem(series, { code: "agent_archived", message: archived, occurrenceId: id }, now);
}

const noMinutes =
  "The organization has used its minutes for this month: the run waits, and starts when there are minutes again.";
const archived = "The agent of this todo is archived: restore it, or assign another.";

/** When the agent is on duty again, of one that is off duty at that moment; null while it is on duty. Milliseconds. */
export function offDutyUntil({ workingHours, workingHoursEnabled }: StoredAgent, moment: number): number | null {
  if (!workingHoursEnabled || workingHours === null || isOnDuty(workingHours, moment)) return null;
  return nextOpening(workingHours, moment);
}

/** True when the budget is spent. */
export function isOutOfMinutes(secondsLeft: number | null): boolean {
  return secondsLeft !== null && secondsLeft <= 0;
}

/** The beginning of the next month (UTC), when the budget begins again. Milliseconds. */
export function nextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
