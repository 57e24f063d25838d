/** Counts what has no field here: what became text in the body, and what was left out. */
import { fit, plain } from "../../output/text.ts";

export interface Count {
  readonly kind: string;
  readonly count: number;
  /** A few of them, in words. */
  readonly examples: readonly string[];
}

export interface Counts {
  /** Counts one of that kind that became text in the body. */
  keepAsText(kind: string): void;
  /** Counts one of that kind that was left out. */
  leaveOut(kind: string, example: string): void;
  readonly asText: readonly Count[];
  readonly leftOut: readonly Count[];
}

interface Entry {
  count: number;
  readonly examples: string[];
}

const maxExamples = 3;
const exampleColumns = 60;

/** Counts that begin at zero. */
export function createCounts(): Counts {
  const asText = new Map<string, Entry>();
  const leftOut = new Map<string, Entry>();
  return {
    keepAsText: (kind) => add(asText, kind, ""),
    leaveOut: (kind, example) => add(leftOut, kind, fit(plain(example).trim(), exampleColumns)),
    get asText() {
      return listOf(asText);
    },
    get leftOut() {
      return listOf(leftOut);
    },
  };
}

function add(entries: Map<string, Entry>, kind: string, example: string): void {
  const entry = entries.get(kind) ?? { count: 0, examples: [] };
  entry.count += 1;
  if (example !== "" && entry.examples.length < maxExamples && !entry.examples.includes(example))
    entry.examples.push(example);
  entries.set(kind, entry);
}

function listOf(entries: ReadonlyMap<string, Entry>): Count[] {
  return [...entries].map(([kind, entry]) => ({ kind, ...entry }));
}
