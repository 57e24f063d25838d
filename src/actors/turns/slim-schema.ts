/** A JSON Schema with only what a model needs to make a call: what it gets wrong is refused with words anyway. */
import { isRecord } from "../../schema/common.ts";
import type { JsonSchema } from "../../schema/json-schema.ts";

const leftOut: ReadonlySet<string> = new Set(["examples", "minLength", "maxLength", "minimum", "maxItems", "default"]);

/** The schema without examples, lengths and defaults; of what may be null, only that it may. */
export function slim(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const [only, ...others] = Array.isArray(anyOf) ? anyOf.filter((each) => !isNull(each)) : [];
  if (isRecord(only) && others.length === 0) return slim({ ...only, ...rest, ...nullable(only) });
  const entries = Object.entries(schema).filter(([key, value]) => !leftOut.has(key) && !isImplied(key, value, schema));
  return Object.fromEntries(entries.map(([key, value]) => [key, slimPart(key, value)]));
}

function slimPart(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => (isRecord(each) ? slim(each) : (each as unknown)));
  if (!isRecord(value)) return value;
  if (key !== "properties") return slim(value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, isRecord(each) ? slim(each) : each]));
}

function isImplied(key: string, value: unknown, schema: JsonSchema): boolean {
  if (key === "type") return "enum" in schema;
  if (key === "format") return value === "uuid";
  return key === "required" && Array.isArray(value) && value.length === 0;
}

function isNull(schema: unknown): boolean {
  return isRecord(schema) && schema["type"] === "null";
}

/** The same type, or null; a list of values takes null, too. */
function nullable({ type, enum: values }: Readonly<Record<string, unknown>>): JsonSchema {
  return {
    ...(typeof type === "string" && { type: [type, "null"] }),
    ...(Array.isArray(values) && { enum: [...(values as readonly unknown[]), null] }),
  };
}
