/** Authorization codes: what a person just allowed, for the client to fetch once and soon. Source: OAuth 2.1 §4.1. */
import type { Scope } from "../../../schema/scopes.ts";
import type { Context } from "../context/context.ts";
import { type Row, type Statement, statement, integer, text, textOrNull } from "../database/db.ts";
import { readScopes } from "../context/scopes.ts";
import { hashSecret, newCode } from "../secrets/secrets.ts";
import type { OAuthClient } from "./clients.ts";
import { accessLifetime, forgetEnded, type IssuedTokens, newTokens, refreshLifetime } from "./tokens.ts";

export interface NewCode {
  readonly client: Pick<OAuthClient, "id" | "name" | "clientUri" | "logoUri">;
  readonly redirectUri: string;
  readonly redirectHost: string;
  /** SHA-256 of the verifier, in base64url (PKCE, S256). */
  readonly challenge: string;
  readonly resource: string;
  readonly scopes: readonly Scope[];
  readonly userId: string;
  readonly workspaceId: string;
}

/** A code that is known, redeemed or not. */
export interface Code {
  readonly hash: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly resource: string;
  readonly scopes: readonly Scope[];
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly isRedeemed: boolean;
  /** The grant it was redeemed for. */
  readonly grantId: string | null;
}

export interface Codes {
  /** The secret of a new code. */
  createCode(code: NewCode): Promise<string>;
  findCode(secret: string): Promise<Code | undefined>;
  /** Tokens for the code, of a new grant or the one there is; undefined when it was redeemed in the meantime, or its user left. */
  redeemCode(code: Code): Promise<IssuedTokens | undefined>;
}

/** Milliseconds. */
const codeLifetime = 60_000;
/** How long a second use of a code is noticed. */
const keptAfterEnd = 24 * 60 * 60 * 1000;

export function codes(context: Context): Codes {
  const { db, clock } = context;
  return {
    createCode: async (code) => {
      const secret = newCode();
      const forget = statement("DELETE FROM oauth_codes WHERE expires_at <= ?", clock.now() - keptAfterEnd);
      await db.batch([forget, insertion(hashSecret(secret), code, clock.now() + codeLifetime)]);
      return secret;
    },
    findCode: async (secret) => {
      const row = await db.get("SELECT * FROM oauth_codes WHERE hash = ?", hashSecret(secret));
      return row === undefined ? undefined : toCode(row);
    },
    redeemCode: (code) => redeem(context, code),
  };
}

function insertion(hash: string, { client, ...code }: NewCode, expiresAt: number): Statement {
  return statement(
    `INSERT INTO oauth_codes (hash, client_id, name, client_uri, logo_uri, redirect_uri, redirect_host, challenge, resource,
       scopes, user_id, workspace_id, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    hash,
    client.id,
    client.name,
    client.clientUri,
    client.logoUri,
    code.redirectUri,
    code.redirectHost,
    code.challenge,
    code.resource,
    JSON.stringify(code.scopes),
    code.userId,
    code.workspaceId,
    expiresAt,
  );
}

async function redeem(context: Context, code: Code): Promise<IssuedTokens | undefined> {
  const { db, clock, ids } = context;
  const issue = newTokens(code.scopes);
  const redemption = ids.uuid();
  const now = clock.now();
  await db.batch([...redeeming({ hash: code.hash, redemption, grantId: ids.uuid(), issue, now }), forgetEnded(now)]);
  const sql = "SELECT grant_id FROM oauth_codes WHERE hash = ? AND redemption = ? AND grant_id IS NOT NULL";
  const row = await db.get(sql, code.hash, redemption);
  if (row === undefined) return undefined;
  // The scopes of the grant may be other ones now: what its older tokens may do is looked up again.
  await context.changing([{ kind: "credential", id: text(row, "grant_id") }], async () => undefined);
  return issue;
}

interface Redemption {
  readonly hash: string;
  /** Of this request: any other that claims the code has another. */
  readonly redemption: string;
  /** Of the grant, if a new one is made. */
  readonly grantId: string;
  readonly issue: IssuedTokens;
  readonly now: number;
}

/** The first statement claims the code; the others act for the request whose claim it was, and for nobody else. */
function redeeming({ hash, redemption, grantId, issue, now }: Redemption): Statement[] {
  const mine = "WHERE c.hash = ?1 AND c.redemption = ?2";
  const keep = `INSERT INTO oauth_tokens (hash, grant_id, kind, resource, scopes, expires_at)
    SELECT ?3, c.grant_id, ?4, c.resource, c.scopes, ?5 FROM oauth_codes c ${mine} AND c.grant_id IS NOT NULL`;
  return [
    statement("UPDATE oauth_codes SET redemption = ?2 WHERE hash = ?1 AND redemption IS NULL", hash, redemption),
    statement(
      `INSERT INTO oauth_grants (id, client_id, workspace_id, user_id, name, client_uri, logo_uri, redirect_host, scopes,
         created_at, expires_at)
       SELECT ?3, c.client_id, c.workspace_id, c.user_id, c.name, c.client_uri, c.logo_uri, c.redirect_host, c.scopes, ?4, ?5
       FROM oauth_codes c JOIN memberships m ON m.workspace_id = c.workspace_id AND m.user_id = c.user_id ${mine}
       ON CONFLICT (client_id, workspace_id, user_id) WHERE revoked_at IS NULL DO UPDATE SET name = excluded.name,
         client_uri = excluded.client_uri, logo_uri = excluded.logo_uri, redirect_host = excluded.redirect_host,
         scopes = excluded.scopes, expires_at = excluded.expires_at`,
      hash,
      redemption,
      grantId,
      now,
      now + refreshLifetime,
    ),
    statement(
      `UPDATE oauth_codes AS c SET grant_id = (SELECT g.id FROM oauth_grants g WHERE g.client_id = c.client_id
         AND g.workspace_id = c.workspace_id AND g.user_id = c.user_id AND g.revoked_at IS NULL) ${mine}`,
      hash,
      redemption,
    ),
    statement(keep, hash, redemption, hashSecret(issue.accessToken), "access", now + accessLifetime),
    statement(keep, hash, redemption, hashSecret(issue.refreshToken), "refresh", now + refreshLifetime),
  ];
}

function toCode(row: Row): Code {
  return {
    hash: text(row, "hash"),
    clientId: text(row, "client_id"),
    redirectUri: text(row, "redirect_uri"),
    challenge: text(row, "challenge"),
    resource: text(row, "resource"),
    scopes: readScopes(text(row, "scopes")),
    expiresAt: integer(row, "expires_at"),
    isRedeemed: textOrNull(row, "redemption") !== null,
    grantId: textOrNull(row, "grant_id"),
  };
}
