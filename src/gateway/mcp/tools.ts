/**
 * The tools of MCP: every operation of the public interface that lands in a workspace, and who one is. Key management is left
 * out: a tool must not make credentials. A fold over the table.
 */
import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import * as v from "valibot";
import type { GenericSchema, ObjectEntries } from "valibot";
import { jsonSchemaOf } from "../../schema/json-schema.ts";
import type { Operation } from "../../schema/operation.ts";
import { mayCall, publicTable } from "../../schema/operations/index.ts";
import { type OperationTool, toolName, toolOf } from "../../schema/operations/tools.ts";
import type { Principal } from "../directory/context/principal.ts";
import { compact } from "./compact.ts";

export interface McpTool extends OperationTool {
  /** What a tool takes besides the operation's own input. */
  readonly extras: ReturnType<typeof extrasOf>;
  /** As `tools/list` shows it. */
  readonly listed: ListedTool;
}

/** In the order of the table. */
export const mcpTools: readonly McpTool[] = publicTable.filter(isOffered).map(toMcpTool);

const byName = new Map(mcpTools.map((tool) => [tool.name, tool]));

/** The tool of that name; undefined when there is none. */
export function mcpToolNamed(name: unknown): McpTool | undefined {
  return typeof name === "string" ? byName.get(name) : undefined;
}

/**
 * The tools that a credential is shown. A key has what it has; who came by OAuth sees all, because a call can be answered with a
 * challenge, upon which the person grants more.
 */
export function toolsFor(principal: Principal): readonly McpTool[] {
  if (principal.type !== "api_key") return mcpTools;
  return mcpTools.filter(({ operation }) => mayCall(operation, principal.scopes, false));
}

function isOffered(record: Operation): boolean {
  return record.id === "getIdentity" || (record.home === "workspace" && record.auth.includes(":"));
}

function toMcpTool(operation: Operation): McpTool {
  const extras = extrasOf(operation);
  const tool = toolOf(operation, extras.entries);
  return { ...tool, extras, listed: listedOf(tool) };
}

/** `fields` shrinks the answer, `idempotencyKey` makes a repeated call safe. */
function extrasOf(operation: Operation) {
  const names = fieldsOf(operation);
  const entries: ObjectEntries = {
    ...(names.length > 0 && { fields: v.optional(v.array(v.picklist(names))) }),
    ...(operation.creates && { idempotencyKey: v.optional(v.string()) }),
  };
  return v.strictObject(entries);
}

/** Names of the fields of the resource that the operation answers with, or that its list holds. */
function fieldsOf({ success, destructive }: Operation): string[] {
  if (destructive) return [];
  const { data } = entriesOf(success.schema);
  return Object.keys(entriesOf(data === undefined ? success.schema : (itemOf(data) as GenericSchema)));
}

function entriesOf(schema: GenericSchema): Readonly<Record<string, GenericSchema>> {
  return "entries" in schema ? (schema.entries as Record<string, GenericSchema>) : {};
}

function listedOf({ name, operation, input, changes }: OperationTool): ListedTool {
  const { object } = entriesOf(operation.success.schema);
  const schema = compact(jsonSchemaOf(input)) as ListedTool["inputSchema"];
  return {
    name,
    description: `${operation.summary}. ${operation.description}`,
    inputSchema: { ...schema, properties: { ...schema.properties, ...referred(operation) } },
    outputSchema: {
      type: "object",
      ...(object !== undefined && "literal" in object && { properties: { object: { const: String(object.literal) } } }),
    },
    annotations: annotationsOf(operation, changes),
  };
}

/** Fields that hold many of what another tool takes alone: a word instead of the same schema once more. */
function referred({ body }: Operation): ListedTool["inputSchema"]["properties"] {
  const fields = Object.entries(body?.entries ?? {}).flatMap(([field, schema]) => {
    const item = itemOf(schema);
    const other = publicTable.find((record) => record.body !== null && record.body === item);
    if (other === undefined) return [];
    const description = `Each as the arguments of ${toolName(other.id)}.`;
    return [[field, { type: "array", items: { type: "object" }, description }] as const];
  });
  return Object.fromEntries(fields);
}

/** What the list holds; undefined for what is no list. */
function itemOf(schema: GenericSchema): unknown {
  if ("item" in schema) return schema.item;
  return "pipe" in schema ? itemOf((schema.pipe as readonly GenericSchema[])[0] as GenericSchema) : undefined;
}

/** The hints that mean something for a reading tool are two. Source: MCP, `ToolAnnotations`. */
function annotationsOf(operation: Operation, changes: boolean): ListedTool["annotations"] {
  if (!changes) return { readOnlyHint: true, openWorldHint: false };
  const destructiveHint = operation.destructive === true;
  return { readOnlyHint: false, destructiveHint, idempotentHint: operation.creates !== true, openWorldHint: false };
}
