/** A refusal of the service as an error to catch. Branch on `code`. */
import type { ErrorCode, ErrorType } from "../schema/errors.ts";

export class DayshiftError extends Error {
  readonly status: number;
  readonly type: ErrorType;
  /** One of the catalogue; a newer service may know more. */
  readonly code: ErrorCode | (string & {});
  /** The first field at fault, as a dotted path. */
  readonly param: string | null;
  readonly docsUrl: string;
  /** Where the description of the interface is. */
  readonly specUrl: string;
  /** To tell the operator. */
  readonly requestId: string;
  /** Seconds until a retry makes sense, when the service says so. */
  readonly retryAfter: number | null;

  constructor(status: number, fields: ErrorFields, retryAfter: number | null) {
    super(fields.message);
    this.name = "DayshiftError";
    this.status = status;
    this.type = fields.type;
    this.code = fields.code;
    this.param = fields.param;
    this.docsUrl = fields.docsUrl;
    this.specUrl = fields.specUrl;
    this.requestId = fields.requestId;
    this.retryAfter = retryAfter;
  }

  /** Whether the contract allows a retry: out of rate, or the service at fault. Out of minutes is no matter of waiting. */
  get isRetryable(): boolean {
    return this.type === "api_error" || (this.type === "rate_limit_error" && this.code !== "insufficient_minutes");
  }
}

interface ErrorFields {
  readonly type: ErrorType;
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
  readonly docsUrl: string;
  readonly specUrl: string;
  readonly requestId: string;
}

/** The error in an answer. What does not come from the service (a proxy's page) is judged by its status. */
export function toError(response: Response, body: unknown): DayshiftError {
  const given = (body as { readonly error?: Partial<ErrorFields> } | null | undefined)?.error ?? {};
  const { status } = response;
  const fields = {
    type: status === 429 ? "rate_limit_error" : status >= 500 ? "api_error" : "invalid_request_error",
    code: `http_${status}`,
    message: `The answer was ${status}, and not as Dayshift gives it: check the address.`,
    param: null,
    docsUrl: "",
    specUrl: "",
    requestId: response.headers.get("x-request-id") ?? "",
    ...given,
  } as const;
  const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new DayshiftError(status, fields, Number.isFinite(wait) ? wait : null);
}
