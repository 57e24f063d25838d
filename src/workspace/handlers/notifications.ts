/** Notifications of the signed-in person, and how that person wants to be notified. */
import type { Handler } from "../protocol/context.ts";
import { toInstant } from "../time/instant.ts";
import { beforeOf, page } from "../protocol/cursor.ts";
import {
  type Preferences,
  preferencesOf,
  setPreferences,
  notificationRow,
  notificationRows,
  setAllRead,
  setRead,
  unreadCount,
} from "../notifications/rows.ts";

/** One page, newest first. Throws 400 for a cursor of another list. */
export const listNotifications: Handler<"listNotifications"> = ({ sql, caller }, { query }) => {
  const { limit } = query;
  const before = beforeOf(query.cursor);
  const rows = notificationRows(sql, caller, { unreadOnly: query.unreadOnly, before }, limit + 1);
  const shown = page(rows, limit, ({ n }) => [n]);
  return {
    object: "list",
    data: shown.rows.map(({ notification }) => notification),
    hasMore: shown.hasMore,
    nextCursor: shown.nextCursor,
    unreadCount: unreadCount(sql, caller.userId),
  };
};

/** The notification, read. Throws 404, also for one of somebody else. */
export const readNotification: Handler<"readNotification"> = ({ sql, now, caller }, { path }) => {
  const { notification } = notificationRow(sql, path.notificationId, caller);
  setRead(sql, notification.id, now);
  return notificationRow(sql, notification.id, caller).notification;
};

/** How many were unread. */
export const readAllNotifications: Handler<"readAllNotifications"> = ({ sql, now, caller }) => ({
  object: "notifications_read",
  readCount: setAllRead(sql, caller.userId, now),
  readAt: toInstant(now),
});

/** The preferences of the person. */
export const getNotificationPreferences: Handler<"getNotificationPreferences"> = ({ sql, caller }) =>
  shown(preferencesOf(sql, caller.userId));

/** The preferences as changed. */
export const updateNotificationPreferences: Handler<"updateNotificationPreferences"> = ({ sql, caller }, { body }) => {
  const former = preferencesOf(sql, caller.userId);
  const preferences = {
    inApp: body.inApp ?? former.inApp,
    email: body.email ?? former.email,
    push: body.push ?? former.push,
  };
  setPreferences(sql, caller.userId, preferences);
  return shown(preferences);
};

function shown({ inApp, email, push }: Preferences) {
  return { object: "notification_preferences" as const, inApp, email, push };
}
