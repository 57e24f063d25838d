/** Says to an MCP client how to get a credential, or more scopes. Sources: MCP, "Authorization"; RFC 6750 §3; RFC 9728 §5.1. */
import { ApiError } from "../../schema/errors.ts";
import type { Scope } from "../../schema/scopes.ts";
import { authenticate } from "../auth/authenticate.ts";
import type { Principal } from "../directory/context/principal.ts";
import type { HttpRequest } from "../http/message.ts";
import { challenge } from "../auth/resources.ts";
import type { Pipeline } from "../pipeline.ts";
import type { Message } from "./exchange.ts";
import { scopeOf } from "./resources.ts";
import { mcpToolNamed } from "./tools.ts";

/** Who asks. Throws 401 with a challenge; a session cookie counts for nothing here, since pages of the app do not speak MCP. */
export async function identify(pipeline: Pipeline, request: HttpRequest): Promise<Principal> {
  if (request.header("authorization") !== undefined) return authenticate(pipeline, request);
  const refusal = new ApiError("missing_credentials", "Send `Authorization: Bearer <API_KEY>`, or sign in with OAuth.");
  throw withChallenge(refusal, challenge(pipeline.resource));
}

/**
 * Throws 403 when a message needs a scope that the person can still grant. A key has the scopes it was made with: it learns the
 * same from the result of the call.
 */
export function requireScopes(pipeline: Pipeline, principal: Principal, messages: readonly Message[]): void {
  if (principal.type === "api_key") return;
  const missing = messages.map(neededScope).filter((scope) => scope !== null && !principal.scopes.includes(scope));
  if (missing.length === 0) return;
  const scopes = new Set([...principal.scopes, ...missing.filter((scope) => scope !== null)]);
  const refusal = new ApiError("missing_scope", `The access token lacks the scope ${missing[0]}.`);
  const details = { error: "insufficient_scope", scopes: [...scopes] } as const;
  throw withChallenge(refusal, challenge(pipeline.resource, details));
}

function neededScope({ method, params }: Message): Scope | null {
  const auth =
    method === "tools/call"
      ? mcpToolNamed(params["name"])?.operation.auth
      : method === "resources/read"
        ? scopeOf(params["uri"])
        : undefined;
  return auth?.includes(":") ? (auth as Scope) : null;
}

function withChallenge({ code, message }: ApiError, value: string): ApiError {
  return new ApiError(code, message, { headers: { "www-authenticate": value } });
}
