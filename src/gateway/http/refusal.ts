/** What a request is refused with. */
import { ApiError, toApiError } from "../../schema/errors.ts";
import type { HttpRequest } from "./message.ts";

/** For that error. One that says no more than that the client has gone is read by a client that closed its side alone. */
export function refusalOf(error: unknown, { signal }: Pick<HttpRequest, "signal">): ApiError {
  if (!signal.aborted || error !== signal.reason) return toApiError(error);
  return new ApiError(
    "validation_failed",
    "The client closed its side of the connection before the answer. Keep it open until the answer has come.",
  );
}
