/** Token revocation (RFC 7009): a refresh token takes its grant along, an access token goes alone. */
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { readClientId } from "./clients/id.ts";
import { OAuthError, openHeaders } from "./protocol/errors.ts";
import { readForm } from "./protocol/form.ts";
import type { OAuth } from "./protocol/parts.ts";

/** An unknown token is as good as a revoked one: 200 (RFC 7009 §2.2). */
export async function revoke(oauth: OAuth, request: HttpRequest): Promise<HttpResponse> {
  const form = await readForm(request);
  const clientId = await readClientId(oauth, request, form);
  const { directory } = oauth.services;
  const known = await directory.findToken(form.require("token"));
  if (known !== undefined && known.clientId !== clientId) {
    throw new OAuthError("invalid_grant", "The token is another client's.");
  }
  if (known?.kind === "refresh") await directory.revokeConnectedApp(known.grantId);
  if (known?.kind === "access") await directory.endAccessToken(known);
  return { status: 200, headers: { ...openHeaders, "cache-control": "no-store" }, body: "" };
}
