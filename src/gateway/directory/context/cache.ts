/**
 * A bounded memory of what look-ups found, least recently used out first.
 *
 * Invariant: a value read before a change is never cached after it. A look-up calls `begin` before it reads; a drop moves
 * the generation on; `put` keeps nothing that was read in an earlier one, and counts the age from the beginning of the read.
 */
export interface Cached {
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

export interface Reading {
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
