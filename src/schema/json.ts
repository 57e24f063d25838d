/** JSON of which nothing is taken on trust. */

/** An object with fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether it is one. */
export function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
