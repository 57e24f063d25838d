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
  push: v.pipe(v.boolean(), v.description("Whether notes are sent to the browsers that the person named.")),
});
export const notificationPreferencesUpdate = v.pipe(
  v.strictObject({ inApp: v.optional(v.boolean()), email: v.optional(v.boolean()), push: v.optional(v.boolean()) }),
  v.description("Left-out fields keep their values."),
  v.examples([{ email: false }]),
);

/** Notes to browsers (RFC 8030): where they go, and the key by which browsers know who sends them. */
const base64url = (length: number) =>
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}=?=?$`), `Expected ${length} characters of base64url.`),
  );

export const pushKey = v.object({
  object: v.literal("push_key"),
  publicKey: v.pipe(
    v.string(),
    v.description("Of the service, in base64url: what a browser subscribes with (RFC 8292)."),
  ),
});

export const pushSubscriptionCreate = v.pipe(
  v.strictObject({
    endpoint: v.pipe(
      v.string(),
      v.maxLength(2000),
      v.regex(/^https:\/\/[^\s@]+$/, "Expected an https address."),
      v.description("As the browser says; an address of a private network gets nothing."),
    ),
    keys: v.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
  }),
  v.examples([
    {
      endpoint: "https://push.example.com/send/abc",
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
    },
  ]),
);

export const pushSubscription = v.object({
  object: v.literal("push_subscription"),
  id,
  createdAt: instant,
});

export const pushSubscriptionRemoved = v.object({
  object: v.literal("push_subscription_removed"),
  id,
  removedAt: instant,
});

export type Notification = v.InferOutput<typeof notification>;
