/** One call of an operation over fetch, by the contract's rules of retry: what the typed client and the command line stand on. */
import { jsonIn } from "../schema/json-text.ts";
import type { Operation } from "../schema/operation.ts";
import { toError } from "./errors.ts";
import { platform } from "./ports.ts";
import type { Wire } from "./request.ts";
import { withRetries } from "./retry.ts";
import type { CallOptions, ClientOptions, Text } from "./options.ts";

/**
 * The body of the success. A creating call carries an `Idempotency-Key`. Rejects with DayshiftError, or with fetch's error when no
 * answer came.
 */
export async function callOperation(
  options: ClientOptions,
  record: Operation,
  wire: Wire,
  { signal, idempotencyKey }: CallOptions = {},
): Promise<unknown> {
  const { ports = platform, retries = 3, longestWait } = options;
  // One key for all attempts: whichever of them had the effect, the others replay it.
  const key = record.creates ? (idempotencyKey ?? ports.newKey()) : undefined;
  const isRepeatable = record.method === "GET" || key !== undefined;
  const isText = record.success.texts !== undefined;
  return withRetries({ retries, longestWait, ports, signal, isRepeatable }, async () => {
    const response = await send(options, wire, key, signal);
    const text = await response.text();
    if (response.ok && isText) return { contentType: response.headers.get("content-type") ?? "", text } satisfies Text;
    const answer = jsonIn(text);
    if (!response.ok || answer === undefined) throw toError(response, answer);
    return answer;
  });
}

async function send(
  options: ClientOptions,
  { address, method, body, contentType }: Wire,
  key: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const { url, workspaceId, fetch: send = fetch } = options;
  const token = typeof options.token === "function" ? await options.token() : options.token;
  const headers: Record<string, string> = {
    accept: "application/json, text/*",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(workspaceId !== undefined && { "dayshift-workspace": workspaceId }),
    ...(body !== undefined && { "content-type": contentType }),
    ...(key !== undefined && { "idempotency-key": key }),
  };
  const init = { method, headers, ...(body !== undefined && { body }), ...(signal !== undefined && { signal }) };
  return send(url.replace(/(?:\/(?:api|app)\/v1)?\/*$/, "") + address, init);
}
