/** Signs of life, collected in memory and written in one batch: a request costs no write. A crash loses only these. */
import { type Db, statement } from "../database/db.ts";
import type { SessionPrincipal } from "./principal.ts";

export interface Touches {
  /** Notes that a key was used; `now` in milliseconds, kept to the nearest minute. */
  touchApiKey(id: string, now: number): void;
  /** Notes that a token of an OAuth grant was used, in the same way. */
  touchGrant(id: string, now: number): void;
  /** The last use of a key or grant not yet written, or null. */
  lastUsedAt(id: string): number | null;
  /** The session with the expiry its use gives it; the same object while the gain is less than an hour. */
  touchSession(session: SessionPrincipal, now: number): SessionPrincipal;
  /** The expiry not yet written, or null. */
  sessionExpiry(id: string): number | null;
  /** Writes everything collected. When it fails, nothing is lost and the next flush tries again. */
  flush(): Promise<void>;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Milliseconds after the last use, and after the sign-in, at which a session ends. */
export const sessionIdleLimit = 30 * day;
const sessionLimit = 90 * day;

export function createTouches(db: Db): Touches {
  let keys = new Map<string, number>();
  let grants = new Map<string, number>();
  let sessions = new Map<string, number>();

  async function flush(): Promise<void> {
    if (keys.size + grants.size + sessions.size === 0) return;
    const [usedKeys, usedGrants, usedSessions] = [new Map(keys), new Map(grants), new Map(sessions)];
    await db.batch([
      ...useUpdates("api_keys", usedKeys),
      ...useUpdates("oauth_grants", usedGrants),
      ...sessionUpdates(usedSessions),
    ]);
    keys = without(keys, usedKeys);
    grants = without(grants, usedGrants);
    sessions = without(sessions, usedSessions);
  }

  return {
    touchApiKey: (id, now) => void keys.set(id, nearestMinute(now)),
    touchGrant: (id, now) => void grants.set(id, nearestMinute(now)),
    lastUsedAt: (id) => keys.get(id) ?? grants.get(id) ?? null,
    touchSession: (session, now) => {
      const expiresAt = Math.min(now + sessionIdleLimit, session.createdAt + sessionLimit);
      if (expiresAt - session.expiresAt < hour) return session;
      sessions.set(session.credentialId, expiresAt);
      return { ...session, expiresAt };
    },
    sessionExpiry: (id) => sessions.get(id) ?? null,
    flush,
  };
}

function nearestMinute(now: number): number {
  return Math.round(now / minute) * minute;
}

function useUpdates(table: "api_keys" | "oauth_grants", used: ReadonlyMap<string, number>) {
  const sql = `UPDATE ${table} SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?`;
  return Array.from(used, ([id, at]) => statement(sql, at, id));
}

function sessionUpdates(used: ReadonlyMap<string, number>) {
  const sql = "UPDATE sessions SET expires_at = max(expires_at, ?) WHERE id = ?";
  return Array.from(used, ([id, at]) => statement(sql, at, id));
}

/** What was noted again while the batch was on its way stays for the next one. */
function without(pending: ReadonlyMap<string, number>, written: ReadonlyMap<string, number>): Map<string, number> {
  return new Map(Array.from(pending).filter(([id, at]) => written.get(id) !== at));
}
