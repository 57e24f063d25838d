/** Sign-ins of people: they end 30 days after the last use, and after 90 days at most. */
import type { Context } from "./context/context.ts";
import { type Row, statement, integer, text } from "./database/db.ts";
import { hashSecret, newSessionToken } from "./secrets/secrets.ts";
import { sessionIdleLimit } from "./context/principal.ts";
import { ApiError, noSuch } from "../../schema/errors.ts";

export interface NewSession {
  readonly id: string;
  /** Shown this once; only its hash is kept. */
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Milliseconds since 1970. */
export interface SessionTimes {
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface Sessions {
  /**
   * Throws `resource_not_found` when there is no such user. With the hash by which a password was checked: `invalid_session_token` once the
   * person has another one, as the sessions from before that have ended.
   */
  createSession(userId: string, passwordHash?: string): Promise<NewSession>;
  /** Signs out; nothing happens when the session has ended already. */
  endSession(id: string): Promise<void>;
  /** Those of a user that have not ended, newest first. */
  sessionsOf(userId: string): Promise<readonly SessionTimes[]>;
  /** Ends a session of a user. Throws `resource_not_found`, also for somebody else's. */
  endSessionOf(userId: string, id: string): Promise<void>;
  endSessions(userId: string): Promise<void>;
}

/** How long an expired row stays, so that an extension that is still in memory finds it. */
const pruneMargin = 24 * 60 * 60 * 1000;

export function sessions(context: Context): Sessions {
  const { db } = context;
  return {
    createSession: (userId, passwordHash) => createSession(context, userId, passwordHash),
    endSession: async (id) => {
      await context.changing([{ kind: "credential", id }], () => db.run("DELETE FROM sessions WHERE id = ?", id));
    },
    sessionsOf: async (userId) => {
      const live =
        "SELECT id, created_at, expires_at FROM sessions WHERE user_id = ? ORDER BY created_at DESC, id DESC";
      const rows = (await db.all(live, userId)).map((row) => toTimes(row, context));
      return rows.filter(({ expiresAt }) => expiresAt > context.clock.now());
    },
    endSessionOf: async (userId, id) => {
      const end = () => db.run("DELETE FROM sessions WHERE id = ? AND user_id = ?", id, userId);
      if ((await context.changing([{ kind: "credential", id }], end)) === 0) throw noSuch("session", id);
    },
    endSessions: async (userId) => {
      const end = () => db.run("DELETE FROM sessions WHERE user_id = ?", userId);
      await context.changing([{ kind: "user", id: userId }], end);
    },
  };
}

async function createSession(
  { db, clock, ids }: Context,
  userId: string,
  passwordHash: string | undefined,
): Promise<NewSession> {
  const now = clock.now();
  const session: NewSession = { id: ids.uuid(), token: newSessionToken(), expiresAt: now + sessionIdleLimit };
  const insert = `INSERT INTO sessions (id, user_id, token_hash, created_at, expires_at)
    SELECT ?1, id, ?2, ?3, ?4 FROM users WHERE id = ?5 AND (?6 IS NULL OR password_hash = ?6)`;
  const results = await db.batch([
    statement(insert, session.id, hashSecret(session.token), now, session.expiresAt, userId, passwordHash ?? null),
    statement("DELETE FROM sessions WHERE expires_at <= ?", now - pruneMargin),
  ]);
  if (results[0]?.changed === 1) return session;
  if (passwordHash === undefined) throw noSuch("user", userId);
  throw new ApiError("invalid_session_token", "The password was changed just now: sign in with the new one.");
}

/** An extension that has not been written yet counts. */
function toTimes(row: Row, { touches }: Context): SessionTimes {
  const id = text(row, "id");
  const expiresAt = touches.sessionExpiry(id) ?? integer(row, "expires_at");
  return { id, createdAt: integer(row, "created_at"), expiresAt };
}
