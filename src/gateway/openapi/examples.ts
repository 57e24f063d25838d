/** One example of each answer, valid against its own shape (a test holds that). Lists make theirs from these. */
import { type ErrorCode, errorCatalogue } from "../../schema/errors.ts";
import { scopes, scopePresets, scopeTexts } from "../../schema/scopes.ts";
import { admissionExample } from "./admission-example.ts";
import { captureExamples } from "./capture-examples.ts";
import type { Json } from "./tidy.ts";

const at = "2026-03-10T09:00:00.000Z";
const later = "2026-03-10T09:00:42.000Z";
const id = (n: number) => `0195f3a0-0000-7000-8000-${String(n).padStart(12, "0")}`;
const todoId = id(1);
const chatId = id(2);
const runId = id(3);
const agentId = id(4);
const skillId = id(5);
const userId = id(6);
const listId = id(7);
const workspaceId = id(8);
const organizationId = id(9);
const keyId = id(10);
const messageId = id(11);
const approvalId = id(12);
const grantId = id(20);
const notificationId = id(13);
const captureId = id(30);
const tagId = id(31);

const run = {
  object: "todo_run",
  id: runId,
  todoId,
  chatId,
  status: "completed",
  startedAt: at,
  finishedAt: later,
  errorMessage: null,
  stopReason: "end_turn",
  minutesUsed: 1,
};

const occurrence = {
  object: "scheduled_occurrence",
  id: id(13),
  seriesId: id(14),
  todoId,
  sequence: 3,
  scheduledFor: at,
  status: "completed",
  reason: null,
  runId,
  chatId,
  startedAt: at,
  finishedAt: later,
  error: null,
  createdAt: "2026-03-03T09:00:00.000Z",
};

const series = {
  object: "scheduled_series",
  id: id(14),
  todoId,
  captureId: null,
  agentId,
  title: "Send the weekly report",
  todoListId: listId,
  scheduleType: "recurring",
  rrule: "FREQ=WEEKLY;BYDAY=TU;BYHOUR=9;BYMINUTE=0",
  runAt: null,
  timezone: "UTC",
  status: "active",
  nextRunAt: "2026-03-17T09:00:00.000Z",
  lastRunAt: at,
  latestOccurrence: occurrence,
  scheduleError: null,
  overlapPolicy: "skip",
  catchUpPolicy: "run_once",
  pausedAt: null,
  retiredAt: null,
  retiredBy: null,
  retirementRunPolicy: null,
  createdAt: "2026-02-20T09:00:00.000Z",
  updatedAt: later,
};

const skill = {
  object: "agent_skill",
  id: skillId,
  agentId,
  name: "Chase late payers",
  instructions: "Remind politely after 14 days. Then call.",
  summary: "Remind politely after 14 days.",
  isArchived: false,
  createdAt: at,
  updatedAt: at,
};

const agent = {
  object: "agent",
  id: agentId,
  name: "Bookkeeper",
  description: "Looks after invoices.",
  instructions: "Keep invoices in order.",
  version: 2,
  requiresApproval: true,
  approvalGuidance: "Ask before anything is sent.",
  workingHoursEnabled: true,
  workingHours: {
    timezone: "Europe/Berlin",
    windows: [{ days: ["monday", "tuesday", "wednesday", "thursday", "friday"], start: "09:00", end: "17:00" }],
  },
  profilePhotoUrl: null,
  isArchived: false,
  createdAt: at,
  updatedAt: later,
  model: "automatic",
  skills: [skill],
};

const change = { field: "instructions", from: null, to: "Keep invoices in order." };

const notification = {
  object: "notification",
  id: notificationId,
  kind: "approval_waiting",
  title: 'Bookkeeper waits for your decision on "Send the March invoice".',
  text: 'Mark "Send the March invoice" as done',
  todoId,
  chatId,
  agentId,
  runId: null,
  approvalId,
  occurrenceId: null,
  readAt: null,
  createdAt: at,
};

const message = {
  object: "message",
  id: messageId,
  chatId,
  role: "assistant",
  sequence: 2,
  text: "Done: the invoice is drafted.",
  blocks: [
    { type: "tool_call", id: "call_1", name: "update_todo", input: { todoId, status: "done" } },
    { type: "tool_result", toolCallId: "call_1", isError: false, content: '{"status":"done"}' },
    { type: "text", text: "Done: the invoice is drafted." },
  ],
  createdAt: later,
};

