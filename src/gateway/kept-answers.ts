/**
 * Answers of reads, kept as text for as long as nothing changes in their workspace: many clients ask for the same again and
 * again, because the service pushes nothing.
 *
 * Invariant: a kept answer is given to the same person with the same scopes only, for the same path and query, while the
 * workspace is in the state that the answer was read from. What also depends on the time is never kept (`Answer.asOf`).
 */
import type { Json } from "../workspace/json-text.ts";

export interface KeptAnswers {
  /** The text that is kept for the request in this state; undefined when there is none. */
  get(state: object, request: string): Json | undefined;
  put(state: object, request: string, answer: Json): void;
}

/** Keeps up to so many characters, then begins anew; what belongs to states that are no more is dropped by itself. */
export function createKeptAnswers(capacity: number): KeptAnswers {
  let kept = new WeakMap<object, Map<string, Json>>();
  let size = 0;

  return {
    get: (state, request) => kept.get(state)?.get(request),
    put(state, request, answer) {
      const added = request.length + answer.text.length;
      if (added > capacity / 8) return;
      size += added;
      if (size > capacity) {
        kept = new WeakMap();
        size = added;
      }
      let texts = kept.get(state);
      if (texts === undefined) kept.set(state, (texts = new Map()));
      texts.set(request, answer);
    },
  };
}
