/** The refusals of a body that is too large, or ends too early. */
import { ApiError } from "../../schema/errors.ts";

/** The refusal of a body above `limit` bytes: 413 `payload_too_large`. */
export function tooLarge(limit: number): ApiError {
  return new ApiError(
    "payload_too_large",
    `The body is larger than ${limit} bytes. Split the request into smaller ones.`,
  );
}

/** The refusal of a body whose rest will never come, for the client has closed its side. */
export function cutShort(): ApiError {
  return new ApiError("validation_failed", "The connection was closed before the whole body had arrived.");
}
