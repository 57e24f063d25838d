/** API keys as the contract shows them. */
import { type Scope, scopes as allScopes } from "../../schema/scopes.ts";
import type { Context } from "./context/context.ts";
import { readScopes } from "./context/scopes.ts";
import {
  type Db,
  isConstraint,
  type Row,
  type Statement,
  statement,
  integer,
  integerOrNull,
  text,
  timestamp,
  timestampOrNull,
} from "./database/db.ts";
import { type Effect, type IdempotencyRequest, type Outcome, withIdempotency } from "./database/idempotency.ts";
import { hashSecret, newApiKey } from "./secrets/secrets.ts";
import { ApiError, conflict, noSuch } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";

export interface ApiKey {
  readonly object: "api_key";
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly last4: string;
  readonly scopes: readonly Scope[];
  readonly workspaceId: string;
  readonly rateLimitPerMinute: number;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly createdAt: string;
}

/** The answer to the creation, the only one with the secret; a replay has null there. */
export interface CreatedApiKey extends ApiKey {
  readonly secret: string | null;
}

export interface RevokedApiKey {
  readonly object: "api_key_revoked";
  readonly id: string;
  readonly revokedAt: string;
}

export interface NewApiKey {
  readonly workspaceId: string;
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly rateLimitPerMinute: number;
  /** Milliseconds since 1970, or null for never. */
  readonly expiresAt: number | null;
  readonly idempotency?: IdempotencyRequest | undefined;
}

export interface Keys {
  /** Throws `workspace_access_denied` when the user is no member of the workspace. */
  createApiKey(key: NewApiKey): Promise<Outcome<CreatedApiKey>>;
  getApiKey(id: string): Promise<ApiKey | undefined>;
  /** Newest first. */
  listApiKeys(workspaceId: string, includeRevoked: boolean): Promise<readonly ApiKey[]>;
  /** For ever; a second time keeps the first `revokedAt`. Throws `resource_not_found`. */
  revokeApiKey(id: string): Promise<RevokedApiKey>;
}

const columns =
  "id, workspace_id, name, prefix, last4, scopes, rate_limit_per_minute, created_at, last_used_at, expires_at, revoked_at";

export function keys(context: Context): Keys {
  const { db, touches } = context;
  const toApiKey = (row: Row): ApiKey => toResource(row, touches.lastUsedAt(text(row, "id")));

  async function getApiKey(id: string): Promise<ApiKey | undefined> {
    const row = await db.get(`SELECT ${columns} FROM api_keys WHERE id = ?`, id);
    return row === undefined ? undefined : toApiKey(row);
  }

  return {
    createApiKey: async (key) => {
      const now = context.clock.now();
      try {
        return await withIdempotency(db, now, key.idempotency, () => creation(context, key, now));
      } catch (error) {
        if (!isConstraint(error)) throw error;
        throw (await isFull(db, key.workspaceId, now)) ? tooManyKeys() : notMember();
      }
    },
    getApiKey,
    listApiKeys: async (workspaceId, includeRevoked) => {
      const rows = await db.all(
        `SELECT ${columns} FROM api_keys WHERE workspace_id = ? AND (? OR revoked_at IS NULL)
         ORDER BY created_at DESC, id DESC`,
        workspaceId,
        includeRevoked,
      );
      return rows.map(toApiKey);
    },
    revokeApiKey: async (id) => {
      const sql = "UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL";
      await context.changing([{ kind: "credential", id }], () => db.run(sql, context.clock.now(), id));
      const revokedAt = (await getApiKey(id))?.revokedAt ?? null;
      if (revokedAt === null) throw noSuch("API key", id);
      return { object: "api_key_revoked", id, revokedAt };
    },
  };
}

const liveKeys = `(SELECT count(*) FROM api_keys WHERE workspace_id = ?2 AND revoked_at IS NULL
  AND (expires_at IS NULL OR expires_at > ?10))`;

async function isFull(db: Db, workspaceId: string, now: number): Promise<boolean> {
  const row = await db.get(
    `SELECT count(*) AS live FROM api_keys WHERE workspace_id = ?1 AND revoked_at IS NULL
     AND (expires_at IS NULL OR expires_at > ?2)`,
    workspaceId,
    now,
  );
  return row !== undefined && integer(row, "live") >= limits.keys.workspace.max;
}

function tooManyKeys(): ApiError {
  return conflict(`A workspace has at most ${limits.keys.workspace.max} API keys. Revoke one that is not used.`);
}

function notMember(): ApiError {
  return new ApiError("workspace_access_denied", "You are not a member of this workspace; ask one of its members.");
}

function creation({ ids }: Context, key: NewApiKey, now: number): Effect<CreatedApiKey> {
  const secret = newApiKey();
  const response: CreatedApiKey = {
    object: "api_key",
    id: ids.uuid(),
    name: key.name,
    prefix: secret.slice(0, 8),
    last4: secret.slice(-4),
    scopes: allScopes.filter((scope) => key.scopes.includes(scope)),
    workspaceId: key.workspaceId,
    rateLimitPerMinute: key.rateLimitPerMinute,
    lastUsedAt: null,
    expiresAt: timestampOrNull(key.expiresAt),
    revokedAt: null,
    createdAt: timestamp(now),
    secret,
  };
  const statements = [insertion(response, key, secret, now)];
  return { statements, response, recorded: { ...response, secret: null } };
}

/** Id and owner are NULL, which the schema refuses, when the workspace is full, and for a user who is no member. */
function insertion(response: ApiKey, key: NewApiKey, secret: string, now: number): Statement {
  return statement(
    `INSERT INTO api_keys
       (id, workspace_id, user_id, name, prefix, last4, secret_hash, scopes, rate_limit_per_minute, created_at, expires_at)
     VALUES (CASE WHEN ${liveKeys} < ?12 THEN ?1 END, ?2, (SELECT user_id FROM memberships WHERE workspace_id = ?2 AND user_id = ?3),
       ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`,
    response.id,
    key.workspaceId,
    key.userId,
    key.name,
    response.prefix,
    response.last4,
    hashSecret(secret),
    JSON.stringify(response.scopes),
    key.rateLimitPerMinute,
    now,
    key.expiresAt,
    limits.keys.workspace.max,
  );
}

function toResource(row: Row, pendingUse: number | null): ApiKey {
  return {
    object: "api_key",
    id: text(row, "id"),
    name: text(row, "name"),
    prefix: text(row, "prefix"),
    last4: text(row, "last4"),
    scopes: readScopes(text(row, "scopes")),
    workspaceId: text(row, "workspace_id"),
    rateLimitPerMinute: integer(row, "rate_limit_per_minute"),
    lastUsedAt: timestampOrNull(pendingUse ?? integerOrNull(row, "last_used_at")),
    expiresAt: timestampOrNull(integerOrNull(row, "expires_at")),
    revokedAt: timestampOrNull(integerOrNull(row, "revoked_at")),
    createdAt: timestamp(integer(row, "created_at")),
  };
}
