/** E-mails of notifications: what they say, and what became of them. They carry nothing that comes out of a capture. */
import type { Moment } from "../chats/messages.ts";
import type { Sql } from "../protocol/sql.ts";
import { complete, retryLater, type Work } from "../work/queue.ts";
import { showOutcome } from "./notify.ts";
import type { MailState, NotificationKind } from "./rows.ts";
import { sentenceOf } from "./words.ts";

export interface Letter {
  /** Of the notification. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * The e-mail of a notification; null when it is not to be sent any more: the notification is gone, or the person left the
 * workspace or switched e-mails off. A todo that came from a capture, or carries its content, is not named, and what an agent asks is not repeated.
 */
export function letterOf(sql: Sql, notificationId: string): Letter | null {
  const row = sql.get(
    `SELECT m.kind, p.email, CASE WHEN t.capture_id IS NULL AND t.redacted = 0 THEN coalesce(t.title, t.content) END, a.name, m.detail
     FROM notifications m JOIN members p ON p.user_id = m.user_id
       LEFT JOIN notification_preferences w ON w.user_id = m.user_id
       LEFT JOIN todos t ON t.id = m.todo_id LEFT JOIN agents a ON a.id = m.agent_id
     WHERE m.id = ? AND m.mail IN ('queued', 'retrying') AND ifnull(w.email, 1) = 1`,
    notificationId,
  );
  if (row === undefined) return null;
  const [kind, to, todo, agent, detail] = row as readonly [NotificationKind, string, ...(string | null)[]];
  const subject = sentenceOf(kind, { todo: todo ?? null, agent: agent ?? null });
  const why = kind === "approval_waiting" ? "Sign in to see what it wants to do, and decide." : (detail ?? null);
  return { id: notificationId, to, subject, text: why === null ? subject : `${subject}\n\n${why}` };
}

/** Records what became of the e-mail that the piece of work is, at the notification and at its todo. */
export function recordMail(
  moment: Pick<Moment, "sql" | "now">,
  work: Work,
  mail: Exclude<MailState, "queued" | "retrying"> | { readonly retryAt: number },
): void {
  const { sql } = moment;
  const state: MailState = typeof mail === "string" ? mail : "retrying";
  const row = sql.get("UPDATE notifications SET mail = ? WHERE id = ? RETURNING event_id", state, work.subjectId);
  if (row !== undefined) showOutcome(moment, row[0] as string);
  if (typeof mail === "string" || row === undefined) complete(sql, work.id);
  else retryLater(moment, work.id, mail.retryAt);
}
