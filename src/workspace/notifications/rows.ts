/** Notifications as stored, what each of them says, and how each person wants to be notified. */
import type { Notification } from "../../schema/notification.ts";
import type { Caller } from "../../schema/caller.ts";
import { notFound } from "../../schema/errors.ts";
import type { Scope } from "../../schema/scopes.ts";
import { mayReadCaptures } from "../captures/boundary.ts";
import { toInstant, toInstantOrNull } from "../time/instant.ts";
import type { Sql, SqlRow } from "../protocol/sql.ts";
import { capitalised, quote } from "../protocol/text.ts";

export type NotificationKind = Notification["kind"];
/** `none`: no e-mail, by choice or for want of a mail server; `retrying`: it failed, and is tried again. */
export type MailState = "none" | "queued" | "retrying" | "sent" | "failed";

interface NewNotification {
  readonly id: string;
  /** Shared by all who are notified of the same event. */
  readonly eventId: string;
  readonly userId: string;
  readonly kind: NotificationKind;
  readonly isShown: boolean;
  readonly mail: "none" | "queued";
  readonly todoId: string | null;
  readonly chatId: string | null;
  readonly agentId: string | null;
  readonly runId: string | null;
  readonly approvalId: string | null;
  readonly occurrenceId: string | null;
  readonly detail: string | null;
}

/** Who reads. */
type Reader = Pick<Caller, "userId" | "scopes">;

interface NotificationFilter {
  readonly unreadOnly: boolean;
  /** Only those older than the one with this `n`. */
  readonly before: number;
}

interface NotificationRow {
  readonly n: number;
  readonly notification: Notification;
}

const columns = `m.n, m.id, m.kind, coalesce(t.title, t.content), a.name, m.detail, m.todo_id, m.chat_id, m.agent_id, m.run_id,
  m.approval_id, m.occurrence_id, m.read_at, m.created_at,
  CASE WHEN t.title IS NULL THEN t.redacted & 2 ELSE t.redacted & 1 END`;
const tables =
  "notifications m LEFT JOIN todos t ON t.id = m.todo_id LEFT JOIN agents a ON a.id = m.agent_id WHERE m.is_shown = 1";

/** Notifications of a person, newest first, at most `limit`. */
export function notificationRows(
  sql: Sql,
  { userId, scopes }: Reader,
  { unreadOnly, before }: NotificationFilter,
  limit: number,
): NotificationRow[] {
  const unread = unreadOnly ? " AND m.read_at IS NULL" : "";
  return sql
    .all(
      `SELECT ${columns} FROM ${tables} AND m.user_id = ? AND m.n < ?${unread} ORDER BY m.n DESC LIMIT ?`,
      userId,
      before,
      limit,
    )
    .map((row) => toNotificationRow(row, scopes));
}

/** The notification of that person. Throws 404, also for one of somebody else. */
export function notificationRow(sql: Sql, id: string, { userId, scopes }: Reader): NotificationRow {
  const row = sql.get(`SELECT ${columns} FROM ${tables} AND m.id = ? AND m.user_id = ?`, id, userId);
  if (row === undefined) throw notFound("notification", id);
  return toNotificationRow(row, scopes);
}

/** How many a person has not read. */
export function unreadCount(sql: Sql, userId: string): number {
  const row = sql.get(
    "SELECT count(*) FROM notifications WHERE user_id = ? AND is_shown = 1 AND read_at IS NULL",
    userId,
  );
  return row?.[0] as number;
}

