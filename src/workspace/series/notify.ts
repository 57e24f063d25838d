/** Notifications about a series: to those who are assigned, else to the person who set it. */
import type { Moment } from "../chats/messages.ts";
import { findChat } from "../chats/queries.ts";
import { notify } from "../notifications/notify.ts";
import type { RunEnd } from "../todos/run-rows.ts";
import type { OccurrenceRow } from "./occurrence-rows.ts";
import type { SeriesRow } from "./series-rows.ts";

/** A scheduled run ended; of one that somebody cancelled nobody is notified. */
export function notifyEnded(
  context: Moment,
  series: SeriesRow,
  { id, runId, chatId }: OccurrenceRow,
  { status, errorMessage }: { readonly status: RunEnd; readonly errorMessage: string | null },
): void {
  if (status === "cancelled") return;
  const agentId = chatId === null ? null : (findChat(context.sql, chatId)?.agentId ?? null);
  const kind = `run_${status}` as const;
  notify(context, { ...about(series), kind, chatId, agentId, runId, occurrenceId: id, detail: errorMessage });
}

/** An occurrence is for people: the todo has no agent. */
export function notifyDue(context: Moment, series: SeriesRow, { id }: OccurrenceRow): void {
  notify(context, { ...about(series), kind: "todo_due", occurrenceId: id });
}

/** The series paused itself. */
export function notifyPaused(context: Moment, series: SeriesRow): void {
  notify(context, { ...about(series), kind: "series_paused", detail: series.error?.message ?? null });
}

function about({ todoId, caller }: SeriesRow) {
  return { todoId, otherwise: caller.userId };
}