const key = {
  object: "api_key",
  id: keyId,
  name: "CI",
  prefix: "dsk_4fZq",
  last4: "x7Qa",
  scopes: ["todos:read", "todos:write"],
  workspaceId,
  rateLimitPerMinute: 300,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  createdAt: at,
};

const app = {
  object: "connected_app",
  id: grantId,
  clientId: "https://assistant.example.com/client.json",
  name: "Assistant",
  clientUri: "https://assistant.example.com/",
  logoUri: null,
  redirectHost: "assistant.example.com",
  scopes: ["todos:read", "todos:write"],
  workspaceId,
  userId,
  createdAt: at,
  lastUsedAt: later,
  expiresAt: "2026-06-08T09:00:00.000Z",
  revokedAt: null,
};

const capture = {
  object: "capture",
  id: captureId,
  type: "note",
  status: "completed",
  durationSeconds: null,
  recordingId: null,
  isArchived: false,
  createdAt: at,
  updatedAt: later,
};

const captureTexts = {
  title: "Call with Ana",
  subtitle: "The March invoice and the offer",
  summary: "Ana waits for the offer and will pay the March invoice this week.",
  tags: ["sales"],
};

const user = { id: userId, email: "ada@example.com", name: "Ada" };

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
  Todo: {
    object: "todo",
    id: todoId,
    title: "Send the March invoice",
    content: "To Ana, 40 hours.",
    status: "in_progress",
    priority: "high",
    type: "task",
    todoListId: listId,
    dueDate: "2026-03-31",
    assignees: [{ id: agentId, type: "agent" }],
    captureId: null,
    isArchived: false,
    isSuggested: false,
    source: "user_created",
    scheduleError: null,
    retiredAt: null,
    retiredBy: null,
    retirementRunPolicy: null,
    rrule: null,
    timezone: null,
    nextRunAt: null,
    lastRunAt: at,
    scheduleType: null,
    scheduleStatus: null,
    lastNotificationStatus: null,
    lastNotificationSentAt: null,
    latestRun: run,
    minutesSaved: null,
    minutesSavedReason: null,
    minutesSavedConfidence: null,
    createdAt: at,
    updatedAt: later,
  },
  TodoRun: run,
  ScheduledSeries: series,
  ScheduledOccurrence: occurrence,
  TodoSummary: {
    object: "todo_summary",
    total: 3,
    active: 2,
    byStatus: { ready: 1, in_progress: 1, done: 1 },
    byPriority: { urgent: 0, high: 1, medium: 0, low: 0, none: 2 },
    minutesSaved: 25,
  },
  TodoList: {
    object: "todo_list",
    id: listId,
    name: "Groceries",
    emoji: "🛒",
    color: "#22aa66",
    isDefault: false,
    isArchived: false,
    todoCount: 3,
    activeTodoCount: 2,
    createdAt: at,
    updatedAt: at,
  },
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
  Session: {
    object: "session",
    token: "dss_<43 characters>",
    expiresAt: "2026-04-09T09:00:00.000Z",
    user,
    workspaces: [{ id: workspaceId, name: "Home", organizationId }],
  },
  SessionEnded: { object: "session_ended", endedAt: later },
  Workspace: { object: "workspace", id: workspaceId, name: "Studio", organizationId, createdAt: at },
  Member: { object: "member", ...user, createdAt: at },
  MemberRemoved: { object: "member_removed", id: userId, removedAt: later },
  Approval: {
    object: "approval",
    id: approvalId,
    chatId,
    todoId,
    runId,
    agentId,
    toolCallId: "call_1",
    toolName: "update_todo",
    toolInput: { todoId, status: "done" },
    summary: "Mark “Send the March invoice” as done",
    status: "pending",
    decidedBy: null,
    decidedAt: null,
    comment: null,
    expiresAt: "2026-03-13T09:00:00.000Z",
    createdAt: at,
  },
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
  NotificationsRead: { object: "notifications_read", readCount: 3, readAt: later },
  NotificationPreferences: { object: "notification_preferences", inApp: true, email: true },
  OpenApiDocument: { openapi: "3.1.1", info: { title: "Dayshift", version: "1.0.0" }, paths: {} },
};

/** The body of a failure with that code. */
export function errorExample(code: ErrorCode): Json {
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
