/** All shapes of a table converted at once, by name; only what is used ends up in the document. */
import * as v from "valibot";
import { components } from "../../schema/components.ts";
import { enums } from "../../schema/enums.ts";
import { jsonSchemaOf } from "../../schema/json-schema.ts";
import type { Operation } from "../../schema/operation.ts";
import { examples } from "./examples/examples.ts";
import { componentRef, mapValues, tidy } from "./tidy.ts";
import type { JsonObject } from "../../schema/common.ts";

export interface Schemas {
  /** A reference to the component of a body or an answer. Throws when `src/schema/components.ts` does not name the shape. */
  readonly refTo: (shape: v.GenericSchema) => JsonObject;
  /** The query of an operation, converted. */
  readonly queryOf: (record: Operation) => QuerySchema;
  /** The components that the document mentions, and those that they mention in turn, by name. */
  readonly usedBy: (document: unknown) => Record<string, JsonObject>;
}

export interface QuerySchema {
  readonly properties: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[];
}

/** Converts the shapes of a table. */
export function createSchemas(table: readonly Operation[]): Schemas {
  const registered = Object.entries<v.GenericSchema>(components);
  const names = new Map(registered.map(([name, shape]) => [shape, name]));
  const pages = table.flatMap((record) => pageOf(record.success.schema, names));
  for (const page of pages) names.set(page.shape, page.name);
  const converted = convert({
    ...components,
    ...Object.fromEntries(pages.map(({ name, shape }) => [name, shape])),
    ...Object.fromEntries(table.map((record) => [queryName(record), record.query])),
  });
  const named: Record<string, JsonObject> = {
    ...mapValues(enums, toEnum),
    ...mapValues(converted, withDiscriminator(converted)),
  };
  for (const [name, shape] of registered) named[name] = withExample(name, opened(shape, named[name] as JsonObject));
  for (const { name, item } of pages) named[name] = withPageExample(named[name] as JsonObject, item);
  return {
    refTo: (shape) => ({ $ref: componentRef(nameOf(names, shape)) }),
    queryOf: (record) => converted[queryName(record)] as unknown as QuerySchema,
    usedBy: (document) => collect(document, named),
  };
}

function queryName(record: Operation): string {
  return `${record.id}.query`;
}

function convert(shapes: Record<string, v.GenericSchema>): Record<string, JsonObject> {
  return mapValues(jsonSchemaOf(v.unknown(), shapes)["$defs"] as Record<string, JsonObject>, tidy);
}

function nameOf(names: ReadonlyMap<v.GenericSchema, string>, shape: v.GenericSchema): string {
  const name = names.get(shape);
  if (name === undefined) throw new Error("Expected every body and answer to have a name in src/schema/components.ts.");
  return name;
}

interface Page {
  readonly name: string;
  readonly shape: v.GenericSchema;
  /** The name of what is listed. */
  readonly item: string;
}

interface PageEntries {
  readonly data?: { readonly item?: v.GenericSchema };
  readonly totalCount?: v.GenericSchema;
}

function pageOf(shape: v.GenericSchema, names: ReadonlyMap<v.GenericSchema, string>): Page[] {
  const { data, totalCount } = (shape as { entries?: PageEntries }).entries ?? {};
  const item = data?.item && names.get(data.item);
  // The same items are listed with a count in one place and without in another: two shapes, two names.
  const suffix = totalCount === undefined ? "Page" : "CountedPage";
  return item === undefined || names.has(shape) ? [] : [{ name: `${item}${suffix}`, shape, item }];
}

/** A shape that lets other fields through says so; all others are silent, and clients ignore fields they do not know. */
function opened(shape: v.GenericSchema, schema: JsonObject): JsonObject {
  return shape.type === "loose_object" ? { ...schema, additionalProperties: {} } : schema;
}

function toEnum(values: readonly string[]): JsonObject {
  return { type: "string", enum: values };
}

/** A union of objects that differ in the constant `type` tells clients to look there. */
function withDiscriminator(converted: Readonly<Record<string, JsonObject>>): (schema: JsonObject) => JsonObject {
  return (schema) => {
    if (!Array.isArray(schema["oneOf"])) return schema;
    const refs = schema["oneOf"].map((option: JsonObject) => String(option["$ref"]));
    const mapping = Object.fromEntries(
      refs.map((ref) => [typeConstant(converted[ref.slice(componentRef("").length)]), ref]),
    );
    return { ...schema, discriminator: { propertyName: "type", mapping } };
  };
}

function typeConstant(schema: JsonObject | undefined): string {
  const properties = schema?.["properties"] as { type?: { const?: unknown } } | undefined;
  return String(properties?.type?.const);
}

function withExample(name: string, schema: JsonObject): JsonObject {
  const example = examples[name];
  return example === undefined ? schema : { ...schema, examples: [example] };
}

function withPageExample(schema: JsonObject, item: string): JsonObject {
  const data = examples[item] === undefined ? [] : [examples[item]];
  const counted = "totalCount" in (schema["properties"] as JsonObject) ? { totalCount: null } : {};
  return { ...schema, examples: [{ object: "list", data, hasMore: false, nextCursor: null, ...counted }] };
}

function collect(document: unknown, named: Readonly<Record<string, JsonObject>>): Record<string, JsonObject> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      if (key === "$ref" && typeof child === "string" && child.startsWith(componentRef(""))) enter(child);
      else visit(child);
    }
  };
  const enter = (ref: string): void => {
    const name = ref.slice(componentRef("").length);
    if (used.has(name)) return;
    used.add(name);
    visit(named[name]);
  };
  visit(document);
  return Object.fromEntries(Object.entries(named).filter(([name]) => used.has(name)));
}
