/** Where a shape takes words of the sender's own, as against ids, dates and choices. A fold over its valibot schema. */
import type { GenericSchema } from "valibot";
import { timezone } from "./common.ts";
import type { Operation } from "./operation.ts";

/** Checks after which a string says no more than a choice would. */
const closing: readonly string[] = ["uuid", "regex"];
/** Shapes that let anything through. */
const open: readonly string[] = ["any", "unknown", "record"];
const known = new WeakMap<Operation, readonly string[]>();

/** The fields of the operation's body that take free text, on their own or somewhere inside; none without a body. */
export function freeTextFields(operation: Operation): readonly string[] {
  const earlier = known.get(operation);
  if (earlier !== undefined) return earlier;
  const entries = Object.entries(operation.body?.entries ?? {});
  const fields = entries.filter(([, schema]) => takesFreeText(schema)).map(([name]) => name);
  known.set(operation, fields);
  return fields;
}

/** True when a value of the shape may hold text that the shape does not bound: a string is, unless something says otherwise. */
export function takesFreeText(schema: GenericSchema): boolean {
  if (schema === timezone) return false;
  if (schema.type === "string") return !actionsOf(schema).some(isClosing);
  if (open.includes(schema.type)) return true;
  return partsOf(schema).some(takesFreeText);
}

function partsOf(schema: GenericSchema): GenericSchema[] {
  if ("wrapped" in schema) return [schema.wrapped as GenericSchema];
  if ("item" in schema) return [schema.item as GenericSchema];
  if ("entries" in schema) return Object.values(schema.entries as Record<string, GenericSchema>);
  // A union has shapes to choose from, a picklist has values.
  if ("options" in schema) return (schema.options as readonly unknown[]).filter(isShape);
  return [];
}

function isShape(option: unknown): option is GenericSchema {
  return typeof option === "object" && option !== null && "kind" in option && option.kind === "schema";
}

interface Action {
  readonly type: string;
  readonly jsonSchema?: Readonly<Record<string, unknown>>;
}

function actionsOf(schema: GenericSchema): readonly Action[] {
  if (!("pipe" in schema)) return [];
  const [first, ...actions] = schema.pipe as readonly [GenericSchema, ...Action[]];
  return [...actionsOf(first), ...actions];
}

function isClosing({ type, jsonSchema }: Action): boolean {
  return closing.includes(type) || jsonSchema?.["format"] !== undefined;
}
