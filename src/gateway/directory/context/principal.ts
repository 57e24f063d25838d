/** What a request needs to know about the credential it came with. */
import { limits } from "../../../schema/limits.ts";
import { type Scope, scopes } from "../../../schema/scopes.ts";
import { type Db, statement } from "../database/db.ts";

interface PrincipalUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export interface PrincipalWorkspace {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
}

interface Credential {
  readonly credentialId: string;
  readonly user: PrincipalUser;
  readonly organizationId: string;
  readonly scopes: readonly Scope[];
  readonly rateLimitPerMinute: number;
}

/** What opens one workspace, for as long as a person is a member of it. */
interface OfOneWorkspace extends Credential {
  /** Of the key, or of the client. */
  readonly name: string;
  readonly workspace: PrincipalWorkspace;
  /** Milliseconds since 1970, as all times here. */
  readonly revokedAt: number | null;
  /** Whether the owner of the key, or the person who let the client in, is still a member of the workspace. */
  readonly isMember: boolean;
}

export interface ApiKeyPrincipal extends OfOneWorkspace {
  readonly type: "api_key";
  readonly expiresAt: number | null;
}

/** Its `credentialId` is that of the grant, which outlives each of its tokens. */
export interface TokenPrincipal extends OfOneWorkspace {
  readonly type: "oauth_token";
  readonly expiresAt: number;
  /** The one resource it opens (RFC 8707). */
  readonly resource: string;
}

export interface SessionPrincipal extends Credential {
  readonly type: "session";
  readonly name: null;
  /** The workspaces of the user: the default one leads, then those joined first. */
  readonly workspaces: readonly PrincipalWorkspace[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

export type Principal = ApiKeyPrincipal | SessionPrincipal | TokenPrincipal;

/** What a session opens, and how many requests a minute sessions and apps have; a key says both itself. */
export const sessionScopes: readonly Scope[] = scopes;
export const sessionRateLimitPerMinute = limits.sessionRequests.credential.max;
export const grantRateLimitPerMinute = limits.grantRequests.credential.max;

/**
 * How a credential stands at a moment. `revoked` also when its user left the workspace; revoked outweighs expired. The
 * moment of expiry itself is past expiry.
 */
export function standing(principal: Principal, now: number): "valid" | "expired" | "revoked" {
  if (principal.type !== "session" && (principal.revokedAt !== null || !principal.isMember)) return "revoked";
  return principal.expiresAt !== null && now >= principal.expiresAt ? "expired" : "valid";
}

/** Whether the credential opens the workspace. */
export function opens(principal: Principal, workspaceId: string): boolean {
  if (principal.type === "session") return principal.workspaces.some(({ id }) => id === workspaceId);
  return principal.isMember && principal.workspace.id === workspaceId;
}
interface Cached {
  readonly credentialId: string;
}

export interface Cache<T extends Cached> {
  readonly get: (hash: string) => T | undefined;
  byId(credentialId: string): T | undefined;
  begin(): Reading;
  put(hash: string, value: T, reading: Reading): void;
  /** Puts a newer value in the place of one that is cached; nothing when none is. */
  replace(value: T): void;
  drop(affects: (value: T) => boolean): void;
}

interface Reading {
  readonly generation: number;
  readonly at: number;
}

interface Entry<T> {
  readonly value: T;
  readonly readAt: number;
}

/** `maxAge` in milliseconds of the monotonic clock: 0 keeps nothing, Infinity for as long as nothing else changes the database. */
export function createCache<T extends Cached>(options: {
  readonly capacity: number;
  readonly maxAge: number;
  readonly monotonic: () => number;
}): Cache<T> {
  const entries = new Map<string, Entry<T>>();
  const hashes = new Map<string, string>();
  let generation = 0;

  function remove(hash: string, value: T): void {
    entries.delete(hash);
    hashes.delete(value.credentialId);
  }

  function get(hash: string): T | undefined {
    const entry = entries.get(hash);
    if (entry === undefined) return undefined;
    entries.delete(hash);
    if (options.maxAge === Number.POSITIVE_INFINITY || options.monotonic() - entry.readAt < options.maxAge) {
      entries.set(hash, entry);
      return entry.value;
    }
    hashes.delete(entry.value.credentialId);
    return undefined;
  }

  function store(hash: string, entry: Entry<T>): void {
    entries.delete(hash);
    entries.set(hash, entry);
    hashes.set(entry.value.credentialId, hash);
    if (entries.size <= options.capacity) return;
    for (const [oldest, { value }] of entries) return remove(oldest, value);
  }

  return {
    get,
    byId: (credentialId) => {
      const hash = hashes.get(credentialId);
      return hash === undefined ? undefined : get(hash);
    },
    begin: () => ({ generation, at: options.monotonic() }),
    put: (hash, value, reading) => {
      if (reading.generation === generation) store(hash, { value, readAt: reading.at });
    },
    replace: (value) => {
      const hash = hashes.get(value.credentialId);
      const entry = hash === undefined ? undefined : entries.get(hash);
      if (hash !== undefined && entry !== undefined) entries.set(hash, { value, readAt: entry.readAt });
    },
    drop: (affects) => {
      generation += 1;
      for (const [hash, { value }] of entries) if (affects(value)) remove(hash, value);
    },
  };
}

/** A credential, as far as its use is noted. */
type Used = Pick<ApiKeyPrincipal | TokenPrincipal, "type" | "credentialId"> | SessionPrincipal;

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
  /** Writes everything collected, one flush after the other. When it fails, nothing is lost and the next flush tries again. */
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

  async function write(): Promise<void> {
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

  let writing: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  /** However many are asked for while one is on its way, one more follows it: a slow disk is not asked for the same again and again. */
  function flush(): Promise<void> {
    if (writing === null) {
      writing = write().finally(() => (writing = null));
      return writing;
    }
    next ??= writing
      .catch(() => undefined)
      .then(() => {
        next = null;
        return flush();
      });
    return next;
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
