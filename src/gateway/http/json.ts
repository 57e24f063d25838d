/** Strict reading of JSON bodies: type, encoding, UTF-8, syntax, and the shapes no JSON body of ours may have. */
import { ApiError } from "../../schema/errors.ts";
import { jsonFaultAt } from "./json-position.ts";
import type { HttpRequest } from "./message.ts";

const MAX_DEPTH = 32;
const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i;
// ignoreBOM keeps a byte order mark in the text, where it is refused below (RFC 8259 §8.1: none may be sent).
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The body as a JSON value, or undefined when there is none. Rejects with ApiError: `unsupported_media_type`,
 * `payload_too_large` past `limit` bytes, `validation_failed` for everything that is not the JSON we take.
 */
export async function readJson(request: HttpRequest, limit: number): Promise<unknown> {
  if (!request.hasBody) return undefined;
  const type = request.header("content-type");
  if (type !== undefined) requireJson(type, request.header("content-encoding"));
  const bytes = await request.body(limit);
  if (bytes.byteLength === 0) return undefined;
  if (type === undefined) requireJson("", request.header("content-encoding"));
  return parseJson(decode(bytes));
}

function requireJson(type: string, encoding: string | undefined): void {
  if (type !== "application/json" && !JSON_TYPE.test(type)) {
    throw new ApiError("unsupported_media_type", "The body must be JSON. Send it with Content-Type: application/json.");
  }
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new ApiError("unsupported_media_type", "Compressed bodies are not read. Send it without Content-Encoding.");
  }
}

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw malformed("The body is not valid UTF-8. Encode it as UTF-8.");
  }
  if (text.startsWith("\ufeff"))
    throw malformed("The body begins with a byte order mark, at position 0. Leave it out.");
  return text;
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed(`The body is not valid JSON: ${positionOf(text)}. Correct it there.`);
  }
  const fault = faultIn(value, 1);
  if (fault === null) return value;
  throw new ApiError("validation_failed", fault.message, { param: fault.path });
}

function malformed(message: string): ApiError {
  return new ApiError("validation_failed", message);
}

function positionOf(text: string): string {
  const at = jsonFaultAt(text);
  const before = text.slice(0, at).split("\n");
  const what = at >= text.length ? "it ends too early" : "unexpected text";
  return `${what} at position ${at} (line ${before.length}, column ${(before.at(-1) ?? "").length + 1})`;
}

interface Fault {
  /** Dotted path of the value at fault, built while returning from it; null when the body as a whole is at fault. */
  readonly path: string | null;
  readonly message: string;
}

/** The first fault in a parsed value: one walk for depth, keys and numbers. `depth` is that of a container here. */
function faultIn(value: unknown, depth: number): Fault | null {
  if (typeof value === "number") return numberFault(value);
  if (typeof value !== "object" || value === null) return null;
  if (depth > MAX_DEPTH)
    return { path: null, message: `The body is nested deeper than ${MAX_DEPTH} levels. Flatten it.` };
  return Array.isArray(value) ? faultInItems(value, depth) : faultInFields(value, depth);
}

function faultInItems(items: readonly unknown[], depth: number): Fault | null {
  for (let index = 0; index < items.length; index += 1) {
    const fault = faultIn(items[index], depth + 1);
    if (fault !== null) return within(`[${index}]`, fault);
  }
  return null;
}

function faultInFields(fields: object, depth: number): Fault | null {
  for (const key of Object.keys(fields)) {
    if (key === "__proto__" || key === "constructor" || key === "prototype") {
      return { path: key, message: `The key ${key} is not accepted anywhere in a body. Leave it out.` };
    }
    const fault = faultIn((fields as Readonly<Record<string, unknown>>)[key], depth + 1);
    if (fault !== null) return within(key, fault);
  }
  return null;
}

/** Prepends a step to the path of a fault. */
function within(step: string, fault: Fault): Fault {
  if (fault.path === null) return fault;
  const joint = fault.path === "" || fault.path.startsWith("[") ? "" : ".";
  return { path: `${step}${joint}${fault.path}`, message: fault.message };
}

function numberFault(value: number): Fault | null {
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return null;
  return { path: "", message: "Numbers must lie within ±(2^53 − 1). Send a smaller one." };
}
