/** An occurrence as its row has it, and as the interface shows it. */
import type { ScheduledOccurrence } from "../../schema/schedule.ts";
import { toInstant, toInstantOrNull } from "../time/instant.ts";
import type { SqlRow } from "../protocol/sql.ts";

export type OccurrenceStatus = ScheduledOccurrence["status"];
export type OccurrenceReason = NonNullable<ScheduledOccurrence["reason"]>;

/** Times are milliseconds since 1970. */
export interface OccurrenceRow {
  readonly n: number;
  readonly id: string;
  readonly seriesId: string;
  readonly todoId: string;
  readonly sequence: number;
  readonly scheduledFor: number;
  /** What the rule named, in the zone of the schedule; null where it named an instant, or an older version did not note it. */
  readonly localTime: string | null;
  readonly status: OccurrenceStatus;
  readonly reason: OccurrenceReason | null;
  readonly runId: string | null;
  readonly chatId: string | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly error: string | null;
  readonly createdAt: number;
  /** The person who finished it by hand. */
  readonly completedBy: string | null;
}

/** In the order of `toOccurrenceRow`. A running one whose turn waits for a decision says so; that is read off the turn. */
export const occurrenceSelect = `SELECT o.n, o.id, o.series_id, o.todo_id, o.sequence, o.scheduled_for, o.status,
    CASE WHEN o.status = 'running' AND (SELECT state FROM turns WHERE id = o.turn_id) = 'awaiting_input'
      THEN 'awaiting_approval' ELSE o.reason END,
    o.run_id, o.chat_id, o.started_at, o.finished_at, o.error, o.created_at, o.local_time, o.completed_by
  FROM occurrences o`;

/** The occurrence as the interface shows it. */
export function toOccurrence(row: OccurrenceRow): ScheduledOccurrence {
  return {
    object: "scheduled_occurrence",
    id: row.id,
    seriesId: row.seriesId,
    todoId: row.todoId,
    sequence: row.sequence,
    scheduledFor: toInstant(row.scheduledFor),
    status: row.status,
    reason: row.reason,
    runId: row.runId,
    chatId: row.chatId,
    startedAt: toInstantOrNull(row.startedAt),
    finishedAt: toInstantOrNull(row.finishedAt),
    error: row.error,
    completedBy: row.completedBy,
    createdAt: toInstant(row.createdAt),
  };
}

/** A row of `occurrenceSelect`. */
export function toOccurrenceRow(row: SqlRow): OccurrenceRow {
  return {
    n: row[0] as number,
    id: row[1] as string,
    seriesId: row[2] as string,
    todoId: row[3] as string,
    sequence: row[4] as number,
    scheduledFor: row[5] as number,
    status: row[6] as OccurrenceStatus,
    reason: row[7] as OccurrenceReason | null,
    runId: row[8] as string | null,
    chatId: row[9] as string | null,
    startedAt: row[10] as number | null,
    finishedAt: row[11] as number | null,
    error: row[12] as string | null,
    createdAt: row[13] as number,
    localTime: row[14] as string | null,
    completedBy: row[15] as string | null,
  };
}
