/** MCP from a test's side: messages as they go over the wire, and the two generations of real clients. */
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { TestService } from "./service.ts";
import type { Answer, ErrorBody } from "./client.ts";

export interface Post {
  readonly credential?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The error that a result carries for the model. */
export type ToolError = ErrorBody["error"] & { readonly advice: string; readonly retryAfterSeconds?: number };

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

interface Reply {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface Posted extends Omit<Answer, "body"> {
  readonly body: string;
  /** What was answered, in order; empty when it is no JSON-RPC. */
  readonly replies: readonly Reply[];
}

const accept = "application/json, text/event-stream";

/** Posts a body to MCP as it is. */
export async function post(service: TestService, body: unknown, how: Post = {}): Promise<Posted> {
  const { credential = service.key, headers = {}, signal } = how;
  const request = { body, credential, headers: { accept, ...headers }, ...(signal && { signal }) };
  const answer = await service.send("POST", "/mcp", request);
  return { ...answer, replies: repliesIn(answer) };
}

function repliesIn({ headers, body }: Answer<string>): Reply[] {
  if (headers["content-type"] === "text/event-stream") {
    return [...body.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1] as string) as Reply);
  }
  const parsed = (body === "" ? [] : JSON.parse(body)) as Reply | Reply[];
  return (Array.isArray(parsed) ? parsed : [parsed]).filter((one) => "jsonrpc" in one);
}

/** One request of the revision before 2026; the last message of the answer. */
export async function rpc(service: TestService, method: string, params: object, how?: Post): Promise<Reply> {
  const { replies, status, body } = await post(service, { jsonrpc: "2.0", id: 1, method, params }, how);
  return replies.at(-1) ?? assert.fail(`${method}: ${status} ${body}`);
}

/** The result of a tool call. */
export async function callTool(service: TestService, name: string, args: object, how?: Post): Promise<ToolResult> {
  const { result, error } = await rpc(service, "tools/call", { name, arguments: args }, how);
  assert.ok(result !== undefined, `${name}: ${JSON.stringify(error)}`);
  return result as unknown as ToolResult;
}

/** The error in a result; fails for a success. */
export function errorIn(result: ToolResult): ToolError {
  assert.equal(result.isError, true, JSON.stringify(result));
  assert.equal(result.structuredContent, undefined);
  return (JSON.parse(result.content[0]?.text ?? "{}") as { error: ToolError }).error;
}

/** A client of the current generation, which asks for the newest revision first. */
export async function connect(service: TestService, credential = service.key): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(address(service), init(credential)));
  return client;
}

/** A client of the generation before. */
export async function connectOld(service: TestService, credential = service.key): Promise<OldClient> {
  const client = new OldClient({ name: "test", version: "1.0.0" });
  await client.connect(new OldTransport(address(service), init(credential)));
  return client;
}

const address = (service: TestService) => new URL(`${service.url}/mcp`);
const init = (credential: string) => ({ requestInit: { headers: { authorization: `Bearer ${credential}` } } });
