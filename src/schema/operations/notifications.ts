/** Notifications, in the app interface: each person sees and changes their own. */
import { nothing } from "../common.ts";
import {
  notification,
  notificationPage,
  notificationPreferences,
  notificationPreferencesUpdate,
  notificationQuery,
  notificationsRead,
} from "../notification.ts";
import { operation } from "../operation.ts";

const own = { auth: "session", home: "workspace", tag: "Notifications", query: nothing } as const;

export const notificationOperations = [
  operation({
    ...own,
    id: "listNotifications",
    method: "GET",
    path: "/notifications",
    summary: "List the notifications of the signed-in person",
    description: "Newest first, with the number of unread ones. Kept for 90 days.",
    query: notificationQuery,
    body: null,
    errors: ["invalid_cursor", "workspace_access_denied"],
    success: { status: 200, schema: notificationPage },
  }),
  operation({
    ...own,
    id: "readNotification",
    method: "POST",
    path: "/notifications/{notificationId}/read",
    changes: [],
    summary: "Mark a notification as read",
    description: "The first moment stays.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: notification },
  }),
  operation({
    ...own,
    id: "readAllNotifications",
    method: "POST",
    path: "/notifications/read",
    changes: [],
    summary: "Mark all notifications as read",
    description: "All of the signed-in person in this workspace.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: notificationsRead },
  }),
  operation({
    ...own,
    id: "getNotificationPreferences",
    method: "GET",
    path: "/notification-preferences",
    summary: "Read how the signed-in person wants to be notified",
    description: "For this workspace. Both ways are on until they are switched off.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: notificationPreferences },
  }),
  operation({
    ...own,
    id: "updateNotificationPreferences",
    method: "PATCH",
    path: "/notification-preferences",
    changes: [],
    summary: "Switch the inbox or e-mails on or off",
    description: "Holds for what happens from now on, and for e-mails that were not sent yet.",
    body: notificationPreferencesUpdate,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: notificationPreferences },
  }),
] as const;
