/**
 * JSON Schema with few words. A model reads the list of tools again in every conversation; what it does not need in order to
 * write a call is left to the refusal, which says what was expected.
 */
import type { JsonSchema } from "../../schema/json-schema.ts";

const leftOut = new Set([
  "additionalProperties",
  "examples",
  "maxItems",
  "maxLength",
  "minItems",
  "minLength",
  "pattern",
  "title",
]);

/** Said once in the instructions of the server. */
const known: Readonly<Record<string, JsonSchema>> = {
  fields: { type: "array", items: { type: "string" } },
};

/** The same schema, shorter: it lets through at least what the whole one does. */
export function compact(schema: JsonSchema): JsonSchema {
  const remaining = Object.entries(schema).filter(([key, value]) => !leftOut.has(key) && !isEmpty(value));
  return Object.fromEntries(
    remaining.map(([key, value]) => [key, key === "properties" ? properties(value) : part(value)]),
  );
}

function properties(value: unknown): JsonSchema {
  const entries = Object.entries(value as Record<string, JsonSchema>);
  return Object.fromEntries(entries.map(([name, schema]) => [name, known[name] ?? compact(schema)]));
}

function part(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(part);
  return typeof value === "object" && value !== null ? compact(value as JsonSchema) : value;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
