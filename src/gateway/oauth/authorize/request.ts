/** The request of a client to be let in. Source: OAuth 2.1 §4.1.1, RFC 7636, RFC 8707. */
import type { Scope } from "../../../schema/scopes.ts";
import type { OAuthClient } from "../../directory/oauth/clients.ts";
import type { HttpRequest } from "../../http/message.ts";
import { OAuthError } from "../protocol/errors.ts";
import { type Parameters, readParameters } from "../protocol/form.ts";
import { findClient } from "../clients/find.ts";
import type { OAuth } from "../protocol/parts.ts";
import { isRegistered } from "../protocol/redirects.ts";
import { apiResource, findResource } from "../../auth/resources.ts";
import { readScopeText, usualScopes } from "../protocol/scopes.ts";

/** Who asks, and where the answer may go. */
export interface Asker {
  readonly client: OAuthClient;
  readonly redirectUri: string;
}

/** What is asked for. */
export interface Wish {
  readonly scopes: readonly Scope[];
  readonly resource: string;
  readonly challenge: string;
}

/** Who asks. What this throws is shown to the person and never sent on: the address is not known to be the client's. */
export async function readAsker(oauth: OAuth, request: HttpRequest): Promise<Asker> {
  const query = readParameters(request.query);
  const client = await findClient(oauth, request, query.require("client_id"));
  const asked = query.get("redirect_uri");
  const redirectUri = asked ?? (client.redirectUris.length === 1 ? (client.redirectUris[0] as string) : "");
  if (isRegistered(client.redirectUris, redirectUri)) return { client, redirectUri };
  throw new OAuthError("invalid_request", "redirect_uri is not one of those that the client registered.");
}

/** The `state` to be handed back, or null; a repeated one is none. */
export function readState(request: HttpRequest): string | null {
  const [state, ...others] = new URLSearchParams(request.query).getAll("state");
  return others.length === 0 ? (state ?? null) : null;
}

/** What is asked for. What this throws is sent to the client. */
export function readWish({ services }: OAuth, request: HttpRequest, client: OAuthClient): Wish {
  const query = readParameters(request.query);
  requireUnderstood(query);
  const challenge = query.get("code_challenge") ?? "";
  if (query.get("code_challenge_method") !== "S256" || !/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    throw new OAuthError("invalid_request", "PKCE is needed: code_challenge, and code_challenge_method S256.");
  }
  return { challenge, resource: readResource(services.publicUrl, query), scopes: readScopes(query, client) };
}

function requireUnderstood(query: Parameters): void {
  if (query.get("request") !== null) throw new OAuthError("request_not_supported", "request objects are not read.");
  if (query.get("request_uri") !== null) {
    throw new OAuthError("request_uri_not_supported", "request objects are not read.");
  }
  query.get("state"); // refuses a repeated one
  if (query.require("response_type") !== "code") {
    throw new OAuthError("unsupported_response_type", "response_type: expected code.");
  }
  if ((query.get("response_mode") ?? "query") === "query") return;
  throw new OAuthError("invalid_request", "response_mode: expected query, or nothing.");
}

/** Without a resource the public interface is meant. */
function readResource(publicUrl: string, query: Parameters): string {
  const asked = query.get("resource");
  const resource = asked === null ? apiResource(publicUrl) : findResource(publicUrl, asked);
  if (resource !== undefined) return resource;
  throw new OAuthError("invalid_target", "resource is not one of this service: see the protected resource metadata.");
}

function readScopes(query: Parameters, client: OAuthClient): readonly Scope[] {
  const asked = query.get("scope");
  if (asked !== null) return readScopeText(asked);
  return client.scopes.length > 0 ? client.scopes : usualScopes;
}
