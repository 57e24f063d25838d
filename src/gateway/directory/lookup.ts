/** From the hash of a secret to what a request may do: from memory when it is known, else from the database. */
import type { Access, Caller } from "../../actors/runtime/ports.ts";
import type { Scope } from "../../schema/scopes.ts";
import type { Context } from "./context/context.ts";
import { type Row, integer, integerOrNull, text } from "./database/db.ts";
import {
  type Principal,
  type ApiKeyPrincipal,
  type SessionPrincipal,
  type TokenPrincipal,
  opens,
  standing,
  grantRateLimitPerMinute,
  sessionRateLimitPerMinute,
  sessionScopes,
  type Touches,
} from "./context/principal.ts";
import { readScopes } from "./context/scopes.ts";

export interface Lookups extends Pick<Access, "currentScopes"> {
  /** The credential with this hash when it is in memory. Judge it with `standing`. */
  readonly known: (hash: string) => Principal | undefined;
  /** The credential with this hash; undefined when there is none. Judge it with `standing`. */
  lookup(hash: string): Promise<Principal | undefined>;
  findApiKey(hash: string): Promise<ApiKeyPrincipal | undefined>;
  findSession(hash: string): Promise<SessionPrincipal | undefined>;
  /** Notes that a credential was used, and slides the expiry of a session; written with the next `flush`. */
  readonly touch: Touches["touch"];
}

const user = "u.id AS user_id, u.email AS user_email, u.name AS user_name";
const workspace = "w.id AS workspace_id, w.name AS workspace_name, w.organization_id AS workspace_organization_id";
const selectKey = `SELECT k.id, k.name, k.secret_hash AS hash, k.scopes, k.rate_limit_per_minute, k.expires_at, k.revoked_at,
    m.user_id IS NOT NULL AS is_member, ${user}, ${workspace}
  FROM api_keys k JOIN users u ON u.id = k.user_id JOIN workspaces w ON w.id = k.workspace_id
  LEFT JOIN memberships m ON m.workspace_id = k.workspace_id AND m.user_id = k.user_id`;
const selectSession = `SELECT s.id, s.token_hash AS hash, s.created_at, s.expires_at, u.organization_id, ${user}, ${workspace}
  FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN memberships m ON m.user_id = u.id
  LEFT JOIN workspaces w ON w.id = m.workspace_id`;

const selectToken = `SELECT g.id, g.name, g.scopes AS grant_scopes, g.revoked_at, t.hash, t.resource, t.scopes, t.expires_at,
    m.user_id IS NOT NULL AS is_member, ${user}, ${workspace}
  FROM oauth_grants g JOIN users u ON u.id = g.user_id JOIN workspaces w ON w.id = g.workspace_id
  JOIN oauth_tokens t ON t.grant_id = g.id AND t.kind = 'access'
  LEFT JOIN memberships m ON m.workspace_id = g.workspace_id AND m.user_id = g.user_id`;
/** A grant lives as long as it may be refreshed, whatever becomes of the access token that began the work. */
const selectGrantScopes = `SELECT g.scopes FROM oauth_grants g
  JOIN memberships m ON m.workspace_id = g.workspace_id AND m.user_id = g.user_id
  WHERE g.id = ? AND g.workspace_id = ? AND g.user_id = ? AND g.revoked_at IS NULL AND g.expires_at > ?`;

type Column = "hash" | "id";

export function lookups(context: Context): Lookups {
  const { cache, touches } = context;

  async function remembered<T extends Principal>(hash: string, type: T["type"], load: () => Promise<T | undefined>) {
    const principal = cache.get(hash);
    if (principal === undefined) return load();
    return principal.type === type ? (principal as T) : undefined;
  }

  const loadByHash = async (hash: string): Promise<Principal | undefined> =>
    (await loadApiKey(context, "hash", hash)) ?? (await loadSession(context, "hash", hash)) ?? loadToken(context, hash);

  return {
    known: cache.get,
    lookup: async (hash) => cache.get(hash) ?? loadByHash(hash),
    findApiKey: (hash) => remembered<ApiKeyPrincipal>(hash, "api_key", () => loadApiKey(context, "hash", hash)),
    findSession: (hash) => remembered<SessionPrincipal>(hash, "session", () => loadSession(context, "hash", hash)),
    currentScopes: async (caller) => {
      if (caller.credentialType === "oauth_token") return grantScopes(context, caller);
      if (caller.credentialType === "membership") return scopesOfMember(context, caller);
      const load = caller.credentialType === "api_key" ? loadApiKey : loadSession;
      const principal = cache.byId(caller.credentialId) ?? (await load(context, "id", caller.credentialId));
      if (principal === undefined || principal.type !== caller.credentialType || principal.user.id !== caller.userId)
        return [];
      const isGood = standing(principal, context.clock.now()) === "valid" && opens(principal, caller.workspaceId);
      return isGood ? principal.scopes : [];
    },
    touch: touches.touch,
  };
}

