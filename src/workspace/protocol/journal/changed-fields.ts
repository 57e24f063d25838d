/** What of a record changed between two of its images. */
import type { Image } from "../sql.ts";

export type Op = "created" | "updated" | "archived" | "restored" | "erased" | "touched";

/** What an entry says of a record; `before` and `after` are JSON of the fields that changed, as they are stored. */
export interface Difference {
  readonly op: Exclude<Op, "touched">;
  readonly before: string | null;
  readonly after: string | null;
  readonly carried: readonly string[] | null;
}

type Fields = Image["fields"];

/** Null when nothing of it is different. */
export function differenceOf(
  before: Image | undefined,
  after: Image | undefined,
  pack: (image: string) => string,
): Difference | null {
  if (before === undefined && after === undefined) return null;
  if (after === undefined) return { op: "erased", before: null, after: null, carried: null };
  if (before === undefined) {
    return { op: "created", before: null, after: pack(JSON.stringify(after.fields)), carried: after.carried };
  }
  const names = Object.keys(after.fields).filter((name) => {
    const [was, is] = [before.fields[name], after.fields[name]];
    return was !== is && !isEqual(was, is);
  });
  if (names.length === 0) return null;
  return {
    op: opOf(names, after.fields),
    before: pack(picked(before.fields, names)),
    after: pack(picked(after.fields, names)),
    carried: carriedByBoth(before.carried, after.carried),
  };
}

function opOf(changed: readonly string[], after: Fields): Difference["op"] {
  if (!changed.includes("isArchived")) return "updated";
  return after["isArchived"] === true ? "archived" : "restored";
}

/** Of two that are not the same. */
function isEqual(one: unknown, other: unknown): boolean {
  return typeof one === "object" && JSON.stringify(one) === JSON.stringify(other);
}

function picked(fields: Fields, names: readonly string[]): string {
  const some: Record<string, unknown> = {};
  for (const name of names) some[name] = fields[name] ?? null;
  return JSON.stringify(some);
}

function carriedByBoth(one: Image["carried"], other: Image["carried"]): Image["carried"] {
  if (one === null || other === null) return one ?? other;
  return [...new Set([...one, ...other])];
}
