/** The typed client: a fold over the operation table, on fetch alone, for Node, Deno and browsers. */
import type { Operation } from "../schema/operation.ts";
import { appTable, publicTable } from "../schema/operations/index.ts";
import { toError } from "./errors.ts";
import { platform } from "./ports.ts";
import { type Flat, toWire, type Wire } from "./request.ts";
import { withRetries } from "./retry.ts";
import type { CallOptions, Client, ClientOptions, WaitOptions } from "./types.ts";
import { waitForChat } from "./wait.ts";

type Call = (input?: Flat, options?: CallOptions) => Promise<unknown>;

interface Page {
  readonly data: readonly unknown[];
  readonly nextCursor: string | null;
}

/** A client of the service at `url`. Its methods reject with DayshiftError, or with fetch's error when no answer came. */
export function createClient(options: ClientOptions): Client {
  const records = [...publicTable, ...appTable];
  const calls = records.map((record): [string, Call] => [record.id, (input, how) => call(options, record, input, how)]);
  const methods = Object.fromEntries(calls);
  const paged = records.filter(({ query }) => "cursor" in query.entries);
  const walks = paged.map(({ id }) => [id, (input?: Flat, how?: CallOptions) => walk(methods[id] as Call, input, how)]);
  // The table is what the type says; its members differ in their input only, which the service validates.
  const client = { ...methods, each: Object.fromEntries(walks) as unknown } as unknown as Client;
  const wait = (chatId: string, how?: WaitOptions) => waitForChat(client, options.ports ?? platform, chatId, how);
  return { ...client, waitForChat: wait };
}

async function call(
  options: ClientOptions,
  record: Operation,
  input: Flat = {},
  { signal, idempotencyKey }: CallOptions = {},
): Promise<unknown> {
  const { ports = platform, retries = 3 } = options;
  const wire = toWire(record, input);
  // One key for all attempts: whichever of them had the effect, the others replay it.
  const key = record.creates ? (idempotencyKey ?? ports.newKey()) : undefined;
  const isRepeatable = record.method === "GET" || key !== undefined;
  return withRetries({ retries, ports, signal, isRepeatable }, () => send(options, wire, key, signal));
}

async function send(
  options: ClientOptions,
  { address, method, body }: Wire,
  key: string | undefined,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { url, workspaceId, fetch: send = fetch } = options;
  const token = typeof options.token === "function" ? await options.token() : options.token;
  const headers: Record<string, string> = {
    accept: "application/json",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(workspaceId !== undefined && { "dayshift-workspace": workspaceId }),
    ...(body !== undefined && { "content-type": "application/json" }),
    ...(key !== undefined && { "idempotency-key": key }),
  };
  const init = { method, headers, ...(body !== undefined && { body }), ...(signal !== undefined && { signal }) };
  const response = await send(url.replace(/\/+$/, "") + address, init);
  const answer = parse(await response.text());
  if (!response.ok || answer === undefined) throw toError(response, answer);
  return answer;
}

/** The JSON in a text; undefined when it holds none, as a page of a proxy does. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* walk(next: Call, input: Flat = {}, options?: CallOptions): AsyncGenerator<unknown, void, void> {
  let cursor: string | null | undefined = undefined;
  do {
    const page = (await next(cursor === undefined ? input : { ...input, cursor }, options)) as Page;
    yield* page.data;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
