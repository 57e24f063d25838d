/** Answers in JSON, the error body included. */
import { errorCatalogue } from "../schema/errors.ts";
import type { ApiError } from "../schema/errors.ts";
import type { HttpResponse } from "./http/message.ts";
import { challenge } from "./auth/resources.ts";

/** Of an answer in JSON. */
export const JSON_HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
} as const;

/** A line of plain text for a program that watches the service; nobody stores it. */
export function plainResponse(status: number, body: string, headers?: Readonly<Record<string, string>>): HttpResponse {
  return {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers },
    body,
  };
}

/** An answer whose body is `body` as JSON; `headers` are added and win over the usual ones. */
export function jsonResponse(status: number, body: unknown, headers?: Readonly<Record<string, string>>): HttpResponse {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(body) };
}

/** A text to take away. */
export interface TextFile {
  readonly contentType: string;
  readonly fileName: string;
  readonly text: string;
}

/** An answer that is the text itself. */
export function fileResponse(status: number, { contentType, fileName, text }: TextFile): HttpResponse {
  const own = { "Content-Type": contentType, "Content-Disposition": `attachment; filename="${fileName}"` };
  return { status, headers: { ...JSON_HEADERS, ...own }, body: text };
}

/** What an error answer says besides the error itself. */
export interface ErrorContext {
  readonly requestId: string;
  /** Origin of the service, without a slash at the end. */
  readonly publicUrl: string;
}

/** What the error body says of an error. */
export function errorFields(error: ApiError, context: ErrorContext) {
  return {
    type: errorCatalogue[error.code].type,
    code: error.code,
    message: error.message,
    param: error.param,
    docsUrl: `${context.publicUrl}/docs#error-${error.code}`,
    specUrl: `${context.publicUrl}/api/v1/openapi.json`,
    requestId: context.requestId,
  };
}

/** The one error body of the service, with the error's status and headers. */
export function errorResponse(error: ApiError, context: ErrorContext): HttpResponse {
  // RFC 9110 §11.6.1: a 401 says how to authenticate.
  const headers = error.status === 401 ? { "www-authenticate": challenge(null), ...error.headers } : error.headers;
  return jsonResponse(error.status, { error: errorFields(error, context) }, headers);
}
