/** The refusal for a caller whose credential has ended while something of theirs is on its way. */
import type { Caller } from "./caller.ts";
import { ApiError, type ErrorCode } from "./errors.ts";

const codes = {
  api_key: "invalid_api_key",
  session: "invalid_session_token",
  oauth_token: "invalid_token",
  membership: "workspace_access_denied",
} as const satisfies Record<Caller["credentialType"], ErrorCode>;

/** 401 in the words of the credential. */
export function credentialEnded({ credentialType }: Pick<Caller, "credentialType">): ApiError {
  return new ApiError(
    codes[credentialType],
    "The credential was revoked, has expired, or its user left the workspace while the request waited.",
  );
}
