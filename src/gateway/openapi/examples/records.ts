/** Records that examples show, alone or inside others: one story of one workspace. */

export const at = "2026-03-10T09:00:00.000Z";
export const later = "2026-03-10T09:00:42.000Z";
const id = (n: number) => `0195f3a0-0000-7000-8000-${String(n).padStart(12, "0")}`;
export const todoId = id(1);
export const chatId = id(2);
export const runId = id(3);
export const agentId = id(4);
const skillId = id(5);
export const userId = id(6);
export const listId = id(7);
export const workspaceId = id(8);
export const organizationId = id(9);
export const keyId = id(10);
const messageId = id(11);
export const approvalId = id(12);
export const grantId = id(20);
const notificationId = id(13);
const captureId = id(30);
export const tagId = id(31);
export const attachmentId = id(40);

export const run = {
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

export const occurrence = {
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
  completedBy: null,
  createdAt: "2026-03-03T09:00:00.000Z",
};

export const series = {
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

export const skill = {
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

export const agent = {
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

export const change = { field: "instructions", from: null, to: "Keep invoices in order." };

export const recordChange = {
  object: "record_change",
  id: "1042-Zm9vYmFy",
  at: later,
  operation: "updateTodo",
  actor: { type: "agent", id: agentId, name: "Bookkeeper" },
  onBehalfOf: userId,
  changeSetId: "018f4e6a-0000-7000-8000-00000000000f",
  runId,
  chatId,
  turnId: "018f4e6a-0000-7000-8000-000000000013",
  toolCallId: null,
  approvalId: null,
  kind: "todo",
  recordId: todoId,
  recordTitle: "Send the March invoice",
  op: "updated",
  fields: [{ field: "priority", from: null, to: "high" }],
  undoes: null,
  undo: { state: "possible", why: null },
};

export const notification = {
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

export const message = {
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

export const key = {
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

export const app = {
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

export const capture = {
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

export const captureTexts = {
  title: "Call with Ana",
  subtitle: "The March invoice and the offer",
  summary: "Ana waits for the offer and will pay the March invoice this week.",
  tags: ["sales"],
};

export const user = { id: userId, email: "ada@example.com", name: "Ada" };
