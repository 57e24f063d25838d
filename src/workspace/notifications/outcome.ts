/** The delivery of an event's notifications, over all of them and both ways. The todo shows it as `lastNotificationStatus`. */
import type { Todo } from "../../schema/todo.ts";
import type { Sql } from "../protocol/sql.ts";

export interface Outcome {
  readonly todoId: string;
  readonly status: NonNullable<Todo["lastNotificationStatus"]>;
  /** True when somebody was reached. */
  readonly isSent: boolean;
}

/**
 * The delivery status of a schedule's event: an e-mail that failed counts as failed also while it is tried again, one that was
 * not tried yet does not count. Null for other events, for one that a later one has followed, when nobody was to be notified, and
 * before anything is known.
 */
export function outcomeOf(sql: Sql, eventId: string): Outcome | null {
  const row = sql.get(
    `SELECT todo_id, sum(is_shown) + sum(mail = 'sent'), sum(mail IN ('retrying', 'failed')), sum(mail = 'queued')
     FROM notifications m WHERE event_id = ?1 AND todo_id IS NOT NULL AND ${ofSchedule}
       AND NOT EXISTS (SELECT 1 FROM notifications l WHERE l.todo_id = m.todo_id AND l.n > m.n AND l.event_id <> ?1
                       AND l.${ofSchedule})
     GROUP BY todo_id`,
    eventId,
  );
  if (row === undefined) return null;
  const [todoId, reached, failed, open] = row as readonly [string, number, number, number];
  if (reached + failed === 0) return open > 0 ? null : { todoId, status: "suppressed", isSent: false };
  const status = failed === 0 ? "sent" : reached === 0 ? "failed" : "partial";
  return { todoId, status, isSent: reached > 0 };
}

const ofSchedule = "kind IN ('run_completed', 'run_failed', 'run_timed_out', 'todo_due')";
