/** The client that an authorization request names. */
import type { Throttle } from "../../auth/throttle.ts";
import { clientOf } from "../../http/client-address.ts";
import type { OAuthClient } from "../../directory/oauth/clients.ts";
import type { HttpRequest } from "../../http/message.ts";
import { OAuthError } from "../protocol/errors.ts";
import type { OAuth } from "../protocol/parts.ts";
import { isDocumentAddress } from "./documents.ts";

/** The client with that id. Throws `invalid_client`, and 429 for an address that makes us read too many documents. */
export async function findClient(oauth: OAuth, request: HttpRequest, id: string): Promise<OAuthClient> {
  if (isDocumentAddress(id)) return oauth.clientDocuments(id, () => countFor(oauth.newDocuments, request));
  const client = await oauth.services.directory.findClient(id);
  if (client !== undefined) return client;
  throw new OAuthError("invalid_client", "There is no client with this client_id: register it first.");
}

/** Counts a registration or a document for the address of the request; throws 429 past the limit. */
export function countFor(throttle: Throttle, request: HttpRequest): void {
  const address = clientOf(request.remoteAddress);
  throttle.check(address);
  throttle.fail(address);
}
