/** Which fields of a resource people see in a table, in this order; programs take `--json`. */
export const columns: Readonly<Record<string, readonly string[]>> = {
  todo: ["id", "title", "status", "priority", "dueDate", "nextRunAt"],
  todo_run: ["id", "status", "startedAt", "finishedAt", "errorMessage"],
  todo_list: ["id", "name", "activeTodoCount", "todoCount", "isDefault"],
  scheduled_series: ["todoId", "title", "status", "rrule", "nextRunAt", "lastRunAt"],
  scheduled_occurrence: ["scheduledFor", "status", "reason", "runId", "error"],
  chat: ["id", "title", "status", "messageCount", "lastMessageAt"],
  message: ["sequence", "role", "text"],
  agent: ["id", "name", "description", "requiresApproval", "version"],
  agent_skill: ["id", "name", "summary", "agentId"],
  capture: ["id", "type", "status", "title", "tags", "createdAt"],
  segment: ["position", "startMs", "speaker", "text"],
  suggestion: ["todoId", "title", "dueDate", "status"],
  tag: ["name", "captureCount"],
  api_key: ["id", "name", "prefix", "last4", "scopes", "lastUsedAt", "expiresAt"],
  connected_app: ["id", "name", "redirectHost", "scopes", "lastUsedAt"],
  workspace: ["id", "name", "organizationId"],
  member: ["id", "name", "email"],
  notification: ["id", "title", "text", "readAt", "createdAt"],
  approval: ["id", "summary", "status", "toolName", "expiresAt"],
};

/** The columns of rows; the plain fields of the first one for what has none of its own. */
export function columnsOf(rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  const first = rows[0] ?? {};
  const own = columns[String(first["object"])];
  if (own !== undefined) return own;
  return Object.keys(first).filter(
    (name) => name !== "object" && (first[name] === null || typeof first[name] !== "object"),
  );
}
