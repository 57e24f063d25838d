/**
 * Notifying people. A notification is a row in the transaction of what happened; an e-mail is a piece of work of the same transaction,
 * sent after its commit. The todo shows how the notification of its schedule was delivered.
 */
import type { Todo } from "../../schema/todo.ts";
import type { Moment } from "../chats/messages.ts";
import { isMember } from "../members/queries.ts";
import type { Sql } from "../protocol/sql.ts";
import { findAssignees, setLastNotification } from "../todos/queries.ts";
import { enqueue } from "../work/queue.ts";
import { outcomeOf } from "./outcome.ts";
import { preferencesOf } from "./preferences.ts";
import { forgetBefore, insertNotification, type NotificationKind } from "./rows.ts";

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
  /** Who is notified where no person is assigned to the todo: the person who set the schedule, or started the agent; null for nobody. */
  readonly otherwise: string | null;
}

/** Milliseconds for which notifications are stored. */
const keptFor = 90 * 86_400_000;

/** Notifies the persons assigned to the todo, or the one named otherwise. Who has left the workspace is not notified. */
export function notify(context: Moment, news: News): void {
  const { sql, now, newId } = context;
  const eventId = newId();
  forgetBefore(sql, now - keptFor);
  for (const userId of audienceOf(sql, news)) {
    const { inApp, email } = preferencesOf(sql, userId);
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
  }
  showOutcome(context, eventId);
}

/** Shows at the todo how the notification of its schedule was delivered, as far as is known; a later event is not overwritten. */
export function showOutcome({ sql, now }: Pick<Moment, "sql" | "now">, eventId: string): void {
  const outcome = outcomeOf(sql, eventId);
  if (outcome !== null) setLastNotification(sql, outcome, now);
}

function audienceOf(sql: Sql, { todoId, otherwise }: News): string[] {
  const assignees: Todo["assignees"] = todoId === null ? [] : findAssignees(sql, todoId);
  const assigned = assignees.filter(({ type }) => type === "user").map(({ id }) => id);
  const audience = assigned.length > 0 || otherwise === null ? assigned : [otherwise];
  return audience.filter((userId) => isMember(sql, userId));
}
