/** Which fields of a resource people see in a table, the most important first; programs take `--json`. */
export const columns: Readonly<Record<string, readonly string[]>> = {
  todo: ["id", "title", "status", "dueDate", "priority", "nextRunAt"],
  todo_run: ["id", "status", "startedAt", "errorMessage", "finishedAt"],
  todo_list: ["id", "name", "activeTodoCount", "todoCount", "isDefault"],
  scheduled_series: ["title", "status", "nextRunAt", "rrule", "agentId", "lastRunAt", "todoId"],
  scheduled_occurrence: ["scheduledFor", "title", "status", "reason", "error", "agentId", "runId"],
  chat: ["id", "title", "status", "lastMessageAt", "messageCount"],
  message: ["sequence", "role", "text"],
  agent: ["id", "name", "description", "requiresApproval", "version"],
  agent_skill: ["id", "name", "agentId", "instructions"],
  agent_version: ["version", "at", "by"],
  capture: ["id", "title", "status", "type", "tags", "createdAt"],
  segment: ["position", "startMs", "speaker", "text"],
  suggestion: ["title", "status", "dueDate", "todoId"],
  tag: ["name", "captureCount"],
  api_key: ["id", "name", "scopes", "prefix", "last4", "lastUsedAt", "expiresAt"],
  connected_app: ["id", "name", "redirectHost", "scopes", "lastUsedAt"],
  workspace: ["id", "name"],
  member: ["id", "name", "email", "role"],
  invitation: ["id", "email", "role", "expiresAt"],
  session_info: ["id", "isCurrent", "createdAt", "expiresAt"],
  record_change: ["at", "op", "kind", "recordTitle", "actor", "operation", "id"],
  mcp_server: ["id", "name", "url"],
  notification: ["id", "title", "createdAt", "text", "readAt"],
  approval: ["id", "summary", "status", "agentId", "toolName", "expiresAt"],
};

/** The same for things that stand within a resource, by the field that holds them. */
export const columnsWithin: Readonly<Record<string, readonly string[]>> = {
  byWorkspace: ["name", "minutes", "seconds", "workspaceId"],
  byAgent: ["agentId", "minutes", "seconds", "workspaceId"],
  byDay: ["date", "minutes", "seconds"],
  scopes: ["scope", "title", "description"],
  presets: ["id", "scopes", "description"],
};

/** Of what a search has found, of whichever kind. */
const found = ["kind", "title", "snippet", "startMs", "at", "id", "parentId"];

/** The columns of rows, or of those that stand in a field; the plain fields of the first one for what has none of its own. */
export function columnsOf(rows: readonly Readonly<Record<string, unknown>>[], field = ""): readonly string[] {
  const first = rows[0] ?? {};
  const own = columns[String(first["object"])] ?? columnsWithin[field];
  if (own !== undefined) return own;
  if ("snippet" in first) return found;
  return Object.keys(first).filter((name) => name !== "object" && isPlain(first[name]));
}

/** Whether it fits in a cell: a value, or a list of values. */
function isPlain(value: unknown): boolean {
  return Array.isArray(value)
    ? value.every((one) => typeof one !== "object")
    : value === null || typeof value !== "object";
}
