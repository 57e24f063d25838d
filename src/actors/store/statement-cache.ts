/** Prepared statements by their text, bounded. Preparing is ten times the cost of running, and each one dropped waits for a collection. */

export interface StatementCache<T> {
  get(text: string): T;
  /** The next `get` prepares it anew. */
  drop(text: string): void;
  clear(): void;
}

/**
 * Keeps between `limit / 2` and `limit` of the texts used last, in two generations: a hit in the young one costs one look-up
 * and moves nothing.
 */
export function createStatementCache<T>(limit: number, prepare: (text: string) => T): StatementCache<T> {
  let young = new Map<string, T>();
  let old = new Map<string, T>();

  function remember(text: string, entry: T): T {
    if (young.size >= limit / 2) {
      old = young;
      young = new Map();
    }
    young.set(text, entry);
    return entry;
  }

  return {
    get: (text) => young.get(text) ?? remember(text, old.get(text) ?? prepare(text)),
    drop(text) {
      young.delete(text);
      old.delete(text);
    },
    clear() {
      young = new Map();
      old = new Map();
    },
  };
}
