/** What a node answers that does not own the data. */
import type { HttpHandler, HttpResponse } from "../../gateway/http/message.ts";
import type { HttpApp } from "../../gateway/http/server.ts";
import { type ErrorContext, errorResponse } from "../../gateway/respond.ts";
import { ApiError } from "../../schema/errors.ts";

/** 503, in the body of every error: another node takes requests, or this one soon does. */
function waitingAnswer(context: ErrorContext): HttpResponse {
  const error = new ApiError(
    "internal_error",
    "This node waits: another one takes requests at the moment. Try again in a second, at the address of the service.",
    { retryAfter: 1, status: 503 },
  );
  return errorResponse(error, context);
}

/** Answers every request so. */
export function waitingApp(publicUrl: string): HttpApp {
  return {
    handler: async ({ requestId }) => waitingAnswer({ requestId, publicUrl }),
    errorResponse: (error, requestId) => errorResponse(error, { requestId, publicUrl }),
    onFailure: () => undefined,
  };
}

/** Answers as the handler does, unless another node may own the data by then. */
export function whileHeld(handler: HttpHandler, isHeld: () => boolean, publicUrl: string): HttpHandler {
  return async (request) => {
    const { requestId } = request;
    if (!isHeld()) return waitingAnswer({ requestId, publicUrl });
    const response = await handler(request);
    return isHeld() ? response : waitingAnswer({ requestId, publicUrl });
  };
}