/** What a person may do in the workspace without a credential: what a session of theirs may, while they are a member. */
async function scopesOfMember({ db }: Context, { workspaceId, userId }: Caller): Promise<readonly Scope[]> {
  const row = await db.get("SELECT 1 FROM memberships WHERE workspace_id = ? AND user_id = ?", workspaceId, userId);
  return row === undefined ? [] : sessionScopes;
}

async function loadApiKey({ db, cache }: Context, by: Column, value: string): Promise<ApiKeyPrincipal | undefined> {
  const reading = cache.begin();
  const row = await db.get(`${selectKey} WHERE k.${by === "id" ? "id" : "secret_hash"} = ?`, value);
  if (row === undefined) return undefined;
  const principal = toApiKeyPrincipal(row);
  cache.put(text(row, "hash"), principal, reading);
  return principal;
}

async function loadSession(context: Context, by: Column, value: string): Promise<SessionPrincipal | undefined> {
  const { db, cache, touches } = context;
  const reading = cache.begin();
  const where = `WHERE s.${by === "id" ? "id" : "token_hash"} = ? ORDER BY m.workspace_id IS u.default_workspace_id DESC, m.created_at, w.id`;
  const rows = await db.all(`${selectSession} ${where}`, value);
  const [first] = rows;
  if (first === undefined) return undefined;
  const principal = toSessionPrincipal(first, rows, touches.sessionExpiry(text(first, "id")));
  cache.put(text(first, "hash"), principal, reading);
  return principal;
}

async function loadToken({ db, cache }: Context, hash: string): Promise<TokenPrincipal | undefined> {
  const reading = cache.begin();
  const row = await db.get(`${selectToken} WHERE t.hash = ?`, hash);
  if (row === undefined) return undefined;
  const principal = toTokenPrincipal(row);
  cache.put(hash, principal, reading);
  return principal;
}

async function grantScopes({ db, clock }: Context, caller: Caller): Promise<readonly Scope[]> {
  const { credentialId, workspaceId, userId } = caller;
  const row = await db.get(selectGrantScopes, credentialId, workspaceId, userId, clock.now());
  return row === undefined ? [] : readScopes(text(row, "scopes"));
}

function toApiKeyPrincipal(row: Row): ApiKeyPrincipal {
  return {
    type: "api_key",
    credentialId: text(row, "id"),
    name: text(row, "name"),
    user: toPrincipalUser(row),
    organizationId: text(row, "workspace_organization_id"),
    workspace: toPrincipalWorkspace(row),
    scopes: readScopes(text(row, "scopes")),
    rateLimitPerMinute: integer(row, "rate_limit_per_minute"),
    expiresAt: integerOrNull(row, "expires_at"),
    revokedAt: integerOrNull(row, "revoked_at"),
    isMember: integer(row, "is_member") === 1,
  };
}

function toTokenPrincipal(row: Row): TokenPrincipal {
  const granted = readScopes(text(row, "grant_scopes"));
  return {
    type: "oauth_token",
    credentialId: text(row, "id"),
    name: text(row, "name"),
    user: toPrincipalUser(row),
    organizationId: text(row, "workspace_organization_id"),
    workspace: toPrincipalWorkspace(row),
    scopes: readScopes(text(row, "scopes")).filter((scope) => granted.includes(scope)),
    rateLimitPerMinute: grantRateLimitPerMinute,
    expiresAt: integer(row, "expires_at"),
    revokedAt: integerOrNull(row, "revoked_at"),
    isMember: integer(row, "is_member") === 1,
    resource: text(row, "resource"),
  };
}

/** `rows` holds one row for each workspace, or a single one without any. */
function toSessionPrincipal(row: Row, rows: readonly Row[], pendingExpiry: number | null): SessionPrincipal {
  return {
    type: "session",
    credentialId: text(row, "id"),
    name: null,
    user: toPrincipalUser(row),
    organizationId: text(row, "organization_id"),
    workspaces: rows.filter((each) => each["workspace_id"] !== null).map(toPrincipalWorkspace),
    scopes: sessionScopes,
    rateLimitPerMinute: sessionRateLimitPerMinute,
    createdAt: integer(row, "created_at"),
    expiresAt: pendingExpiry ?? integer(row, "expires_at"),
  };
}

function toPrincipalUser(row: Row) {
  return { id: text(row, "user_id"), email: text(row, "user_email"), name: text(row, "user_name") };
}

function toPrincipalWorkspace(row: Row) {
  return {
    id: text(row, "workspace_id"),
    name: text(row, "workspace_name"),
    organizationId: text(row, "workspace_organization_id"),
  };
}
