/**
 * Makes a converted shape fit for an OpenAPI document and for the generators that read it: named sets of values, references
 * into `components`, nullable as a list of types where one will do, a type next to every `const`.
 */
import type { JsonObject } from "../../schema/common.ts";
import { enums } from "../../schema/enums.ts";

const names = new Map(Object.entries(enums).map(([name, values]) => [JSON.stringify(values), name]));

/** The address of a component. */
export function componentRef(name: string): string {
  return `#/components/schemas/${name}`;
}

/** The tidy form of a JSON Schema. Throws for a set of values that `src/schema/enums.ts` does not name. */
export function tidy(schema: JsonObject): JsonObject {
  if (Array.isArray(schema["enum"])) return named(schema);
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (isEmptied(key, value)) continue;
    result[key] = tidyValue(key, value);
  }
  if ("const" in result) result["type"] = typeof result["const"];
  return withoutAnyOf(result);
}

function tidyValue(key: string, value: unknown): unknown {
  if (key === "$ref") return String(value).replace("#/$defs/", componentRef(""));
  if (key === "properties") return mapValues(value as Record<string, JsonObject>, tidy);
  if (key === "items" || key === "additionalProperties")
    return typeof value === "object" ? tidy(value as JsonObject) : value;
  if (key === "anyOf" || key === "oneOf") return (value as JsonObject[]).map(tidy);
  return value;
}

/** What says nothing: no required fields, and that the names of fields are strings. */
function isEmptied(key: string, value: unknown): boolean {
  return key === "propertyNames" || (key === "required" && (value as unknown[]).length === 0);
}

function named(schema: JsonObject): JsonObject {
  const { enum: values, type: _, ...rest } = schema;
  const name = names.get(JSON.stringify(values));
  if (name === undefined) throw new Error(`Expected a name in src/schema/enums.ts for ${JSON.stringify(values)}.`);
  return { $ref: componentRef(name), ...rest };
}

/** `anyOf [{type: string, …}, {type: null}]` says the same as `type: [string, null]`; references stay in an `anyOf`. */
function withoutAnyOf(schema: Record<string, unknown>): JsonObject {
  const [one, other, more] = (schema["anyOf"] ?? []) as (JsonObject | undefined)[];
  if (one === undefined || other?.["type"] !== "null" || more !== undefined) return schema;
  if (typeof one["type"] !== "string" || "const" in one) return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...one, type: [one["type"], "null"], ...rest };
}

/** The same keys with other values. */
export function mapValues<From, To>(from: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, to(value)]));
}
