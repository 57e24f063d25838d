/** The ways to an operation, as one: a test that holds for each of them takes them from here. A further way is a further row. */
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, DayshiftError } from "../../src/client/index.ts";
import { fieldsOf } from "../../src/cli/commands/fields.ts";
import { commandWords } from "../../src/cli/commands/names.ts";
import { openTerminal } from "../cli/terminal.ts";
import type { ErrorBody, Request } from "./client.ts";
import { callTool, errorIn } from "./mcp.ts";
import type { TestService } from "./service.ts";
import { mcpTools } from "../../src/gateway/mcp/tools.ts";
import { type Operation, pathParameters } from "../../src/schema/operation.ts";
import type { OperationId } from "../../src/schema/operations/index.ts";

/** What came back: the body of the success, or the error body. */
export type Outcome = Partial<ErrorBody> & Readonly<Record<string, unknown>>;

export interface Surface {
  readonly name: string;
  /** Whether the operation is there. */
  offers(record: Operation): boolean;
  call(service: TestService, record: Operation, request: Request): Promise<Outcome>;
}

const tools = new Map(mcpTools.map(({ name, operation }) => [operation.id, name]));

export const http: Surface = {
  name: "HTTP",
  offers: () => true,
  call: async (service, record, request) => {
    const { body } = await service.call(record.id as OperationId, request);
    return typeof body === "string" ? { text: body } : (body as Outcome);
  },
};

const mcp: Surface = {
  name: "MCP",
  offers: ({ id }) => tools.has(id),
  call: async (service, record, { path, query, body, credential, headers = {} }) => {
    const { "idempotency-key": idempotencyKey, ...others } = headers;
    const flat = { ...path, ...(query as object), ...(body as object), ...(idempotencyKey && { idempotencyKey }) };
    const how = { headers: others, ...(credential !== undefined && { credential }) };
    const result = await callTool(service, tools.get(record.id) ?? "", flat, how);
    return (result.isError ? { error: errorIn(result) } : result.structuredContent) as Outcome;
  },
};

const client: Surface = {
  name: "the typed client",
  offers: () => true,
  call: async (service, record, { path, query, body, credential, headers = {} }) => {
    const { "idempotency-key": idempotencyKey, "dayshift-workspace": workspaceId } = headers;
    const methods = createClient({
      url: service.url,
      token: credential ?? service.key,
      retries: 0,
      ...(workspaceId !== undefined && { workspaceId }),
    });
    const method = methods[record.id as OperationId] as (input: object, options: object) => Promise<unknown>;
    const flat = { ...path, ...(query as object), ...(body as object) };
    const outcome = (await method(flat, { ...(idempotencyKey && { idempotencyKey }) }).catch((error: unknown) => {
      if (error instanceof DayshiftError) return { error };
      throw error;
    })) as Outcome;
    return record.success.texts !== undefined && "text" in outcome ? { text: outcome["text"] } : outcome;
  },
};

/** A flag for each field, as a person or a script would write it; what has no flag goes into the whole body. */
function flagsFor(record: Operation, { query = {}, body = {} }: Request): string[] {
  const given = { query: query as Readonly<Record<string, unknown>>, body: body as Readonly<Record<string, unknown>> };
  const flags = fieldsOf(record).flatMap(({ name, flag, kind, location }) => {
    const value = given[location][name];
    if (value === undefined) return [];
    const isJson = kind === "json" || (typeof value !== "string" && !Array.isArray(value));
    return [`--${flag}=${isJson ? JSON.stringify(value) : String(value)}`];
  });
  const known = Object.keys(record.body?.entries ?? {});
  const rest = Object.entries(given.body).filter(([name]) => !known.includes(name));
  return rest.length === 0 ? flags : [...flags, "--body", JSON.stringify(Object.fromEntries(rest))];
}

/** Where the bytes of a request lie as a file; null for one without any. */
function fileFor({ body }: Request): string | null {
  const { bytes } = (body ?? {}) as { readonly bytes?: unknown };
  if (!(bytes instanceof Uint8Array)) return null;
  const path = join(mkdtempSync(join(tmpdir(), "dayshift-surface-")), "image");
  writeFileSync(path, bytes);
  return path;
}

/** Exit statuses by type of error, as the README says. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 2,
  not_found_error: 3,
  authentication_error: 4,
  permission_error: 4,
  conflict_error: 5,
  rate_limit_error: 6,
  api_error: 1,
};

export const commands: Surface = {
  name: "the command line",
  offers: (record) => commandWords(record) !== null,
  call: async (service, record, request) => {
    const { "idempotency-key": key, "dayshift-workspace": workspaceId } = request.headers ?? {};
    const terminal = openTerminal();
    Object.assign(terminal.env, { DAYSHIFT_URL: service.url, DAYSHIFT_KEY: request.credential ?? service.key });
    if (workspaceId !== undefined) terminal.env["DAYSHIFT_WORKSPACE"] = workspaceId;
    const words = commandWords(record) ?? [];
    const ids = pathParameters(record.path).map((name) => request.path?.[name] ?? "");
    const file = fileFor(request);
    const flags = [
      ...(file === null ? flagsFor(record, request) : [file]),
      ...(key === undefined ? [] : [`--idempotency-key=${key}`]),
      "--json",
    ];
    const { code, out, err } = await terminal.run(...words, ...ids, ...flags);
    const isText = code === 0 && record.success.texts !== undefined;
    const outcome = isText ? { text: out } : (JSON.parse(code === 0 ? out : err) as Outcome);
    assert.deepEqual([out === "", code], outcome.error ? [true, statuses[outcome.error.type]] : [false, 0], err);
    return outcome;
  },
};

/** HTTP first: the others are measured by it. */
export const surfaces: readonly Surface[] = [http, client, commands, mcp];
