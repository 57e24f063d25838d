/** What somebody else set in the meantime, together with what was to be set. */
import type { TodoUpdate } from "../../schema/todo.ts";
import { isEqual } from "./records.ts";

export type Fields = Readonly<Partial<Omit<TodoUpdate, "schedule">>>;

/** Somebody else set another value in the meantime: nothing was written. */
export class Crossed<T extends object = object, Mine extends object = object> extends Error {
  readonly theirs: T;
  readonly mine: Mine;

  constructor(theirs: T, mine: Mine) {
    super("Somebody else changed this in the meantime.");
    this.theirs = theirs;
    this.mine = mine;
  }
}

/** Somebody else gave the todo another place in the meantime: it stays there. */
export class MovedElsewhere extends Error {}

/** Somebody erased it in the meantime: there is nothing to change any more. */
export class Gone extends Error {}

/** Somebody else wrote another text in the meantime: theirs stays. */
export class TextChanged extends Error {}

/** Of several, some were left as they are, each for its reason; the others were changed. */
export class SomeLeft extends Error {
  readonly left: ReadonlyMap<string, unknown>;
  readonly total: number;

  constructor(left: ReadonlyMap<string, unknown>, total: number) {
    super("Not all of them were changed.");
    this.left = left;
    this.total = total;
  }
}

/** Whether a todo has another value of any of the fields than was seen, and than is to be set. */
export function isCrossed(now: object, seen: object, fields: object): boolean {
  const [has, had] = [now, seen] as readonly Readonly<Record<string, unknown>>[];
  return Object.entries(fields).some(
    ([name, value]) => !isSame(has?.[name], had?.[name]) && !isSame(has?.[name], value),
  );
}

/** Of records, as of assignees, the ids count. */
function isSame(left: unknown, right: unknown): boolean {
  return isEqual(idsIn(left), idsIn(right));
}

function idsIn(value: unknown): unknown {
  return Array.isArray(value)
    ? value.map((one: unknown) => (one as { readonly id?: string } | null)?.id ?? one)
    : value;
}
