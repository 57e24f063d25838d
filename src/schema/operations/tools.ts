/**
 * Operations as tools of agents and of MCP: named in snake case, with the parameters and the body as one flat object. A fold over
 * the table. Tools that reach outside are none: those of outside servers, `{server}__{tool}`, and the one that reads pages of the web.
 */
import * as v from "valibot";
import type { GenericSchema, ObjectEntries } from "valibot";
import { uuid } from "../common.ts";
import { invalid } from "../errors.ts";
import { type ChangeClass, type InputSchema, isRead, type Operation, pathParameters } from "../operation.ts";
import { appTable, publicTable } from "./index.ts";
import type { Scope } from "../scopes.ts";
import { validateBody, validatePath, validateQuery } from "../validate.ts";

export interface OperationTool {
  readonly name: string;
  readonly description: string;
  readonly operation: Operation;
  /** The flat input, strict. */
  readonly input: InputSchema;
  /** Whether using it changes something. */
  readonly changes: boolean;
}

/** A tool of agents. */
export interface Tool extends OperationTool {
  readonly operation: Operation & { readonly auth: Scope };
}

/** What a handler receives, validated. */
export interface ToolCallInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** `createTodo` → `create_todo`. */
export function toolName(operationId: string): string {
  return operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Lists whose records agents are shown in short. */
const shortLists: ReadonlySet<string> = new Set(["listTodos", "listCaptures", "listAgents", "listChats"]);
const moreFields = v.optional(v.pipe(v.array(v.string()), v.description("More fields of each record to show.")));

/**
 * What agents may use: whatever a scope opens in the workspace, but not what starts, drives or removes conversations (an agent
 * would be talking to itself), nor what holds a request open; and those of the app interface that say so.
 */
export const agentTools: readonly Tool[] = [
  ...publicTable.filter(isOffered).map((operation) => ({
    ...toolOf(operation, shortLists.has(operation.id) ? { fields: moreFields } : {}),
    operation,
  })),
  ...appTable.filter(isForAgents).map((operation) => ({
    ...toolOf(operation),
    ...operation.forAgents,
    operation,
  })),
];

/** What a conversation about todos needs nearly always: models are offered these, and find the others. */
export const usualTools: ReadonlySet<string> = new Set([
  "list_todos",
  "get_todo",
  "create_todo",
  "update_todo",
  "list_todo_lists",
  "list_captures",
  "get_capture",
]);

const byName = new Map(agentTools.map((tool) => [tool.name, tool]));

/** The tool of that name; undefined when agents have none. */
export function toolNamed(name: string): Tool | undefined {
  return byName.get(name);
}

/** True for the name of a tool that reaches outside. */
export function isOutward(name: string): boolean {
  return name === "web_fetch" || /^[a-z][a-z0-9]{0,19}__./.test(name);
}

/** The server that a tool belongs to, or the web. */
export function sourceOf(name: string): string {
  return name === "web_fetch" ? "the web" : (name.split("__")[0] ?? "");
}

/** The class of a call by an agent, whatever it calls; null when it has none. */
export function classOfCall(name: string, input: Readonly<Record<string, unknown>>): ChangeClass | null {
  return isOutward(name) ? "outward" : (toolNamed(name)?.operation.changeClass?.(input) ?? null);
}

/** The operation as a tool that takes `more` in addition to its own input. Throws at start when two parts of the input use the same name. */
export function toolOf(operation: Operation, more: ObjectEntries = {}): OperationTool {
  const changes = !isRead(operation) && operation.id !== "previewAgentUpdate";
  const description = `${operation.summary}. ${operation.description}`;
  return { name: toolName(operation.id), description, operation, input: flatInput(operation, more), changes };
}

/** The body as it stands in the flat input, not yet validated; undefined for an operation without one. */
export function bodyOf({ body }: Operation, input: Readonly<Record<string, unknown>>): unknown {
  return body === null ? undefined : pick(input, Object.keys(body.entries));
}

/**
 * The input of the operation, out of the flat one. Throws 400 with `param`, an unknown field included; its message lists the
 * accepted ones.
 */
export function readToolInput(tool: OperationTool, input: Readonly<Record<string, unknown>>): ToolCallInput {
  const { operation } = tool;
  const accepted = Object.keys(tool.input.entries);
  const unknown = Object.keys(input).find((key) => !Object.hasOwn(tool.input.entries, key));
  if (unknown !== undefined) {
    const words = accepted.length === 0 ? "The tool takes none." : `Accepted: ${accepted.join(", ")}.`;
    throw invalid(unknown, `Unknown field ${JSON.stringify(unknown)}. ${words}`);
  }
  const parameters = pathParameters(operation.path);
  const missing = parameters.find((name) => input[name] === undefined);
  if (missing !== undefined) throw invalid(missing, `${missing} is required.`);
  const path = validatePath(pick(input, parameters) as Record<string, string>);
  const query = validateQuery(operation.query, pick(input, Object.keys(operation.query.entries)));
  const { body } = operation;
  return { path, query, body: body === null ? undefined : validateBody(body, bodyOf(operation, input)) };
}

function isOffered(record: Operation): record is Tool["operation"] {
  return record.home === "workspace" && record.auth.includes(":") && record.auth !== "chats:write" && !record.waits;
}

function isForAgents(record: Operation): record is Tool["operation"] & Required<Pick<Operation, "forAgents">> {
  return record.forAgents !== undefined;
}

function flatInput({ id, path, query, body }: Operation, more: ObjectEntries): InputSchema {
  const parts = [
    Object.fromEntries(pathParameters(path).map((name) => [name, uuid])),
    query.entries,
    body?.entries ?? {},
    more,
  ];
  const entries: Record<string, GenericSchema> = {};
  for (const [name, schema] of parts.flatMap((part) => Object.entries(part))) {
    if (Object.hasOwn(entries, name)) throw new Error(`${id} takes ${name} twice: as a tool it cannot.`);
    entries[name] = schema;
  }
  return v.strictObject(entries);
}

function pick(input: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) if (Object.hasOwn(input, name)) picked[name] = input[name];
  return picked;
}
