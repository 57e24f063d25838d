/** Dynamic client registration (RFC 7591): open to everyone, throttled, and for public clients only. */
import type { RegisteredClient } from "../../directory/oauth/clients.ts";
import { readJson } from "../../http/body.ts";
import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { jsonResponse } from "../../respond.ts";
import { readMetadata } from "./metadata.ts";
import { openHeaders } from "../protocol/errors.ts";
import type { OAuth } from "../protocol/parts.ts";
import { countFor } from "./find.ts";
import { limits } from "../../../schema/limits.ts";

/** `POST /oauth/register`: keeps a client that nobody knows yet. Source: RFC 7591 §3. */
export async function register(oauth: OAuth, request: HttpRequest): Promise<HttpResponse> {
  countFor(oauth.newClients, request);
  const metadata = readMetadata(await readJson(request, limits.clientBodies.each.max));
  const client = await oauth.services.directory.registerClient(metadata);
  return jsonResponse(201, toResponse(client), openHeaders);
}

/** What was registered, which may be less than was asked for (RFC 7591 §3.2.1). */
function toResponse(client: RegisteredClient) {
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.createdAt / 1000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    ...(client.clientUri === null ? {} : { client_uri: client.clientUri }),
    ...(client.logoUri === null ? {} : { logo_uri: client.logoUri }),
    ...(client.scopes.length === 0 ? {} : { scope: client.scopes.join(" ") }),
  };
}
