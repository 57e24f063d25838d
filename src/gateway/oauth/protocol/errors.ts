/** Refusals of the OAuth endpoints: their own codes and their own body. Source: RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2. */
import { ApiError } from "../../../schema/errors.ts";
import type { HttpResponse } from "../../http/message.ts";
import { jsonResponse } from "../../respond.ts";

const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  access_denied: 403,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
} as const;

export type OAuthErrorCode = keyof typeof statuses;

/** A refusal. The description is shown to the developer of the client; it holds nothing that came with the request. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.name = "OAuthError";
    this.code = code;
  }

  get status(): number {
    return statuses[this.code];
  }
}

/** Headers of every answer with tokens or registrations; any page of any origin may ask, since no cookie counts here. */
export const openHeaders = { "access-control-allow-origin": "*", pragma: "no-cache" } as const;

/** The answer of RFC 6749 §5.2 for a refusal; what is no refusal is thrown on. */
export function oauthErrorResponse(error: unknown): HttpResponse {
  if (error instanceof OAuthError) {
    const basic = error.status === 401 ? { "www-authenticate": 'Basic realm="Dayshift"' } : {};
    const body = { error: error.code, error_description: error.message };
    return jsonResponse(error.status, body, { ...openHeaders, ...basic });
  }
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  const code = error.status === 429 ? "temporarily_unavailable" : "invalid_request";
  const body = { error: code, error_description: error.message };
  return jsonResponse(error.status, body, { ...openHeaders, ...error.headers });
}
