/** What something was refused with. */
import assert from "node:assert/strict";
import { ApiError } from "../../src/schema/errors.ts";

/** What the action was refused with; fails when it was not, and passes on what is no refusal. */
export function refusalOf(action: () => unknown): ApiError {
  try {
    action();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  return assert.fail("Expected a refusal, and there was none.");
}
