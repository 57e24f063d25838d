/**
 * The error catalogue: the only place that names a code. Every failure of the service is an ApiError made from it.
 */

export type ErrorType =
  | "invalid_request_error"
  | "authentication_error"
  | "permission_error"
  | "not_found_error"
  | "conflict_error"
  | "rate_limit_error"
  | "api_error";

interface Entry {
  readonly type: ErrorType;
  readonly status: number;
  /** The condition, as the reference page states it. */
  readonly description: string;
}

export const errorCatalogue = {
  missing_credentials: {
    type: "authentication_error",
    status: 401,
    description: "No credential was sent.",
  },
  invalid_api_key: {
    type: "authentication_error",
    status: 401,
    description: "The API key is malformed, unknown or revoked.",
  },
  expired_api_key: { type: "authentication_error", status: 401, description: "The API key is past its expiry." },
  invalid_session_token: {
    type: "authentication_error",
    status: 401,
    description: "The session token is invalid or expired.",
  },
  second_factor_required: {
    type: "authentication_error",
    status: 401,
    description: "The person signs in with a second factor, and its code is missing. App interface only.",
  },
  invalid_client: {
    type: "authentication_error",
    status: 401,
    description: "The OAuth client is unknown or not allowed.",
  },
  invalid_token: {
    type: "authentication_error",
    status: 401,
    description: "The OAuth access token is malformed, unknown or revoked.",
  },
  expired_token: { type: "authentication_error", status: 401, description: "The OAuth access token is expired." },
  invalid_grant: {
    type: "invalid_request_error",
    status: 400,
    description: "The OAuth code or refresh token is invalid, expired, used, or failed PKCE.",
  },
  invalid_scope: {
    type: "invalid_request_error",
    status: 400,
    description: "The OAuth scope request is empty, unknown or too broad.",
  },
  invalid_target: {
    type: "invalid_request_error",
    status: 400,
    description: "The OAuth resource names a different server or a different resource than the grant.",
  },
  missing_scope: { type: "permission_error", status: 403, description: "The credential lacks a needed scope." },
  workspace_access_denied: {
    type: "permission_error",
    status: 403,
    description: "The workspace is another one, or the user is not a member of it.",
  },
  api_key_auth_required: {
    type: "permission_error",
    status: 403,
    description: "Key management needs a user session; it was called with another credential.",
  },
  validation_failed: {
    type: "invalid_request_error",
    status: 400,
    description: "The body, path or query is invalid; `param` names the first field at fault.",
  },
  invalid_cursor: {
    type: "invalid_request_error",
    status: 400,
    description: "The cursor was not issued by this endpoint for these filters and this order.",
  },
  unknown_parameter: {
    type: "invalid_request_error",
    status: 400,
    description: "A query parameter is not accepted here; `param` names it and the message lists the accepted ones.",
  },
  payload_too_large: {
    type: "invalid_request_error",
    status: 413,
    description: "The body is larger than 500 KB (512,000 bytes).",
  },
  unsupported_media_type: {
    type: "invalid_request_error",
    status: 415,
    description: "The body is not `application/json`.",
  },
  resource_not_found: {
    type: "not_found_error",
    status: 404,
    description: "There is no such record in this workspace, or none of this person.",
  },
  unknown_operation: {
    type: "not_found_error",
    status: 404,
    description: "There is no operation at that method and path.",
  },
  method_not_allowed: {
    type: "invalid_request_error",
    status: 405,
    description: "The path exists, the method does not; the `Allow` header lists the methods.",
  },
  operation_removed: {
    type: "invalid_request_error",
    status: 410,
    description: "The operation was removed; the message names its replacement.",
  },
  resource_conflict: {
    type: "conflict_error",
    status: 409,
    description: "The state of the resource forbids the action.",
  },
  series_action_required: {
    type: "conflict_error",
    status: 409,
    description: "A live scheduled series depends on this: pause or retire it first.",
  },
  occurrence_required: {
    type: "conflict_error",
    status: 409,
    description: "The action needs a current occurrence and there is none.",
  },
  occurrence_running: {
    type: "conflict_error",
    status: 409,
    description: "An occurrence is running; the schedule, assignees and status cannot change until it ends.",
  },
  occurrence_invalid_transition: {
    type: "conflict_error",
    status: 409,
    description: "The occurrence or its chat is in a final state.",
  },
  idempotency_key_reused: {
    type: "conflict_error",
    status: 409,
    description: "The same Idempotency-Key was used with a different request.",
  },
  idempotency_request_in_progress: {
    type: "conflict_error",
    status: 409,
    description: "The first request with this Idempotency-Key is still running; retry shortly.",
  },
  rate_limit_exceeded: {
    type: "rate_limit_error",
    status: 429,
    description: "Over the per-minute budget of the credential; `Retry-After` says when to try again.",
  },
  insufficient_minutes: {
    type: "rate_limit_error",
    status: 402,
    description: "The organization is out of minutes; agent work is refused, everything else keeps working.",
  },
  internal_error: { type: "api_error", status: 500, description: "The server failed; retry with backoff." },
  upstream_timeout: {
    type: "api_error",
    status: 504,
    description: "A blocking wait passed its deadline and the state could not be read; the work continues, poll.",
  },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof errorCatalogue;

export interface ApiErrorOptions {
  /** Dotted path of the first field at fault (`data[3].title`). */
  readonly param?: string | null;
  /** Extra response headers, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Seconds after which to try again: the header `Retry-After`. */
  readonly retryAfter?: number;
  /** In place of the status of the code: 503 where another machine answers, or soon does. */
  readonly status?: 503;
  /** What it came from, for the log alone. */
  readonly cause?: unknown;
}

/** A refusal or failure with a code of the catalogue. Plain data: it survives a structured clone through `toData`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The HTTP status: that of the code, where nothing else was said. */
  readonly status: number;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    const { param = null, headers = {}, retryAfter, status, cause } = options;
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ApiError";
    this.code = code;
    this.param = param;
    this.status = status ?? errorCatalogue[code].status;
    this.headers = retryAfter === undefined ? headers : { ...headers, "Retry-After": String(retryAfter) };
  }

  /** What crosses a thread or process boundary; `ApiError.from` is its inverse. */
  toData(): ApiErrorData {
    const { code, message, param, headers, status } = this;
    return { code, message, param, headers, ...(status === 503 && { status }) };
  }

  static from(data: ApiErrorData): ApiError {
    return new ApiError(data.code, data.message, data);
  }
}

