/** What an archive of a workspace says of itself; it is the first entry. */
import * as v from "valibot";
import { isInside } from "../backup/manifest.ts";

const file = v.object({
  path: v.pipe(v.string(), v.check(isInside, "Expected a path inside the folder.")),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

const shape = v.object({
  format: v.literal("dayshift-workspace-1"),
  createdAt: v.string(),
  madeBy: v.string(),
  /** Version of the database's schema. */
  schemaVersion: v.pipe(v.number(), v.integer(), v.minValue(1)),
  workspace: v.object({
    id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  }),
  people: v.array(
    v.object({
      id: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
      email: v.pipe(v.string(), v.regex(/^[^\s@]+@[^\s@]+$/), v.maxLength(320)),
      name: v.pipe(v.string(), v.maxLength(200)),
    }),
  ),
  files: v.array(file),
});

export type ArchiveManifest = v.InferOutput<typeof shape>;
export type ArchiveFile = v.InferOutput<typeof file>;

export const manifestName = "manifest.json";
/** A manifest is read whole; one that is larger is none. */
export const largestManifest = 16_000_000;

/** The manifest in a text. Throws when it is none. */
export function parseArchiveManifest(text: string): ArchiveManifest {
  const result = v.safeParse(shape, readJson(text));
  if (result.success) return result.output;
  throw new Error(`This is no archive of a Dayshift workspace, or one of a newer format: ${result.issues[0].message}`);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
