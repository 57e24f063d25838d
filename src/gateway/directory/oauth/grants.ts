/** Connected apps: what people let OAuth clients do, one grant per client, workspace and person. */
import { noSuch } from "../../../schema/errors.ts";
import type { Scope } from "../../../schema/scopes.ts";
import type { Context } from "../context/context.ts";
import {
  type Row,
  type Statement,
  statement,
  integer,
  integerOrNull,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from "../database/db.ts";
import { readScopes } from "../context/scopes.ts";

export interface ConnectedApp {
  readonly object: "connected_app";
  readonly id: string;
  readonly clientId: string;
  readonly name: string;
  readonly clientUri: string | null;
  readonly logoUri: string | null;
  readonly redirectHost: string;
  readonly scopes: readonly Scope[];
  readonly workspaceId: string;
  readonly userId: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  /** When the newest refresh token ends. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface RevokedApp {
  readonly object: "connected_app_revoked";
  readonly id: string;
  readonly revokedAt: string;
}

export interface Grants {
  getConnectedApp(id: string): Promise<ConnectedApp | undefined>;
  /** Newest first. */
  listConnectedApps(workspaceId: string, includeRevoked: boolean): Promise<readonly ConnectedApp[]>;
  /** Ends all tokens of the grant; a second time keeps the first `revokedAt`. Throws `resource_not_found`. */
  revokeConnectedApp(id: string): Promise<RevokedApp>;
}

const columns = `id, client_id, name, client_uri, logo_uri, redirect_host, scopes, workspace_id, user_id, created_at,
  last_used_at, expires_at, revoked_at`;

export function grants(context: Context): Grants {
  const { db, clock, touches } = context;
  const toApp = (row: Row): ConnectedApp => toResource(row, touches.lastUsedAt(text(row, "id")));

  async function getConnectedApp(id: string): Promise<ConnectedApp | undefined> {
    const row = await db.get(`SELECT ${columns} FROM oauth_grants WHERE id = ?`, id);
    return row === undefined ? undefined : toApp(row);
  }

  return {
    getConnectedApp,
    listConnectedApps: async (workspaceId, includeRevoked) => {
      const rows = await db.all(
        `SELECT ${columns} FROM oauth_grants WHERE workspace_id = ? AND (? OR revoked_at IS NULL)
         ORDER BY created_at DESC, id DESC`,
        workspaceId,
        includeRevoked,
      );
      return rows.map(toApp);
    },
    revokeConnectedApp: async (id) => {
      await context.changing([{ kind: "credential", id }], () => db.batch(revocation(id, clock.now())));
      const revokedAt = (await getConnectedApp(id))?.revokedAt ?? null;
      if (revokedAt === null) throw noSuch("connected app", id);
      return { object: "connected_app_revoked", id, revokedAt };
    },
  };
}

/** Also forgets codes on their way: one redeemed later would bring the app back. */
function revocation(id: string, now: number): Statement[] {
  return [
    statement(
      `DELETE FROM oauth_codes WHERE redemption IS NULL AND (client_id, workspace_id, user_id) IN
         (SELECT client_id, workspace_id, user_id FROM oauth_grants WHERE id = ?)`,
      id,
    ),
    statement("UPDATE oauth_grants SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", now, id),
  ];
}

/** Ends everything that a user let in, and what is on its way. */
export function revokeGrantsOf(userId: string, now: number): Statement[] {
  return [
    statement("DELETE FROM oauth_codes WHERE user_id = ? AND redemption IS NULL", userId),
    statement("UPDATE oauth_grants SET revoked_at = ?2 WHERE user_id = ?1 AND revoked_at IS NULL", userId, now),
  ];
}

/** Ends what a user let into a workspace, when the user is no member of it any more. */
export function revokeGrantsWithoutMember(workspaceId: string, userId: string, now: number): Statement {
  return statement(
    `UPDATE oauth_grants SET revoked_at = ?3 WHERE workspace_id = ?1 AND user_id = ?2 AND revoked_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM memberships WHERE workspace_id = ?1 AND user_id = ?2)`,
    workspaceId,
    userId,
    now,
  );
}

function toResource(row: Row, pendingUse: number | null): ConnectedApp {
  return {
    object: "connected_app",
    id: text(row, "id"),
    clientId: text(row, "client_id"),
    name: text(row, "name"),
    clientUri: textOrNull(row, "client_uri"),
    logoUri: textOrNull(row, "logo_uri"),
    redirectHost: text(row, "redirect_host"),
    scopes: readScopes(text(row, "scopes")),
    workspaceId: text(row, "workspace_id"),
    userId: text(row, "user_id"),
    createdAt: timestamp(integer(row, "created_at")),
    lastUsedAt: timestampOrNull(pendingUse ?? integerOrNull(row, "last_used_at")),
    expiresAt: timestampOrNull(integerOrNull(row, "expires_at")),
    revokedAt: timestampOrNull(integerOrNull(row, "revoked_at")),
  };
}
