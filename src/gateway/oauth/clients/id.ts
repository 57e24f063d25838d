/** Which client asks at the token and revocation endpoints. All clients are public: they prove themselves by what they hold. */
import { decode } from "../../crypto.ts";
import type { HttpRequest } from "../../http/message.ts";
import { isDocumentAddress } from "./documents.ts";
import { OAuthError } from "../protocol/errors.ts";
import type { Parameters } from "../protocol/form.ts";
import type { OAuth } from "../protocol/parts.ts";

/**
 * The id of a client that may be here, from the form or from HTTP Basic with an empty password. Throws `invalid_client`. A document
 * is not read again: codes and tokens are bound to the id.
 */
export async function readClientId(oauth: OAuth, request: HttpRequest, form: Parameters): Promise<string> {
  const header = request.header("authorization");
  const inForm = form.get("client_id");
  const id = header === undefined ? inForm : readBasic(header);
  const hasSecret = (form.get("client_secret") ?? "") !== "" || form.get("client_assertion") !== null;
  if (id === null || id === "" || hasSecret || (inForm !== null && inForm !== id)) throw refused();
  if (isDocumentAddress(id) || (await oauth.services.directory.findClient(id)) !== undefined) return id;
  throw refused();
}

/** The user name of HTTP Basic, form-encoded as RFC 6749 §2.3.1 has it; null for any other header, and with a password. */
function readBasic(header: string): string | null {
  const match = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header);
  if (match === null) return null;
  const [name = "", password] = decode(match[1] as string).split(":", 2);
  if (password !== "") return null;
  return new URLSearchParams(`id=${name}`).get("id");
}

function refused(): OAuthError {
  return new OAuthError(
    "invalid_client",
    "The client is unknown, or sent a secret: send client_id alone, as registered (token_endpoint_auth_method none).",
  );
}
