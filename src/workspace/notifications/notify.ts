/**
 * Notifying people. A notification is a row in the transaction of what happened; an e-mail is a piece of work of the same transaction,
 * sent after its commit. The todo shows how the notification of its schedule was delivered.
 */
import { isPushed } from "./notes.ts";
import type { Moment } from "../chats/messages.ts";
import { isMember, ownerIds } from "../members/queries.ts";
import { findAssignees, setLastNotification } from "../todos/queries.ts";
import { enqueue, complete, retryLater, type Work } from "../work/queue.ts";
import {
  preferencesOf,
  forgetBefore,
  insertNotification,
  type NotificationKind,
  type MailState,
  sentenceOf,
} from "./rows.ts";
import type { Todo } from "../../schema/todo.ts";
import type { Sql } from "../protocol/sql.ts";

export interface News {
  readonly kind: NotificationKind;
  readonly todoId: string | null;
  readonly chatId?: string | null;
  readonly agentId?: string | null;
  readonly runId?: string | null;
  readonly approvalId?: string | null;
  readonly occurrenceId?: string | null;
  /** Why, or what is asked, for a person to read. */
  readonly detail?: string | null;
  /** Who is notified where nobody is assigned who is still here: the person who set the schedule, or started the agent. */
  readonly otherwise: string;
}

/** Milliseconds for which notifications are stored. */
const keptFor = 90 * 86_400_000;

/**
 * Notifies the persons assigned to the todo; where none of them is here any more the one named otherwise, and where that one has left,
 * too, the owners of the workspace: nothing happens unnoticed.
 */
export function notify(context: Moment, news: News): void {
  const { sql, now, newId } = context;
  const eventId = newId();
  forgetBefore(sql, now - keptFor);
  for (const userId of audienceOf(sql, news)) {
    const { inApp, email, push } = preferencesOf(sql, userId);
    const id = newId();
    insertNotification(
      sql,
      {
        id,
        eventId,
        userId,
        kind: news.kind,
        isShown: inApp,
        mail: email ? "queued" : "none",
        todoId: news.todoId,
        chatId: news.chatId ?? null,
        agentId: news.agentId ?? null,
        runId: news.runId ?? null,
        approvalId: news.approvalId ?? null,
        occurrenceId: news.occurrenceId ?? null,
        detail: news.detail ?? null,
      },
      now,
    );
    if (email) enqueue(context, "notify", id);
    if (push && isPushed(news.kind)) enqueue(context, "push", id);
  }
  showOutcome(context, eventId);
}

/** Shows at the todo how the notification of its schedule was delivered, as far as is known; a later event is not overwritten. */
function showOutcome({ sql, now }: Pick<Moment, "sql" | "now">, eventId: string): void {
  const outcome = outcomeOf(sql, eventId);
  if (outcome !== null) setLastNotification(sql, outcome, now);
}

function audienceOf(sql: Sql, { todoId, otherwise }: News): string[] {
  const assignees: Todo["assignees"] = todoId === null ? [] : findAssignees(sql, todoId);
  const assigned = assignees.filter(({ type, id }) => type === "user" && isMember(sql, id)).map(({ id }) => id);
  if (assigned.length > 0) return assigned;
  return isMember(sql, otherwise) ? [otherwise] : ownerIds(sql);
}

interface Outcome {
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
function outcomeOf(sql: Sql, eventId: string): Outcome | null {
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
