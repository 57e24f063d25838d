import { ApiError } from "../../schema/errors.ts";

/** The refusal of a body above `limit` bytes: 413 `payload_too_large`. */
export function tooLarge(limit: number): ApiError {
  return new ApiError(
    "payload_too_large",
    `The body is larger than ${limit} bytes. Split the request into smaller ones.`,
  );
}
