/** Which lines of the table of limits hold for what comes in and for what stays: a test refuses a way in that has none. */
import type { clientFrames } from "./recording.ts";
import type { LimitName } from "./limits.ts";
import type { Operation } from "./operation.ts";

/** The limits of one operation. */
export function limitsOf(record: Operation): readonly LimitName[] {
  const names: LimitName[] = record.auth === "none" ? openLimits(record) : ["keyRequests", "sessionRequests"];
  if (record.auth !== "none" && record.auth !== "session") names.push("grantRequests");
  if (record.bytes !== undefined) names.push(record.bytes.limit);
  else if (record.body !== null) names.push(record.auth === "none" ? "openBodies" : "bodies");
  if (record.waits) names.push("longPolls");
  if (record.startsAgentWork) names.push("turns", "modelCalls");
  const made = makes[record.id];
  return made === undefined ? names : [...names, ...made];
}

/** Without a credential it is the connection that counts, and what the operation costs. */
function openLimits({ body }: Operation): LimitName[] {
  return body === null ? ["connections"] : ["connections", "signIn", "digests", "waitingDigests"];
}

/** What the operations make that stays. */
export const makes: Readonly<Record<string, readonly LimitName[] | undefined>> = {
  createApiKey: ["keys"],
  createWorkspace: ["workspaces"],
  createInvitation: ["invitations", "invitationAge"],
  acceptInvitation: ["people", "workspaces"],
  createSession: ["people", "codes"],
  createPasswordReset: ["passwordResets", "passwordResetAge"],
  confirmSecondFactor: ["signIn"],
  removeSecondFactor: ["signIn", "codes"],
  createMcpServer: ["mcpServers", "outsideCalls"],
  updateMcpServer: ["outsideCalls"],
  createTodoList: ["todoLists"],
  createAgent: ["agents"],
  createAgentSkill: ["skills"],
  setAgentPhoto: ["unsentAttachments", "diskReserve"],
  createTodo: ["records"],
  batchCreateTodos: ["records"],
  bulkUpdateTodos: ["history"],
  moveTodo: ["history"],
  undoRecordChanges: ["history", "undone", "undoneText"],
  runTodo: ["records"],
  createChat: ["records"],
  sendMessage: ["records"],
  createAttachment: ["unsentAttachments", "diskReserve"],
  createChatWithImages: ["records"],
  sendMessageWithImages: ["records"],
  createCapture: ["records", "background", "openRecordings", "diskReserve", "digestParts", "generation"],
  createImport: ["records"],
};

/** The limits of each frame of the audio channel. */
export const frameLimits: { readonly [Type in keyof typeof clientFrames | "audio"]: readonly LimitName[] } = {
  start: ["audioFrames", "textFrames", "recordingRequests"],
  audio: ["audioFrames", "recordingLength", "audioPace", "unsent"],
  note: ["audioFrames", "textFrames", "unsent"],
  segment: ["audioFrames", "textFrames", "segments", "unsent"],
  keepAlive: ["audioFrames", "textFrames", "unsent"],
  stop: ["audioFrames", "textFrames"],
};

/** The limits of each route that is no operation. */
export const routeLimits: Readonly<Record<string, readonly LimitName[]>> = {
  "GET /oauth/authorize": ["heads", "newDocuments"],
  "GET /.well-known/oauth-authorization-server": ["connections"],
  "GET /.well-known/oauth-protected-resource": ["connections"],
  "GET /.well-known/oauth-protected-resource/api/v1": ["connections"],
  "GET /.well-known/oauth-protected-resource/mcp": ["connections"],
  "POST /oauth/authorize": ["oauthForms", "signIn", "digests", "waitingDigests"],
  "POST /oauth/token": ["oauthForms"],
  "POST /oauth/revoke": ["oauthForms"],
  "POST /oauth/register": ["clientBodies", "newClients", "clientRedirects", "unusedClients"],
  "POST /mcp": [
    "bodies",
    "mcpMessages",
    "mcpAnswers",
    "waitingMcpAnswers",
    "mcpAnswersTogether",
    "keyRequests",
    "grantRequests",
  ],
  "GET /app/v1/oidc/start": ["providerVisits", "heads"],
  "GET /app/v1/oidc/callback": ["signIn", "heads"],
  "GET /app/v1/captures/{captureId}/upload": ["recordingRequests", "diskReserve"],
  "POST /app/v1/captures/{captureId}/upload": ["uploads", "recordingRequests"],
  "PATCH /app/v1/captures/{captureId}/upload": ["uploads", "recordingRequests", "requestTimes"],
  "GET /app/v1/media/{ticket}": ["answers", "connections"],
  "GET /app/v1/images/{ticket}": ["answers", "connections"],
  "GET /": ["connections"],
  "GET /favicon.ico": ["connections"],
  "GET /worker.js": ["connections"],
  "GET /web/pages.css": ["connections"],
  "GET /healthz": ["connections"],
  "GET /ready": ["connections"],
};

/** The limits of each kind of stored row, by its table. */
export const rowLimits: Readonly<Record<string, LimitName>> = {
  todos: "records",
  todo_texts: "records",
  todo_assignees: "records",
  todo_captures: "records",
  todo_runs: "records",
  imported_todos: "records",
  imported_todo_lists: "records",
  todo_lists: "todoLists",
  chats: "records",
  chat_captures: "records",
  chat_tools: "records",
  messages: "records",
  message_numbers: "records",
  message_texts: "records",
  images: "unsentAttachments",
  turns: "records",
  tool_calls: "records",
  approvals: "records",
  agents: "agents",
  agent_skills: "skills",
  captures: "records",
  capture_texts: "records",
  capture_tags: "records",
  tags: "records",
  recordings: "openRecordings",
  segments: "segments",
  segment_texts: "segments",
  transcriptions: "records",
  suggestions: "records",
  series: "records",
  occurrences: "records",
  notifications: "records",
  notification_preferences: "people",
  members: "people",
  changes: "history",
  charges: "derived",
  work: "derived",
  todo_unindexed: "derived",
  todo_pieces: "derived",
  capture_pieces: "derived",
  capture_unindexed: "derived",
  message_pieces: "derived",
  message_unindexed: "derived",
  segment_pieces: "derived",
  segment_unindexed: "derived",
  meta: "derived",
  model_calls: "records",
  idempotency: "answersRecorded",
  organizations: "workspaces",
  workspaces: "workspaces",
  memberships: "workspaces",
  invitations: "invitations",
  api_keys: "keys",
  users: "people",
  sessions: "people",
  provider_identities: "people",
  second_factors: "people",
  calendar_links: "calendarLinks",
  mcp_servers: "mcpServers",
  agent_outside_tools: "mcpServers",
  push_subscriptions: "pushSubscriptions",
  recovery_codes: "people",
  password_resets: "passwordResets",
  oauth_clients: "unusedClients",
  oauth_codes: "people",
  oauth_grants: "people",
  oauth_tokens: "people",
  ledger: "derived",
  settings: "derived",
  untold: "derived",
};