/** Adds a notification. */
export function insertNotification(sql: Sql, notification: NewNotification, now: number): void {
  sql.journal.touched("notification", notification.id);
  sql.run(
    `INSERT INTO notifications (id, event_id, user_id, kind, is_shown, mail, todo_id, chat_id, agent_id, run_id, approval_id,
       occurrence_id, created_at, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    notification.id,
    notification.eventId,
    notification.userId,
    notification.kind,
    notification.isShown,
    notification.mail,
    notification.todoId,
    notification.chatId,
    notification.agentId,
    notification.runId,
    notification.approvalId,
    notification.occurrenceId,
    now,
    notification.detail,
  );
}

/** Marks one as read; the first moment stays. */
export function setRead(sql: Sql, id: string, now: number): void {
  sql.journal.touched("notification", id);
  sql.run("UPDATE notifications SET read_at = ? WHERE id = ? AND read_at IS NULL", now, id);
}

/** Marks all of a person as read; answers how many were not. */
export function setAllRead(sql: Sql, userId: string, now: number): number {
  const read = sql.all(
    "UPDATE notifications SET read_at = ? WHERE user_id = ? AND is_shown = 1 AND read_at IS NULL RETURNING id",
    now,
    userId,
  );
  for (const [id] of read) sql.journal.touched("notification", id as string);
  return read.length;
}

/** Deletes notifications from before that moment. */
export function forgetBefore(sql: Sql, moment: number): void {
  sql.run("DELETE FROM notifications WHERE created_at < ?", moment);
}

function toNotificationRow(row: SqlRow, scopes: readonly Scope[]): NotificationRow {
  const kind = row[2] as NotificationKind;
  const isRedacted = row[14] !== null && row[14] !== 0;
  const todo = isRedacted && !mayReadCaptures(scopes) ? null : (row[3] as string | null);
  return {
    n: row[0] as number,
    notification: {
      object: "notification",
      id: row[1] as string,
      kind,
      title: sentenceOf(kind, { todo, agent: row[4] as string | null }),
      text: row[5] as string | null,
      todoId: row[6] as string | null,
      chatId: row[7] as string | null,
      agentId: row[8] as string | null,
      runId: row[9] as string | null,
      approvalId: row[10] as string | null,
      occurrenceId: row[11] as string | null,
      readAt: toInstantOrNull(row[12] as number | null),
      createdAt: toInstant(row[13] as number),
    },
  };
}

export interface Preferences {
  readonly inApp: boolean;
  readonly email: boolean;
  /** Notes to the browsers that the person named. */
  readonly push: boolean;
}

/** How the person wants to be notified; in the inbox and by e-mail until they say otherwise. */
export function preferencesOf(sql: Sql, userId: string): Preferences {
  const row = sql.get("SELECT in_app, email, push FROM notification_preferences WHERE user_id = ?", userId);
  return row === undefined
    ? { inApp: true, email: true, push: false }
    : { inApp: row[0] === 1, email: row[1] === 1, push: row[2] === 1 };
}

/** Notes how the person wants to be notified. */
export function setPreferences(sql: Sql, userId: string, { inApp, email, push }: Preferences): void {
  sql.run(
    `INSERT INTO notification_preferences (user_id, in_app, email, push) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (user_id) DO UPDATE SET in_app = ?2, email = ?3, push = ?4`,
    userId,
    inApp,
    email,
    push,
  );
}

interface Named {
  /** Title of the todo, or its text; null without a todo, and where it must not be named. */
  readonly todo: string | null;
  /** Name of the agent; null without one. */
  readonly agent: string | null;
}

/** What happened, in one sentence on one line. */
export function sentenceOf(kind: Notification["kind"], named: Named): string {
  const todo = named.todo === null ? "a todo" : quote(named.todo);
  return sentences[kind](todo, named.agent ?? "An agent", named.todo !== null);
}

type Sentence = (todo: string, agent: string, hasTodo: boolean) => string;

const sentences: Readonly<Record<Notification["kind"], Sentence>> = {
  run_completed: (todo, agent) => `${agent} has finished the scheduled run of ${todo}.`,
  run_failed: (todo) => `The scheduled run of ${todo} failed.`,
  run_timed_out: (todo) => `The scheduled run of ${todo} took too long and was stopped.`,
  todo_due: (todo) => `${capitalised(todo)} is due.`,
  series_paused: (todo) => `The schedule of ${todo} was paused.`,
  approval_waiting: (todo, agent, hasTodo) => `${agent} waits for your decision${hasTodo ? ` on ${todo}` : ""}.`,
};
