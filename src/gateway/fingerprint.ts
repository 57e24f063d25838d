/** `Idempotency-Key`: its form, and the fingerprint of the request it came with. */
import { invalid } from "../schema/errors.ts";
import { digest } from "./crypto.ts";

export interface Idempotency {
  readonly key: string;
  readonly fingerprint: string;
}

/** What makes two requests the same. */
export interface Fingerprinted {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: unknown;
}

/**
 * The key and fingerprint of a request, or null when it brings no key. Throws 400 for a malformed key, naming `param`. In a path
 * only ids come in upper case, and mean the same.
 */
export function readIdempotency(
  key: string | undefined,
  { method, path, query, body }: Fingerprinted,
  param = "Idempotency-Key",
): Idempotency | null {
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) {
    throw invalid(param, `${param}: expected 1 to 255 printable ASCII characters.`);
  }
  const sortedQuery = query.includes("&") ? query.split("&").sort().join("&") : query;
  return { key, fingerprint: digest(`${method}\n${path.toLowerCase()}\n${sortedQuery}\n${canonical(body)}`) };
}

/** JSON with keys in order, so that two spellings of one request are one. */
function canonical(body: unknown): string {
  return JSON.stringify(inOrder(body)) ?? "";
}

/** The value, with the keys of its objects in order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) ordered[name] = inOrder((value as Record<string, unknown>)[name]);
  return ordered;
}
