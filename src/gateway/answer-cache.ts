/**
 * The JSON of answers to reads: an answer is given again until the next commit of its workspace. Many clients ask for the same
 * again and again, because the service pushes nothing.
 */

/** What an answer follows from. */
export interface Position {
  /** Stands for what is committed in the workspace: another object after every commit. */
  readonly state: object;
  /** Who asks, with which scopes, and for what. */
  readonly key: string;
}

export interface AnswerCache {
  get(position: Position): string | undefined;
  put(position: Position, json: string): void;
}

/** Caches up to `capacity` characters, then starts over; answers of earlier states are collected with them. */
export function createAnswerCache(capacity: number): AnswerCache {
  let answers = new WeakMap<object, Map<string, string>>();
  let size = 0;

  return {
    get: ({ state, key }) => answers.get(state)?.get(key),
    put({ state, key }, json) {
      const added = key.length + json.length;
      if (added > capacity / 8) return;
      size += added;
      if (size > capacity) {
        answers = new WeakMap();
        size = added;
      }
      let ofState = answers.get(state);
      if (ofState === undefined) answers.set(state, (ofState = new Map()));
      ofState.set(key, json);
    },
  };
}
