/** What is made of a text and costs more than to look it up, bounded: statements, queries. */

export interface Recent<T> {
  /** What was made of the text, or is now. */
  get(text: string): T;
  /** It is made again the next time. */
  drop(text: string): void;
  clear(): void;
}

/**
 * Keeps between `limit / 2` and `limit` of the texts used last, in two generations: a hit in the young one costs one look-up
 * and moves nothing. What `make` throws is not cached.
 */
export function createRecent<T>(limit: number, make: (text: string) => T): Recent<T> {
  let young = new Map<string, T>();
  let old = new Map<string, T>();

  function remember(text: string, made: T): T {
    if (young.size >= limit / 2) {
      old = young;
      young = new Map();
    }
    young.set(text, made);
    return made;
  }

  return {
    get: (text) => young.get(text) ?? remember(text, old.get(text) ?? make(text)),
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
