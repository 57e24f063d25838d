/** Reads the input of an operation off the wire: path, query string, body. Everything is validated against the record. */
import type { GenericSchema } from "valibot";
import { isRecord } from "../schema/common.ts";
import { ApiError, invalid } from "../schema/errors.ts";
import { limits } from "../schema/limits.ts";
import type { Operation } from "../schema/operation.ts";
import { validateBody, validatePath, validateQuery } from "../schema/validate.ts";
import { readJson } from "./http/body.ts";
import type { HttpRequest } from "./http/message.ts";
import { digest } from "./crypto.ts";

export interface AnyInput {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** 500 KB of 1,024 bytes each. */
export const bodyLimit = limits.bodies.each.max;

/** The query of a request, coerced and validated. */
export function readQuery(record: Operation, text: string): AnyInput["query"] {
  return validateQuery(record.query, text === "" ? {} : coerce(record, parseQuery(text)));
}

/** The body of a request as it was sent; undefined when the operation takes none. */
export async function readBody(record: Operation, request: HttpRequest): Promise<unknown> {
  if (record.body !== null) return readJson(request, record.auth === "none" ? limits.openBodies.each.max : bodyLimit);
  if (!request.hasBody) return undefined;
  const bytes = await request.body(mostOfNothing).catch(refuseBody);
  const text = new TextDecoder().decode(bytes).trim();
  if (text === "" || /^\{\s*\}$/.test(text)) return undefined;
  throw noBody(text);
}

/** So much is read of a body that is taken for nothing: `{}` with white space, or a few fields, of which the first is named. */
const mostOfNothing = limits.openBodies.each.max;

function noBody(text = ""): ApiError {
  const first = firstKeyOf(text);
  const unknown = first === null ? "" : `Unknown field ${JSON.stringify(first.slice(0, 80).toWellFormed())}. `;
  return new ApiError("validation_failed", `${unknown}This operation takes no body: leave it out.`, { param: first });
}

function firstKeyOf(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? (Object.keys(body)[0] ?? null) : null;
  } catch {
    return null;
  }
}

/** A body that is too large for nothing is refused for being there. */
function refuseBody(error: unknown): never {
  throw error instanceof ApiError && error.code === "payload_too_large" ? noBody() : error;
}

/** The validated input. A body that may be left out whole reads as an empty object. */
export function toInput(
  record: Operation,
  parameters: Readonly<Record<string, string>>,
  query: string,
  body: unknown,
): AnyInput {
  return {
    path: validatePath(parameters),
    query: readQuery(record, query),
    body: record.body === null ? undefined : validateBody(record.body, body === undefined ? {} : body),
  };
}

/** Name and value of each parameter. Throws 400 when one stands twice. Escapes are known to be well-formed. */
function parseQuery(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const part of text.split("&")) {
    if (part === "") continue;
    const split = part.indexOf("=");
    const name = unescapePart(split < 0 ? part : part.slice(0, split));
    if (parameters.has(name)) {
      throw new ApiError("validation_failed", `${name} is given more than once: give it once.`, { param: name });
    }
    parameters.set(name, split < 0 ? "" : unescapePart(part.slice(split + 1)));
  }
  return parameters;
}

function unescapePart(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

/** Texts become numbers and booleans where the record wants them; a text that is none stays, and fails validation. */
function coerce(record: Operation, parameters: Map<string, string>): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, text] of parameters) {
    const schema = Object.hasOwn(record.query.entries, name) ? record.query.entries[name] : undefined;
    query[name] = coerceValue(schema, text);
  }
  return query;
}

function coerceValue(schema: GenericSchema | undefined, text: string): unknown {
  const type = baseType(schema);
  if (type === "number" && /^(0|[1-9]\d{0,15})$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function baseType(schema: GenericSchema | undefined): string | undefined {
  if (schema === undefined) return undefined;
  return "wrapped" in schema ? baseType(schema.wrapped as GenericSchema) : schema.type;
}

export interface Idempotency {
  readonly key: string;
  readonly fingerprint: string;
}

/** What makes two requests the same. */
interface Fingerprinted {
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
