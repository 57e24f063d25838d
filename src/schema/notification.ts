/** Shapes of notifications: what a person was notified of, and how a person wants to be notified. */
import * as v from "valibot";
import { id, instant, list, paging } from "./common.ts";

export const notificationKind = v.picklist([
  "run_completed",
  "run_failed",
  "run_timed_out",
  "todo_due",
  "series_paused",
  "approval_waiting",
]);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const notification = v.object({
  object: v.literal("notification"),
  id,
  kind: notificationKind,
  title: v.pipe(v.string(), v.description("What happened, in one sentence.")),
  text: v.pipe(v.nullable(v.string()), v.description("Why, or what is asked.")),
  todoId: v.nullable(id),
  chatId: v.nullable(id),
  agentId: v.nullable(id),
  runId: v.nullable(id),
  approvalId: v.pipe(v.nullable(id), v.description("The first one, where a step asks for several.")),
  occurrenceId: v.nullable(id),
  readAt: v.nullable(instant),
  createdAt: instant,
});

export const notificationQuery = v.strictObject({
  ...paging,
  unreadOnly: v.optional(v.pipe(v.boolean(), v.description("`true` leaves out what was read.")), false),
});
export const notificationPage = v.object({
  ...list(notification).entries,
  unreadCount: v.pipe(count, v.description("Of all of them, not of the page.")),
});

export const notificationsRead = v.object({
  object: v.literal("notifications_read"),
  readCount: v.pipe(count, v.description("How many were unread.")),
  readAt: instant,
});

export const notificationPreferences = v.object({
  object: v.literal("notification_preferences"),
  inApp: v.pipe(v.boolean(), v.description("Whether the inbox is filled.")),
  email: v.pipe(v.boolean(), v.description("Whether e-mails are sent, where the service is configured to send any.")),
});
export const notificationPreferencesUpdate = v.pipe(
  v.strictObject({ inApp: v.optional(v.boolean()), email: v.optional(v.boolean()) }),
  v.description("Left-out fields keep their values."),
  v.examples([{ email: false }]),
);

export type Notification = v.InferOutput<typeof notification>;
