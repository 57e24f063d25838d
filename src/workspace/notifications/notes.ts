/** Notes to browsers: a kind and the id of what it is about, never a word of it. */
import type { Sql } from "../protocol/sql.ts";
import type { NotificationKind } from "./rows.ts";

export interface Note {
  readonly userId: string;
  readonly kind: NotificationKind;
  /** Of the approval, or of the todo. */
  readonly id: string;
}

/** What a note is sent for: what waits for the person, and what is due. */
export function isPushed(kind: NotificationKind): boolean {
  return kind === "approval_waiting" || kind === "todo_due";
}

/** The note of a notification; null when it is not to be sent any more: it is gone, or the person left or switched notes off. */
export function noteOf(sql: Sql, notificationId: string): Note | null {
  const row = sql.get(
    `SELECT m.user_id, m.kind, coalesce(m.approval_id, m.todo_id) FROM notifications m
     JOIN members p ON p.user_id = m.user_id JOIN notification_preferences w ON w.user_id = m.user_id
     WHERE m.id = ? AND w.push = 1 AND m.read_at IS NULL`,
    notificationId,
  );
  if (row === undefined) return null;
  const [userId, kind, id] = row as readonly [string, NotificationKind, string | null];
  return id === null ? null : { userId, kind, id };
}
