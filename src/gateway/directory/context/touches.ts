/** Signs of life, collected in memory and written in one batch: a request costs no write. A crash loses only these. */
import { type Db, statement } from "../database/db.ts";
import type { Cache } from "./cache.ts";
import type { ApiKeyPrincipal, Principal, SessionPrincipal, TokenPrincipal } from "./principal.ts";

/** A credential, as far as its use is noted. */
export type Used = Pick<ApiKeyPrincipal | TokenPrincipal, "type" | "credentialId"> | SessionPrincipal;

export interface Touches {
  /**
   * Notes that a credential was used, `now` in milliseconds: a key or grant to the nearest minute. A session ends later by it, which is
   * noted when the gain is an hour.
   */
  readonly touch: (credential: Used, now: number) => void;
  /** The last use of a key or grant not yet written, or null. */
  lastUsedAt(id: string): number | null;
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

export function createTouches(db: Db, cache: Pick<Cache<Principal>, "replace">): Touches {
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

  function touchSession(session: SessionPrincipal, now: number): void {
    const expiresAt = Math.min(now + sessionIdleLimit, session.createdAt + sessionLimit);
    if (expiresAt - session.expiresAt < hour) return;
    sessions.set(session.credentialId, expiresAt);
    cache.replace({ ...session, expiresAt });
  }

  return {
    touch(credential, now) {
      if (credential.type === "session") touchSession(credential, now);
      else
        (credential.type === "api_key" ? keys : grants).set(credential.credentialId, Math.round(now / minute) * minute);
    },
    lastUsedAt: (id) => keys.get(id) ?? grants.get(id) ?? null,
    sessionExpiry: (id) => sessions.get(id) ?? null,
    flush,
  };
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
