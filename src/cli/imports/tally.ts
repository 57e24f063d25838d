/** Counts what has no field here: what was kept as text in the body, and what was left out. */
import { fit, plain } from "../output/text.ts";

export interface Count {
  readonly kind: string;
  readonly count: number;
  /** A few of them, in words. */
  readonly examples: readonly string[];
}

export interface Tally {
  /** Of that kind something was kept, as text. */
  keep(kind: string): void;
  /** Of that kind something was left out. */
  lose(kind: string, example: string): void;
  readonly kept: readonly Count[];
  readonly lost: readonly Count[];
}

const mostExamples = 3;
const exampleColumns = 60;

/** An empty one. */
export function createTally(): Tally {
  const kept = new Map<string, { count: number; examples: string[] }>();
  const lost = new Map<string, { count: number; examples: string[] }>();
  const add = (counts: typeof kept, kind: string, example: string | null) => {
    const entry = counts.get(kind) ?? { count: 0, examples: [] };
    entry.count += 1;
    const shown = example === null ? "" : fit(plain(example).trim(), exampleColumns);
    if (shown !== "" && entry.examples.length < mostExamples && !entry.examples.includes(shown))
      entry.examples.push(shown);
    counts.set(kind, entry);
  };
  const list = (counts: typeof kept) => [...counts].map(([kind, entry]) => ({ kind, ...entry }));
  return {
    keep: (kind) => add(kept, kind, null),
    lose: (kind, example) => add(lost, kind, example),
    get kept() {
      return list(kept);
    },
    get lost() {
      return list(lost);
    },
  };
}
