/** What was reckoned and is of use for a while, whether or not it would come out the same now. */

export interface Hints {
  get<T>(name: string, make: () => T): T;
  clear(): void;
}

interface Hint {
  readonly value: unknown;
  left: number;
}

/** Keeps `limit` of those that were used last, each for so many uses. */
export function createHints(limit: number, uses: number): Hints {
  const hints = new Map<string, Hint>();

  return {
    get<T>(name: string, make: () => T): T {
      const found = hints.get(name);
      const isGood = found !== undefined && found.left > 0;
      const hint = isGood ? found : { value: make(), left: uses };
      hint.left -= 1;
      hints.delete(name);
      if (hints.size === limit) hints.delete(hints.keys().next().value as string);
      hints.set(name, hint);
      return hint.value as T;
    },
    clear: () => hints.clear(),
  };
}
