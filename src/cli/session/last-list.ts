/** The list that a person was shown last: its numbers stand for its records until the next one. */
import type { Io } from "../ports/io.ts";

interface LastList {
  /** The operation that listed it. */
  readonly operation: string;
  readonly ids: readonly string[];
}

const file = "last-list.json";

/** Notes what a person is shown, at a terminal: a program that reads a list leaves the numbers alone. */
export function noteList(io: Io, operation: string, records: readonly unknown[]): void {
  const ids = records.map((record) => (record as { readonly id?: unknown }).id);
  if (!io.stdout.isTerminal || !ids.every((id) => typeof id === "string")) return;
  io.files.write(file, JSON.stringify({ operation, ids } satisfies LastList));
}

/** The ids of the list that was shown last, in its order; null when another operation listed it, or nothing was listed. */
export function lastListOf(io: Io, operation: string): readonly string[] | null {
  const last = lastList(io);
  return last?.operation === operation ? last.ids : null;
}

/** The list that was shown last, whatever it is of; null when there is none. */
export function lastList(io: Io): LastList | null {
  const text = io.files.read(file);
  try {
    return text === null ? null : (JSON.parse(text) as LastList);
  } catch {
    return null; // half a file is as good as none
  }
}
