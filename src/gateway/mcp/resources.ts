/**
 * Resources of MCP: what a person may want to put before a model, by address. Each is read through the operations of the public
 * interface, so that scopes, workspaces and withheld content hold as they do there.
 */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { Resource, ResourceTemplateType, TextResourceContents } from "@modelcontextprotocol/server";
import { ApiError } from "../../schema/errors.ts";
import type { Operation } from "../../schema/operation.ts";
import { mayCall, publicTable } from "../../schema/operations/index.ts";
import { validateQuery } from "../../schema/validate.ts";
import { authorize, workspaceOf } from "../auth/authenticate.ts";
import type { Principal } from "../directory/context/principal.ts";
import { act } from "../pipeline.ts";
import type { McpExchange } from "./exchange.ts";
import { describe } from "./results.ts";

interface Kind {
  readonly name: string;
  readonly folder: string;
  readonly description: string;
  /** Reads one, lists the recent ones, lists what belongs to it. */
  readonly read: Operation;
  readonly recent: Operation;
  readonly parts?: { readonly operation: Operation; readonly as: string };
  /** The parameter that takes the id. */
  readonly parameter: string;
}

const scheme = "dayshift:";
const mimeType = "application/json";
/** How many of a kind are listed; the tools find the others. */
const recentOnes = 20;
/** Messages that come with a chat: the latest. */
const latestMessages = 100;

const kinds: readonly Kind[] = [
  kind("todo", "todos", "A todo with everything known about it.", "getTodo", "listTodos"),
  kind("chat", "chats", "A chat with its latest messages.", "getChat", "listChats", "listMessages"),
  kind("capture", "captures", "A capture with its content or transcript.", "getCapture", "listCaptures"),
].flat();

/** What one kind of resource is read by. */
function kind(name: string, folder: string, description: string, ...ids: readonly string[]): Kind[] {
  const [read, recent, parts] = ids.map((id) => publicTable.find((record) => record.id === id));
  if (read === undefined || recent === undefined) return [];
  const own = { name, folder, description, read, recent, parameter: `${name}Id` };
  return [{ ...own, ...(parts !== undefined && { parts: { operation: parts, as: "messages" } }) }];
}

/** The kinds that a credential may read, as templates. */
export function templatesFor(principal: Principal): ResourceTemplateType[] {
  return readable(principal).map(({ name, folder, description }) => ({
    name,
    uriTemplate: `${scheme}//${folder}/{id}`,
    description,
    mimeType,
  }));
}

/** The most recent ones of each kind that the credential may read. */
export async function recentFor(exchange: McpExchange): Promise<Resource[]> {
  const lists = readable(exchange.principal).map(async ({ name, folder, recent }) => {
    const { data } = (await perform(exchange, recent, {}, { limit: recentOnes })) as { data: Titled[] };
    return data.map(({ id, title }) => ({
      uri: `${scheme}//${folder}/${id}`,
      name: title ?? `Untitled ${name}`,
      mimeType,
    }));
  });
  return (await Promise.all(lists)).flat();
}

interface Titled {
  readonly id: string;
  readonly title: string | null;
}

/** The scope that reading the address needs; undefined when nothing can be there. */
export function scopeOf(uri: unknown): Operation["auth"] | undefined {
  return typeof uri === "string" ? parse(uri)?.kind.read.auth : undefined;
}

/** The resource at the address. Throws a protocol error when it cannot be read. */
export async function readResource(exchange: McpExchange, uri: string): Promise<TextResourceContents[]> {
  const address = parse(uri);
  if (address === null) throw new ResourceNotFoundError(uri);
  try {
    const answer = async () => JSON.stringify(await load(exchange, address));
    return [{ uri, mimeType, text: await exchange.making.read(answer, ({ length }) => length) }];
  } catch (error) {
    if (error instanceof ApiError && error.code === "resource_not_found") throw new ResourceNotFoundError(uri);
    const data = describe(exchange, error);
    const code = data.type === "api_error" ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
    throw new ProtocolError(code, data.message, data);
  }
}

interface ResourceAddress {
  readonly kind: Kind;
  readonly id: string;
}

function parse(uri: string): ResourceAddress | null {
  const match = /^dayshift:\/\/([a-z]+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(uri);
  const found = kinds.find(({ folder }) => folder === match?.[1]);
  return found === undefined || match === null ? null : { kind: found, id: (match[2] as string).toLowerCase() };
}

async function load(
  exchange: McpExchange,
  { kind: { read, parts, parameter }, id }: ResourceAddress,
): Promise<unknown> {
  const path = { [parameter]: id };
  const body = (await perform(exchange, read, path, {})) as { readonly messageCount?: number };
  if (parts === undefined) return body;
  const afterSequence = Math.max(0, (body.messageCount ?? 0) - latestMessages);
  const page = (await perform(exchange, parts.operation, path, { afterSequence, limit: latestMessages })) as {
    readonly data: unknown;
  };
  return { ...body, [parts.as]: page.data };
}

async function perform(
  exchange: McpExchange,
  record: Operation,
  path: Record<string, string>,
  query: Record<string, unknown>,
): Promise<unknown> {
  const { pipeline, request, principal } = exchange;
  authorize(record, principal);
  const workspaceId = workspaceOf(principal, request).id;
  const input = { path, query: validateQuery(record.query, query), body: undefined };
  return (await act(pipeline, { record, request, principal, workspaceId, input, idempotency: null })).body;
}

function readable(principal: Principal): readonly Kind[] {
  return kinds.filter(({ read }) => mayCall(read, principal.scopes, false));
}
