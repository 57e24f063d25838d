/** API keys. Any member of a workspace may make a key for it and revoke any of its keys. */
import { ApiError, noSuch } from "../../schema/errors.ts";
import { publicTable } from "../../schema/operations/index.ts";
import { scopePresets, scopes, scopeTexts } from "../../schema/scopes.ts";
import { type Principal, opens } from "../directory/context/principal.ts";
import { type GatewayHandler, idempotencyFor, type Services, signedIn } from "../exchange.ts";

const dayMs = 86_400_000;

export const listScopes: GatewayHandler<"listScopes"> = async () => ({
  body: { object: "scope_catalog", scopes: scopes.map(describeScope), presets: scopePresets },
});

function describeScope(scope: (typeof scopes)[number]) {
  const [resource, access] = scope.split(":");
  const operations = publicTable.filter((record) => record.auth === scope).map((record) => record.id);
  return { scope, resource, access, ...scopeTexts[scope], operations };
}

export const listApiKeys: GatewayHandler<"listApiKeys"> = async (exchange) => {
  const { workspaceId, includeRevoked } = exchange.input.query;
  requireMember(signedIn(exchange), workspaceId);
  const keys = await exchange.services.directory.listApiKeys(workspaceId, includeRevoked ?? false);
  return { body: { object: "list", data: keys, hasMore: false, nextCursor: null } };
};

export const createApiKey: GatewayHandler<"createApiKey"> = async (exchange) => {
  const { body } = exchange.input;
  const principal = signedIn(exchange);
  requireMember(principal, body.workspaceId);
  const { directory, clock, rateLimitPerMinute } = exchange.services;
  const expiresAt = body.expiresInDays === undefined ? null : clock.now() + body.expiresInDays * dayMs;
  const outcome = await directory.createApiKey({
    workspaceId: body.workspaceId,
    userId: principal.user.id,
    name: body.name,
    scopes: body.scopes,
    rateLimitPerMinute,
    expiresAt,
    idempotency: idempotencyFor(exchange),
  });
  return { body: outcome.response, replayed: outcome.replayed };
};

export const getApiKey: GatewayHandler<"getApiKey"> = async (exchange) => ({
  body: await requireKey(exchange.services, signedIn(exchange), exchange.input.path.apiKeyId),
});

export const revokeApiKey: GatewayHandler<"revokeApiKey"> = async (exchange) => {
  const { services, input } = exchange;
  const key = await requireKey(services, signedIn(exchange), input.path.apiKeyId);
  return { body: await services.directory.revokeApiKey(key.id) };
};

/** A key of a workspace that the user is no member of does not exist for the user. */
async function requireKey(services: Services, principal: Principal, id: string) {
  const key = await services.directory.getApiKey(id);
  if (key === undefined || !opens(principal, key.workspaceId)) throw noSuch("API key", id);
  return key;
}

/** Throws 403; a workspace that does not exist answers the same. */
export function requireMember(principal: Principal, workspaceId: string): void {
  if (opens(principal, workspaceId)) return;
  throw new ApiError("workspace_access_denied", "You are not a member of this workspace.", { param: "workspaceId" });
}
