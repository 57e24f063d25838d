/**
 * OAuth tokens: made, rotated, ended. Only their hashes are kept, so that a grant can be ended at once and a stolen directory
 * opens nothing. Source: OAuth 2.1 §4.3 (rotation), RFC 7009.
 */
import type { Scope } from "../../../schema/scopes.ts";
import type { Context } from "../context/context.ts";
import { type Row, type Statement, statement, integer, integerOrNull, text } from "../database/db.ts";
import { readScopes } from "../context/scopes.ts";
import { hashSecret, newAccessToken, newRefreshToken } from "../secrets/secrets.ts";

/** Milliseconds for which an access token, and a refresh token, opens anything. */
export const accessLifetime = 60 * 60 * 1000;
export const refreshLifetime = 90 * 24 * 60 * 60 * 1000;
/** How long an ended token is still distinguished from an unknown one. */
const keptAfterEnd = 7 * 24 * 60 * 60 * 1000;

/** Shown this once. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Of the access token. */
  readonly scopes: readonly Scope[];
}

export interface RefreshToken {
  readonly hash: string;
  readonly grantId: string;
  readonly clientId: string;
  readonly resource: string;
  /** What its person let the client do when it was made, as far as the grant still does. */
  readonly scopes: readonly Scope[];
  readonly expiresAt: number;
  /** Its first use, or null. */
  readonly rotatedAt: number | null;
  /** A token that came of it has been used in its turn: the answer to its first use did arrive. */
  readonly isSuperseded: boolean;
  /** The grant lives, and its person is a member of the workspace. */
  readonly isLive: boolean;
}

/** A token of either kind, for its revocation. */
export interface KnownToken {
  readonly kind: "access" | "refresh";
  readonly hash: string;
  readonly grantId: string;
  readonly clientId: string;
}

export interface Tokens {
  findRefreshToken(secret: string): Promise<RefreshToken | undefined>;
  /**
   * The given tokens in the place of this one; undefined when the grant ended in the meantime. Those that are there already stay as
   * they are, and are answered with their scopes.
   */
  rotateRefreshToken(token: RefreshToken, issue: IssuedTokens): Promise<IssuedTokens | undefined>;
  findToken(secret: string): Promise<KnownToken | undefined>;
  /** Ends one access token; the grant lives on. */
  endAccessToken(token: KnownToken): Promise<void>;
}

const selectRefresh = `SELECT t.hash, t.grant_id, t.resource, t.scopes, t.expires_at, t.rotated_at, g.client_id,
    g.scopes AS grant_scopes, g.revoked_at IS NULL AND m.user_id IS NOT NULL AS is_live,
    EXISTS (SELECT 1 FROM oauth_tokens s WHERE s.parent = t.hash AND s.rotated_at IS NOT NULL) AS is_superseded
  FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id
  LEFT JOIN memberships m ON m.workspace_id = g.workspace_id AND m.user_id = g.user_id
  WHERE t.hash = ? AND t.kind = 'refresh'`;

export function tokens(context: Context): Tokens {
  const { db, clock } = context;
  return {
    findRefreshToken: async (secret) => {
      const row = await db.get(selectRefresh, hashSecret(secret));
      return row === undefined ? undefined : toRefreshToken(row);
    },
    rotateRefreshToken: async (token, issue) => {
      await db.batch([...rotation(token, issue, clock.now()), forgetEnded(clock.now())]);
      const row = await db.get(
        `SELECT t.scopes FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id
         WHERE t.hash = ? AND g.revoked_at IS NULL`,
        hashSecret(issue.accessToken),
      );
      return row === undefined ? undefined : { ...issue, scopes: readScopes(text(row, "scopes")) };
    },
    findToken: async (secret) => {
      const row = await db.get(
        `SELECT t.kind, t.hash, t.grant_id, g.client_id FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id
         WHERE t.hash = ?`,
        hashSecret(secret),
      );
      return row === undefined ? undefined : toKnownToken(row);
    },
    endAccessToken: async ({ hash, grantId }) => {
      const end = () => db.run("DELETE FROM oauth_tokens WHERE hash = ?", hash);
      await context.changing([{ kind: "credential", id: grantId }], end);
    },
  };
}

/** A fresh pair of tokens, not kept yet. */
export function newTokens(scopes: readonly Scope[]): IssuedTokens {
  return { accessToken: newAccessToken(), refreshToken: newRefreshToken(), scopes };
}

/** Forgets tokens that ended long ago. A used refresh token stays until it would have ended: using it again must be noticed. */
export function forgetEnded(now: number): Statement {
  return statement("DELETE FROM oauth_tokens WHERE expires_at <= ?", now - keptAfterEnd);
}

function rotation(token: RefreshToken, issue: IssuedTokens, now: number): Statement[] {
  const insert = `INSERT INTO oauth_tokens (hash, grant_id, kind, parent, resource, scopes, expires_at)
    SELECT ?1, t.grant_id, ?2, t.hash, t.resource, coalesce(?3, t.scopes), ?4
    FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE t.hash = ?5 AND g.revoked_at IS NULL ON CONFLICT DO NOTHING`;
  const { hash, grantId } = token;
  const scopes = JSON.stringify(issue.scopes);
  return [
    statement("UPDATE oauth_tokens SET rotated_at = ? WHERE hash = ? AND rotated_at IS NULL", now, hash),
    statement(insert, hashSecret(issue.accessToken), "access", scopes, now + accessLifetime, hash),
    statement(insert, hashSecret(issue.refreshToken), "refresh", null, now + refreshLifetime, hash),
    statement("UPDATE oauth_grants SET expires_at = ? WHERE id = ?", now + refreshLifetime, grantId),
  ];
}

function toRefreshToken(row: Row): RefreshToken {
  const granted = readScopes(text(row, "grant_scopes"));
  return {
    hash: text(row, "hash"),
    grantId: text(row, "grant_id"),
    clientId: text(row, "client_id"),
    resource: text(row, "resource"),
    scopes: readScopes(text(row, "scopes")).filter((scope) => granted.includes(scope)),
    expiresAt: integer(row, "expires_at"),
    rotatedAt: integerOrNull(row, "rotated_at"),
    isSuperseded: integer(row, "is_superseded") === 1,
    isLive: integer(row, "is_live") === 1,
  };
}

function toKnownToken(row: Row): KnownToken {
  return {
    kind: text(row, "kind") === "access" ? "access" : "refresh",
    hash: text(row, "hash"),
    grantId: text(row, "grant_id"),
    clientId: text(row, "client_id"),
  };
}
