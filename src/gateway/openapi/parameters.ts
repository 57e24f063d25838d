/** Parameters: those of the path and the query from the record, those of the header by what the operation is. */
import { type Operation, pathParameters } from "../../schema/operation.ts";
import type { QuerySchema } from "./schemas.ts";
import type { JsonObject } from "../../schema/common.ts";

/** For parameters whose shape brings no words of its own. */
const texts: Readonly<Record<string, string>> = {
  status: "Only with this status.",
  priority: "Only with this priority; `none` is no priority.",
  type: "Only of this type.",
  todoListId: "Id of a todo list.",
  assigneeId: "Only those assigned to this user or agent.",
  todoId: "Id of a todo.",
  chatId: "Id of a chat.",
  agentId: "Id of an agent.",
  skillId: "Id of a skill.",
  captureId: "Id of a capture.",
  apiKeyId: "Id of an API key.",
  connectedAppId: "Id of a connected app.",
  workspaceId: "Id of a workspace.",
  userId: "Id of a user.",
  invitationId: "Id of the invitation.",
  linkId: "Id of the link.",
  subscriptionId: "Id of the subscription.",
  sessionId: "Id of a session.",
  identityId: "Id of an account at the provider.",
  mcpServerId: "Id of an outside server.",
  approvalId: "Id of an approval.",
  notificationId: "Id of a notification.",
  includeArchived: "`true` lists archived ones as well.",
  includeRevoked: "`true` lists revoked ones as well.",
  updatedSince: "Changed at or after this instant.",
  createdSince: "Created at or after this instant.",
  createdAfter: "Created at or after this instant.",
  createdBefore: "Created at or before this instant.",
  include: "`totalCount` fills `totalCount`.",
  permanent: "`true` erases for good instead of archiving.",
  format: "What the capture is exported as.",
  query: "Text to look for, 1 to 200 characters.",
  cursor: "Where to go on, from the page before.",
};

/** For `components.parameters`. */
export const parameterComponents: Readonly<Record<string, JsonObject>> = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Makes a retry safe: for 24 hours the same key with the same request answers what the first one answered. 1 to 255 printable ASCII characters.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  "Dayshift-Workspace": {
    name: "Dayshift-Workspace",
    in: "header",
    required: false,
    description:
      "The workspace that a signed-in person means, of several; their default one without it. Ignored with an API key.",
    schema: { type: "string", format: "uuid" },
  },
};

/** The parameters of an operation. Throws for one without words. */
export function parametersOf(record: Operation, query: QuerySchema): JsonObject[] {
  return [...pathParameters(record.path).map(pathParameter), ...queryParameters(query), ...headerParameters(record)];
}

function pathParameter(name: string): JsonObject {
  return { name, in: "path", required: true, description: textOf(name), schema: { type: "string", format: "uuid" } };
}

function queryParameters({ properties, required = [] }: QuerySchema): JsonObject[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    description: description ?? textOf(name),
    schema,
  }));
}

function headerParameters(record: Operation): JsonObject[] {
  const names: string[] = [];
  if (record.creates) names.push("Idempotency-Key");
  if (record.auth !== "none" && (record.home === "workspace" || record.auth === "any"))
    names.push("Dayshift-Workspace");
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function textOf(name: string): string {
  const text = texts[name];
  if (text === undefined) throw new Error(`Expected words for the parameter ${name}.`);
  return text;
}
