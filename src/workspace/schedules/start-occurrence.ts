/** Starting what waits of a series: the oldest first, one at a time, and a reason for each that cannot start yet. */
import { agentRow, type StoredAgent } from "../agents/queries.ts";
import type { DueContext } from "../protocol/context.ts";
import { close, setForPeople, setStarted, setWaiting } from "../series/occurrence-changes.ts";
import type { OccurrenceReason, OccurrenceRow } from "../series/occurrence-row.ts";
import { waitingOf } from "../series/occurrence-rows.ts";
import { withProblem, withSuccess } from "../series/problems.ts";
import type { SeriesRow } from "../series/series-rows.ts";
import { setStatusForRun, todoRow } from "../todos/queries.ts";
import { notifyDue } from "../series/notices.ts";
import { isOutOfMinutes, nextMonth, offDutyUntil } from "./waiting.ts";
import { hasRunningRun } from "../todos/run-rows.ts";
import { beginRun } from "../runs/start.ts";

/** Milliseconds after which a series that waits for minutes is looked at again: the budget may have grown. */
const minutesAgain = 3_600_000;

/** Why an occurrence cannot start now, and until when; null where something else than time brings the end of it about. */
interface Delay {
  readonly reason: OccurrenceReason;
  readonly until: number | null;
}

/** Starts what can be started, and answers the series as it is then, for the caller to save. */
export function startWaiting(context: DueContext, series: SeriesRow): SeriesRow {
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
  notifyDue(context, series, occurrence);
  return { ...withSuccess(series), lastRunAt: now };
}

function skipArchived({ sql, now }: DueContext, series: SeriesRow, { id }: OccurrenceRow): SeriesRow {
  close(sql, id, { status: "skipped", reason: "agent_archived", error: archived }, now);
  return withProblem(series, { code: "agent_archived", message: archived, occurrenceId: id }, now);
}

const noMinutes =
  "The organization has used its minutes for this month: the run waits, and starts when there are minutes again.";
const archived = "The agent of this todo is archived: restore it, or assign another.";
