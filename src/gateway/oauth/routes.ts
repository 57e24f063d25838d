/** The OAuth endpoints and their documents as routes. */
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { jsonResponse } from "../respond.ts";
import type { Endpoint, Route } from "../router.ts";
import { showAuthorize, submitAuthorize } from "./authorize/authorize.ts";
import { oauthErrorResponse } from "./protocol/errors.ts";
import { resourceMetadata, serverMetadata } from "./metadata.ts";
import type { OAuth } from "./protocol/parts.ts";
import { register } from "./clients/register.ts";
import { apiResource, mcpUrl, metadataUrl } from "../auth/resources.ts";
import { revoke } from "./revoke.ts";
import { token } from "./token.ts";

type OAuthEndpoint = (oauth: OAuth, request: HttpRequest) => Promise<HttpResponse>;

export function oauthRoutes(oauth: OAuth): Route[] {
  return [
    ...documents(oauth.services.publicUrl),
    { method: "GET", path: "/oauth/authorize", target: (request) => showAuthorize(oauth, request) },
    { method: "POST", path: "/oauth/authorize", target: (request) => submitAuthorize(oauth, request) },
    ...open(oauth, "/oauth/token", token),
    ...open(oauth, "/oauth/revoke", revoke),
    ...open(oauth, "/oauth/register", register),
  ];
}

/** A resource has its document where RFC 9728 has it; the plain address is for clients of MCP that know no other. */
function documents(publicUrl: string): Route[] {
  const [api, mcp] = [apiResource(publicUrl), mcpUrl(publicUrl)];
  const ofMcp = resourceMetadata(publicUrl, mcp, "Dayshift MCP server");
  const all: readonly (readonly [string, object])[] = [
    ["/.well-known/oauth-authorization-server", serverMetadata(publicUrl)],
    [new URL(metadataUrl(api)).pathname, resourceMetadata(publicUrl, api, "Dayshift interface")],
    [new URL(metadataUrl(mcp)).pathname, ofMcp],
    [new URL(metadataUrl(publicUrl)).pathname, ofMcp],
  ];
  return all.flatMap(([path, body]) => {
    const response = jsonResponse(200, body, { "access-control-allow-origin": "*", "cache-control": "max-age=300" });
    return [{ method: "GET", path, target: async () => response }, preflight(path, "GET")];
  });
}

function open(oauth: OAuth, path: string, endpoint: OAuthEndpoint): Route[] {
  const target: Endpoint = (request) => endpoint(oauth, request).catch(oauthErrorResponse);
  return [{ method: "POST", path, target }, preflight(path, "POST")];
}

/** Clients that run in a page of another origin ask first. */
function preflight(path: string, method: string): Route {
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": method,
    "access-control-allow-headers": "authorization, content-type, mcp-protocol-version",
    "access-control-max-age": "86400",
  };
  return { method: "OPTIONS", path, target: async () => ({ status: 204, headers, body: "" }) };
}
