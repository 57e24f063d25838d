/** Fields of a record that says which state of it is known are written over the values that the person saw, and over no others. */
import { DayshiftError } from "../../client/errors.ts";
import { Crossed, isCrossed } from "./crossed.ts";

export interface Save<T extends object, A> {
  /** The record as it was last read or answered. */
  readonly known: T;
  /** What the person saw of the fields. */
  readonly seen: object;
  readonly fields: object;
  /** Writes them unless the record has changed since. */
  readonly write: (known: T) => Promise<A>;
  readonly read: () => Promise<T>;
}

/** What is answered then. Rejects with `Crossed`, which has theirs, or with the refusal. */
export async function saveVersioned<T extends object, A>({ known, seen, fields, write, read }: Save<T, A>): Promise<A> {
  for (let now = known; ;) {
    try {
      return await write(now);
    } catch (error) {
      if (!isStale(error)) throw error;
      now = await read();
      if (isCrossed(now, seen, fields)) throw new Crossed(now, fields);
    }
  }
}

const seenBy: readonly (string | null)[] = ["expectedVersion", "expectedUpdatedAt"];

/** Whether the service has another version than the one that was changed. */
export function isStale(error: unknown): boolean {
  return error instanceof DayshiftError && error.code === "resource_conflict" && seenBy.includes(error.param);
}
