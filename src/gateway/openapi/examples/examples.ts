/** One example of each answer, valid against its own shape (a test holds that). Lists make theirs from these. */
import { type ErrorCode, errorCatalogue } from "../../../schema/errors.ts";
import { scopes, scopePresets, scopeTexts } from "../../../schema/scopes.ts";
import { admissionExample } from "./admission.ts";
import { captureExamples } from "./captures.ts";
import type { JsonObject } from "../../../schema/common.ts";
import {
  at,
  later,
  todoId,
  chatId,
  agentId,
  listId,
  recordChange,
  workspaceId,
  organizationId,
  keyId,
  grantId,
  tagId,
  occurrence,
  skill,
  agent,
  change,
  notification,
  message,
  key,
  app,
  capture,
  captureTexts,
  user,
} from "./records.ts";
import { sessionExamples } from "./sessions.ts";
import { todoExamples } from "./todos.ts";

/** By the name of the component. */
export const examples: Readonly<Record<string, unknown>> = {
  Error: errorExample("validation_failed"),
  ServiceInfo: {
    object: "service_info",
    name: "Dayshift",
    version: "1.0.0",
    documentationUrl: "https://dayshift.example.com/docs",
    openapiUrl: "https://dayshift.example.com/api/v1/openapi.json",
    mcpUrl: "https://dayshift.example.com/mcp",
    cliInstallUrl: "https://dayshift.example.com/install.sh",
  },
  Identity: {
    object: "identity",
    workspace: { id: workspaceId, name: "Home" },
    organizationId,
    user,
    credential: { type: "api_key", name: "CI", scopes: ["todos:read"], expiresAt: null },
    allowedOperations: ["getServiceInfo", "getOpenApiSpecification", "getIdentity", "listTodos", "getTodo"],
  },
  Deleted: { object: "deleted", deleted: true, recoverable: true },
  ...todoExamples,
  Chat: {
    object: "chat",
    id: chatId,
    title: "March invoice",
    subtitle: "The invoice to Ana is drafted.",
    status: "completed",
    agentId,
    todoId,
    messageCount: 2,
    errorMessage: null,
    isArchived: false,
    createdAt: at,
    lastMessageAt: later,
    completedAt: later,
  },
  ChatRun: { object: "chat_run", chatId, status: "completed", messageSequence: 1, replies: [message], timedOut: false },
  Message: message,
  Agent: agent,
  AgentUpdated: { ...agent, changes: [change] },
  AgentUpdatePreview: { object: "agent_update_preview", agentId, version: 1, noop: false, changes: [change] },
  SchedulePreview: { object: "schedule_preview", words: "Every week on Monday at 09:00", next: [later] },
  AgentSkill: skill,
  Capture: capture,
  CaptureListItem: { ...capture, ...captureTexts },
  CaptureFull: {
    ...capture,
    ...captureTexts,
    content: "TODO: send the offer to Ana",
    transcript: null,
    notes: null,
    mediaUrl: null,
  },
  ...captureExamples,
  Tag: { object: "tag", id: tagId, name: "sales", captureCount: 3, createdAt: at, updatedAt: later },
  ApiKey: key,
  ApiKeyCreated: { ...key, secret: "dsk_<40 characters and a checksum>" },
  ApiKeyRevoked: { object: "api_key_revoked", id: keyId, revokedAt: later },
  ConnectedApp: app,
  ConnectedAppRevoked: { object: "connected_app_revoked", id: grantId, revokedAt: later },
  ScopeCatalog: {
    object: "scope_catalog",
    scopes: scopes.slice(0, 1).map((scope) => ({
      scope,
      resource: "todos",
      access: "read",
      ...scopeTexts[scope],
      operations: ["listTodos", "getTodo"],
    })),
    presets: scopePresets.slice(0, 1),
  },
  ...sessionExamples,
  Notification: notification,
  NotificationPage: { object: "list", data: [notification], hasMore: false, nextCursor: null, unreadCount: 1 },
  MinutesReport: {
    object: "minutes_report",
    organizationId,
    period: { month: "2026-03", startsAt: "2026-03-01T00:00:00.000Z", endsAt: "2026-04-01T00:00:00.000Z" },
    budgetMinutes: 600,
    spentMinutes: 3,
    spentSeconds: 130,
    remainingMinutes: 597,
    byWorkspace: [{ workspaceId, name: "Home", seconds: 130, minutes: 3 }],
    byAgent: [{ workspaceId, agentId, seconds: 130, minutes: 3 }],
    byDay: [{ date: "2026-03-10", seconds: 130, minutes: 3 }],
  },
  TodoAdmission: admissionExample(occurrence, agentId),
  RecordChange: recordChange,
  AgentVersion: {
    object: "agent_version",
    version: 2,
    at: recordChange.at,
    by: { type: "user", id: recordChange.onBehalfOf, name: "Ana" },
    changeId: recordChange.id,
    changes: [{ field: "instructions", from: null, to: "Keep invoices in order." }],
  },
  SearchResults: {
    object: "list",
    data: [
      {
        kind: "todo",
        id: todoId,
        title: "Send the March invoice",
        snippet: null,
        marks: [],
        startMs: null,
        at: later,
      },
    ],
  },
  AuditVerification: {
    object: "audit_verification",
    checked: 1042,
    isIntact: true,
    broken: null,
    head: { changeId: recordChange.id, hash: "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE" },
    nextCursor: null,
  },
  Undo: {
    object: "undo",
    dryRun: false,
    changes: [
      {
        changeId: recordChange.id,
        kind: "todo",
        recordId: recordChange.recordId,
        recordTitle: recordChange.recordTitle,
        op: "updated",
        fields: ["priority"],
      },
    ],
    undone: [recordChange.id],
    left: [],
    closedChats: [],
  },
  Snapshot: {
    object: "snapshot",
    changesCursor: "1042-9f86d081",
    todoLists: [],
    agents: [],
    members: [user],
    todos: { fields: ["id", "title"], rows: [[todoId, "Send the March invoice"]] },
    nextCursor: null,
  },
  Import: {
    object: "import",
    source: "todoist",
    dryRun: false,
    todoLists: [{ externalId: "p-1", result: "created", todoListId: listId }],
    todos: [{ externalId: "t-1", result: "created", todoId, reason: null, newIncludes: [] }],
  },
  NotificationsRead: { object: "notifications_read", readCount: 3, readAt: later },
  NotificationPreferences: { object: "notification_preferences", inApp: true, email: true, push: false },
  PushKey: { object: "push_key", publicKey: "B<86 characters>" },
  PushSubscription: { object: "push_subscription", id: keyId, createdAt: at },
  PushSubscriptionRemoved: { object: "push_subscription_removed", id: keyId, removedAt: later },
  OpenApiDocument: { openapi: "3.1.1", info: { title: "Dayshift", version: "1.0.0" }, paths: {} },
};

/** The body of a failure with that code. */
export function errorExample(code: ErrorCode): JsonObject {
  const { type, description } = errorCatalogue[code];
  const isField = code === "validation_failed";
  return {
    error: {
      type,
      code,
      message: isField
        ? 'dueDate: Expected a calendar date that exists, as YYYY-MM-DD, got "2026-02-30".'
        : description,
      param: isField ? "dueDate" : null,
      docsUrl: `https://dayshift.example.com/docs#error-${code}`,
      specUrl: "https://dayshift.example.com/api/v1/openapi.json",
      requestId: "req_0195f3a04f7b7c1a9d2e5b6c7d8e9f01",
    },
  };
}
