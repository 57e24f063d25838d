/** One after the other for each key; keys do not wait for each other. */
export interface Locks {
  /** Runs the action when the ones before it for the same key have ended, however they ended. */
  alone<T>(key: string, action: () => T | Promise<T>): Promise<T>;
}

export function createLocks(): Locks {
  const last = new Map<string, Promise<unknown>>();
  return {
    alone(key, action) {
      const turn = (last.get(key) ?? Promise.resolve()).then(action);
      const ended = turn
        .catch(() => undefined)
        .then(() => {
          if (last.get(key) === ended) last.delete(key);
        });
      last.set(key, ended);
      return turn;
    },
  };
}
