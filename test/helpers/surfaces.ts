/** The ways to an operation, as one: a test that holds for each of them takes them from here. A further way is a further row. */
import { createClient, DayshiftError } from "../../src/client/index.ts";
import type { ErrorBody, Request } from "./client.ts";
import { callTool, errorIn } from "./mcp.ts";
import type { TestService } from "./service.ts";
import { mcpTools } from "../../src/gateway/mcp/tools.ts";
import type { Operation } from "../../src/schema/operation.ts";
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

const http: Surface = {
  name: "HTTP",
  offers: () => true,
  call: async (service, record, request) => (await service.call(record.id as OperationId, request)).body as Outcome,
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
    return method(flat, { ...(idempotencyKey && { idempotencyKey }) }).catch((error: unknown) => {
      if (error instanceof DayshiftError) return { error };
      throw error;
    }) as Promise<Outcome>;
  },
};

/** HTTP first: the others are measured by it. */
export const surfaces: readonly Surface[] = [http, client, mcp];
