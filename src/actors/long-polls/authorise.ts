/** Whether the credential may still do what it began: checked again when work outlives the check of its request. */
import type { Caller } from "../../schema/caller.ts";
import { ApiError, type ErrorCode } from "../../schema/errors.ts";
import type { Operation } from "../../schema/operation.ts";
import { mayCall } from "../../schema/operations/index.ts";
import type { Access } from "../runtime/ports.ts";

const lost = {
  api_key: "invalid_api_key",
  session: "invalid_session_token",
  oauth_token: "invalid_token",
  membership: "workspace_access_denied",
} as const satisfies Record<Caller["credentialType"], ErrorCode>;

/** Resolves when the credential may call the operation now; rejects with 401 when it was revoked, 403 when it lost the scope. */
export async function reauthorise(access: Access, record: Operation, caller: Caller): Promise<void> {
  const scopes = await access.currentScopes(caller);
  if (scopes.length === 0) {
    throw new ApiError(
      lost[caller.credentialType],
      "The credential was revoked, has expired, or its user left the workspace while the request waited.",
    );
  }
  if (mayCall(record, scopes, caller.credentialType === "session")) return;
  throw new ApiError(
    "missing_scope",
    `The credential no longer has the scope ${record.auth}, which ${record.id} needs.`,
  );
}
