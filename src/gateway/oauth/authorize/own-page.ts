/** Whether a form came from our own page, and was not posted by another site with the person's cookie. */
import { sign, same } from "../../crypto.ts";
import type { SessionPrincipal } from "../../directory/context/principal.ts";
import type { HttpRequest } from "../../http/message.ts";
import { OAuthError } from "../protocol/errors.ts";
import type { OAuth } from "../protocol/parts.ts";

/** What the consent form carries: only a page that the person was shown has it, for this session and this request. */
export function formToken({ secret }: OAuth, session: SessionPrincipal, query: string): string {
  return sign(secret, `consent\n${session.credentialId}\n${query}`);
}

/** Refuses a form of another site. A browser says where a form came from; a client that does not say is no browser, or a very old one. */
export function refuseForeignForm({ services }: OAuth, request: HttpRequest): void {
  const origin = request.header("origin");
  const site = request.header("sec-fetch-site") ?? "same-origin";
  if ((origin === undefined || services.origins.isOwnPage(request)) && (site === "same-origin" || site === "none"))
    return;
  throw new OAuthError(
    "access_denied",
    `The form came from another site. Open ${services.publicUrl} itself and try again.`,
  );
}

/** Whether the form shows that the person saw our page: by its origin, or by the token. */
export function isOwnForm(
  oauth: OAuth,
  request: HttpRequest,
  session: SessionPrincipal,
  token: string | null,
): boolean {
  if (oauth.services.origins.isOwnPage(request)) return true;
  return token !== null && same(token, formToken(oauth, session, request.query));
}
