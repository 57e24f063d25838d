/** Identity, API keys, connected apps, the scope catalogue, service information. */
import * as v from "valibot";
import { id, instant, integer, line, uuid } from "./common.ts";
import { scopes } from "./scopes.ts";

export const scope = v.picklist(scopes);

export const serviceInfo = v.object({
  object: v.literal("service_info"),
  name: v.literal("Dayshift"),
  version: v.string(),
  documentationUrl: v.string(),
  openapiUrl: v.string(),
  mcpUrl: v.string(),
  cliInstallUrl: v.string(),
});

export const openApiDocument = v.looseObject({ openapi: v.pipe(v.string(), v.regex(/^3\.1\./)) });

export const identity = v.object({
  object: v.literal("identity"),
  workspace: v.object({ id, name: v.string() }),
  organizationId: v.nullable(id),
  user: v.object({ id, email: v.string(), name: v.string() }),
  credential: v.object({
    type: v.picklist(["api_key", "session", "oauth_token"]),
    name: v.nullable(v.string()),
    scopes: v.array(scope),
    expiresAt: v.nullable(instant),
  }),
  allowedOperations: v.array(v.string()),
});

const apiKeyEntries = {
  object: v.literal("api_key"),
  id,
  name: v.string(),
  prefix: v.string(),
  last4: v.string(),
  scopes: v.array(scope),
  workspaceId: id,
  rateLimitPerMinute: v.pipe(v.number(), v.integer()),
  lastUsedAt: v.pipe(v.nullable(instant), v.description("To the minute.")),
  expiresAt: v.nullable(instant),
  revokedAt: v.nullable(instant),
  createdAt: instant,
};

export const apiKey = v.object(apiKeyEntries);
export const apiKeyCreated = v.object({
  ...apiKeyEntries,
  secret: v.pipe(v.nullable(v.string()), v.description("The full key, shown once; null when the answer is a replay.")),
});
export const apiKeyRevoked = v.object({ object: v.literal("api_key_revoked"), id, revokedAt: instant });

export const apiKeyCreate = v.pipe(
  v.strictObject({
    workspaceId: uuid,
    name: line(200),
    scopes: v.pipe(v.array(scope), v.minLength(1), v.maxLength(scopes.length)),
    expiresInDays: v.optional(v.pipe(integer(1, 3650), v.description("Never expires when left out."))),
  }),
  v.examples([
    { workspaceId: "0195f3a0-0000-7000-8000-000000000001", name: "CI", scopes: ["todos:read", "todos:write"] },
  ]),
);

export const workspaceQuery = v.strictObject({ workspaceId: uuid, includeRevoked: v.optional(v.boolean()) });

export const connectedApp = v.object({
  object: v.literal("connected_app"),
  id,
  clientId: v.string(),
  name: v.string(),
  clientUri: v.nullable(v.string()),
  logoUri: v.nullable(v.string()),
  redirectHost: v.string(),
  scopes: v.array(scope),
  workspaceId: id,
  userId: id,
  createdAt: instant,
  lastUsedAt: v.nullable(instant),
  expiresAt: v.nullable(instant),
  revokedAt: v.nullable(instant),
});
export const connectedAppRevoked = v.object({ object: v.literal("connected_app_revoked"), id, revokedAt: instant });

export const scopeCatalog = v.object({
  object: v.literal("scope_catalog"),
  scopes: v.array(
    v.object({
      scope,
      resource: v.string(),
      access: v.picklist(["read", "write"]),
      title: v.string(),
      description: v.string(),
      sensitive: v.boolean(),
      operations: v.array(v.string()),
    }),
  ),
  presets: v.array(v.object({ id: v.string(), name: v.string(), description: v.string(), scopes: v.array(scope) })),
});

export type ApiKey = v.InferOutput<typeof apiKey>;
export type Identity = v.InferOutput<typeof identity>;