export interface ApiErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Only in place of that of the code. */
  readonly status?: 503;
}

/** 404 for an id that is unknown in this workspace; `param` when the id stood in a body. */
export function notFound(what: string, id: string, param: string | null = null): ApiError {
  return new ApiError("resource_not_found", `There is no ${what} with the id ${id} in this workspace.`, { param });
}

/** 404 for an id that is unknown where no workspace is meant: a workspace itself, a person, or what is a person's own. */
export function noSuch(what: string, id: string, param: string | null = null): ApiError {
  return new ApiError("resource_not_found", `There is no ${what} with the id ${id}.`, { param });
}

/** What is read; undefined where reading it is refused with 404. */
export function ifFound<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError && error.code === "resource_not_found") return undefined;
    throw error;
  }
}

/** 400 for a field that does not hold what it must. */
export function invalid(param: string, message: string): ApiError {
  return new ApiError("validation_failed", message, { param });
}

/** The error itself when it is one of the catalogue; else 500, which says nothing of the cause: details stand in the log, under the request id. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(
    "internal_error",
    "The service failed. Try again with backoff; if it fails again, report the request id to the operator.",
  );
}

/** 500 while the service stops: another one will answer soon. */
export function stopping(): ApiError {
  return new ApiError("internal_error", "The service is stopping; try again in a moment.", { retryAfter: 1 });
}

/** 409 when the state of the resource forbids the action. */
export function conflict(message: string, param: string | null = null): ApiError {
  return new ApiError("resource_conflict", message, { param });
}
