/** The OAuth endpoints as routes, with those of their documents. */
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import type { Endpoint, Route } from "../router.ts";
import { showAuthorize, submitAuthorize } from "./authorize/authorize.ts";
import { oauthErrorResponse } from "./protocol/errors.ts";
import { documents, preflight } from "./documents.ts";
import type { OAuth } from "./protocol/parts.ts";
import { register } from "./clients/register.ts";
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

function open(oauth: OAuth, path: string, endpoint: OAuthEndpoint): Route[] {
  const target: Endpoint = (request) => endpoint(oauth, request).catch(oauthErrorResponse);
  return [{ method: "POST", path, target }, preflight(path, "POST")];
}
