/** From a handler to one answer, also when it fails. */
import { ApiError } from "../../schema/errors.ts";
import type { HttpHandler, HttpRequest, HttpResponse, LaterResponse } from "./message.ts";

/** How a host turns failures into answers and log lines. */
export interface Failures {
  /** The answer for a refusal or failure of the catalogue. */
  readonly errorResponse: (error: ApiError, requestId: string) => HttpResponse;
  /** Takes what nobody foresaw, for the log; its details never reach the client. */
  readonly onError: (error: unknown, requestId: string) => void;
}

/** Runs the handler and gives its answer to `done`, exactly once and in the same tick when the handler is synchronous. */
export function answer(
  handler: HttpHandler,
  request: HttpRequest,
  failures: Failures,
  done: (response: HttpResponse) => void,
): void {
  const give = (made: HttpResponse | LaterResponse): void => (typeof made === "function" ? made(done) : done(made));
  let result: ReturnType<HttpHandler>;
  try {
    result = handler(request);
  } catch (error) {
    done(failed(error, request, failures));
    return;
  }
  if (result instanceof Promise) result.then(give, (error: unknown) => done(failed(error, request, failures)));
  else give(result);
}

function failed(error: unknown, request: HttpRequest, failures: Failures): HttpResponse {
  if (error instanceof ApiError) return failures.errorResponse(error, request.requestId);
  if (request.signal.aborted && error === request.signal.reason) return unforeseen(request.requestId, failures);
  failures.onError(error, request.requestId);
  return unforeseen(request.requestId, failures);
}

/** The constant answer for what nobody foresaw: 500 `internal_error`, nothing of the cause in it. */
export function unforeseen(requestId: string, failures: Failures): HttpResponse {
  const message = "The server failed. Retry with backoff; if it fails again, report the request id to the operator.";
  return failures.errorResponse(new ApiError("internal_error", message), requestId);
}
