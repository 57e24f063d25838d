/** JSON Schema (draft 2020-12) of our shapes, for OpenAPI, tools and the command line. */
import { toJsonSchema } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The schema of a shape. A shape that stands in `definitions` under a name becomes a reference `#/$defs/<name>`.
 * Transforms (`trim`, `toLowerCase`, the spelling of a time zone) have no words in JSON Schema and are left out; checks bring their own words.
 */
export function jsonSchemaOf(shape: GenericSchema, definitions: Record<string, GenericSchema> = {}): JsonSchema {
  const { $schema: _, ...schema } = toJsonSchema(shape, {
    target: "draft-2020-12",
    typeMode: "input",
    definitions,
    ignoreActions: ["trim", "to_lower_case", "spell_time_zone"],
    overrideAction: ({ valibotAction, jsonSchema }) =>
      "jsonSchema" in valibotAction
        ? { ...jsonSchema, ...(valibotAction.jsonSchema as Record<string, unknown>) }
        : undefined,
  });
  return schema;
}
