/** What every part of the directory works with: the database, time, ids, and the news of what changed. */
import type { Clock, Ids } from "../../../actors/runtime/ports.ts";
import { type Cache, createCache, type Principal, createTouches, type Touches } from "./principal.ts";
import { type Db, type DbOptions } from "../database/db.ts";
import { openReadableDb } from "../database/fallback-db.ts";
import { migrate } from "../database/migrate.ts";
import { currentCost, type PasswordCost } from "../secrets/passwords.ts";
import { startRefusal } from "../database/refusal.ts";

/** Something whose credentials must be looked up again. */
export interface Change {
  readonly kind: "user" | "workspace" | "credential";
  readonly id: string;
}

export interface Context {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly cache: Cache<Principal>;
  readonly touches: Touches;
  readonly passwordCost: PasswordCost;
  /** 32 bytes that encrypt what must be read again; they are not in the database. */
  readonly secretKey: () => Uint8Array;
  /** Runs a write and notifies everyone of the changes, also when the write failed: it may have reached the database all the same. */
  changing<T>(changes: readonly Change[], write: () => Promise<T>): Promise<T>;
  /** Calls the listener after each change, before the one who made it gets an answer; the answer stops it. */
  onChange(listener: (change: Change) => void): () => void;
  /** Notifies everyone here of what another gateway of the same database has changed. */
  noteChanges(changes: readonly Change[]): void;
}

export interface ContextOptions extends DbOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  /** What hashing a password takes; what is recommended when left out. */
  readonly passwordCost?: PasswordCost;
  /** The key that encrypts secrets; without one nothing that needs it works. */
  readonly secretKey?: () => Uint8Array;
  /** An open database of the newest schema, in place of that of the address. */
  readonly db?: Db;
  /** Notifies the other gateways of the same database of what was changed here, before the one who made it gets an answer. Never rejects. */
  readonly announce?: (changes: readonly Change[]) => Promise<void>;
  /** Refuses a database by rejecting, before anything in it is changed. */
  readonly beforeUse?: (db: Db) => Promise<void>;
}

const cacheCapacity = 10_000;
/** Milliseconds for which a gateway may not see what another one changed in a shared, remote directory. */
const remoteMaxAge = 1000;

export async function openContext({
  clock,
  ids,
  passwordCost = currentCost,
  secretKey = noKey,
  db: opened,
  announce,
  ...options
}: ContextOptions): Promise<Context> {
  const db = opened ?? (await openMigrated(options, clock.now()));
  const cache = createCache<Principal>({
    capacity: cacheCapacity,
    maxAge: db.isRemote ? remoteMaxAge : Number.POSITIVE_INFINITY,
    monotonic: () => clock.monotonic(),
  });
  const listeners = new Set<(change: Change) => void>();
  const notify = (change: Change): void => {
    cache.drop((principal) => isAffected(principal, change));
    for (const listener of listeners) listener(change);
  };
  const noteChanges = (changes: readonly Change[]): void => changes.forEach(notify);
  return {
    db,
    clock,
    ids,
    cache,
    touches: createTouches(db, cache),
    passwordCost,
    secretKey,
    async changing(changes, write) {
      try {
        return await write();
      } finally {
        noteChanges(changes);
        if (changes.length > 0) await announce?.(changes);
      }
    },
    noteChanges,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function noKey(): never {
  throw new Error("The directory was opened without the key that encrypts secrets.");
}

async function openMigrated(
  { beforeUse, ...options }: DbOptions & Pick<ContextOptions, "beforeUse">,
  now: number,
): Promise<Db> {
  let db: Db | undefined;
  try {
    db = await openReadableDb(options);
    await beforeUse?.(db);
    await migrate(db, now);
    return db;
  } catch (error) {
    await db?.close().catch(() => undefined); // what failed first is the news
    throw options.url.startsWith("file:") ? error : startRefusal(options.url, error);
  }
}

function isAffected(principal: Principal, { kind, id }: Change): boolean {
  if (kind === "credential") return principal.credentialId === id;
  if (kind === "user") return principal.user.id === id;
  return principal.type === "session"
    ? principal.workspaces.some((each) => each.id === id)
    : principal.workspace.id === id;
}
