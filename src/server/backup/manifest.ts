/** What a backup holds, as it is stored: one file per snapshot, which names its objects by their content. */
import * as v from "valibot";

const entry = v.object({
  /** Relative to the folder it is restored into, with `/`. */
  path: v.pipe(v.string(), v.check(isInside, "Expected a path inside the folder.")),
  /** SHA-256 of the content in hex; the object's name. */
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** Bytes of the content. */
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

const shape = v.object({
  format: v.literal(1),
  /** RFC 3339, UTC. */
  createdAt: v.string(),
  /** Version of the program that made it. */
  madeBy: v.string(),
  /** Files next to the workspaces: the directory. */
  common: v.array(entry),
  workspaces: v.array(
    v.object({
      id: v.pipe(v.string(), v.uuid()),
      files: v.array(entry),
      /** How its files looked (names, sizes, times) when they were read: alike means unchanged. */
      fingerprint: v.string(),
      /** Where its history ends; left out by older releases, and of an older schema. */
      head: v.optional(v.nullable(v.object({ changeId: v.string(), hash: v.string() }))),
    }),
  ),
});

export type Entry = v.InferOutput<typeof entry>;
export type Manifest = v.InferOutput<typeof shape>;

/** Where a snapshot's manifest lies in a store; the names sort by time. */
export const manifestFolder = "snapshots/";

/** `2026-11-22T02:00:00.000Z` → `snapshots/20261122T020000000Z.json`. */
export function manifestKey(createdAt: string): string {
  return `${manifestFolder}${createdAt.replaceAll(/[-:.]/g, "")}.json`;
}

/** Objects are kept compressed; equal content is kept once. */
export function objectKey(sha256: string): string {
  return `objects/${sha256.slice(0, 2)}/${sha256}.gz`;
}

/** The manifest in a text. Throws when it is none, or of a newer format: nothing in it reaches a path unchecked. */
export function parseManifest(text: string): Manifest {
  const found: unknown = JSON.parse(text);
  const result = v.safeParse(shape, found);
  if (result.success) return result.output;
  throw new Error(`The manifest of the backup cannot be read: ${result.issues[0].message}`);
}

/** No absolute path, no drive, no way up. */
export function isInside(path: string): boolean {
  const parts = path.split("/");
  return path !== "" && !/[\\:\0]/.test(path) && parts.every((part) => part !== "" && part !== "." && part !== "..");
}
