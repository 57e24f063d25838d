/**
 * The authorization endpoint: a person signs in, sees who asks for what, and decides. What is wrong with client or redirect URI
 * is shown here; everything else goes back to the client. Source: OAuth 2.1 §4.1, RFC 9207.
 */
import { readSessionCookie } from "../../auth/authenticate.ts";
import { type SessionPrincipal, standing } from "../../directory/context/principal.ts";
import { hashSecret, looksLikeSessionToken } from "../../directory/secrets/secrets.ts";
import type { HttpRequest, HttpResponse } from "../../http/message.ts";
import { ApiError } from "../../../schema/errors.ts";
import { cookieFor, findSigner } from "../../sign-in.ts";
import { type Asker, readAsker, readState, readWish, type Wish } from "./request.ts";
import { OAuthError } from "../protocol/errors.ts";
import { type Parameters, readForm } from "../protocol/form.ts";
import { formToken, isOwnForm, refuseForeignForm } from "./own-page.ts";
import { consentPage, refusalPage, signInPage } from "./pages.ts";
import type { OAuth } from "../protocol/parts.ts";
import { redirectHost, withParameters } from "../protocol/redirects.ts";
import { challenge } from "../../auth/resources.ts";

/** One request at this endpoint, understood. */
interface Visit {
  readonly oauth: OAuth;
  readonly request: HttpRequest;
  readonly asker: Asker;
  readonly wish: Wish;
}

/** `GET`: the sign-in form, or the consent form for the person who is signed in. */
export function showAuthorize(oauth: OAuth, request: HttpRequest): Promise<HttpResponse> {
  return visit(oauth, request, async (one) => {
    const session = await findSession(oauth, request);
    return session === null ? signInPage({ asker: one.asker, query: request.query }) : askConsent(one, session);
  });
}

/** `POST`: what the person put into either form. */
export function submitAuthorize(oauth: OAuth, request: HttpRequest): Promise<HttpResponse> {
  return visit(oauth, request, async (one) => {
    refuseForeignForm(oauth, request);
    const form = await readForm(request);
    const session = await findSession(oauth, request);
    if (form.get("decision") === null) return signIn(one, form);
    if (session === null)
      return signInPage({ asker: one.asker, query: request.query, status: 401, headers: signInFirst });
    return decide(one, form, session);
  });
}

const signInFirst = { "www-authenticate": challenge(null) };

/** Runs the step; refusals of asker and form are shown, those of the wish are sent to the client. */
async function visit(
  oauth: OAuth,
  request: HttpRequest,
  step: (one: Visit) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  try {
    const asker = await readAsker(oauth, request);
    const wish = tryWish(oauth, request, asker);
    if (wish instanceof OAuthError) {
      return answerClient(oauth, request, asker, { error: wish.code, error_description: wish.message });
    }
    return await step({ oauth, request, asker, wish });
  } catch (error) {
    if (error instanceof OAuthError) return refusalPage(error.code === "access_denied" ? 403 : 400, error.message);
    if (error instanceof ApiError && error.status < 500) return refusalPage(error.status, error.message, error.headers);
    throw error;
  }
}

function tryWish(oauth: OAuth, request: HttpRequest, { client }: Asker): Wish | OAuthError {
  try {
    return readWish(oauth, request, client);
  } catch (error) {
    if (error instanceof OAuthError) return error;
    throw error;
  }
}

/** The person's session by its cookie, valid now, or null. */
async function findSession({ services }: OAuth, request: HttpRequest): Promise<SessionPrincipal | null> {
  const token = readSessionCookie(services.publicUrl, request);
  if (token === null || !looksLikeSessionToken(token)) return null;
  const { directory, clock } = services;
  const principal = await directory.findSession(hashSecret(token));
  if (principal === undefined || standing(principal, clock.now()) !== "valid") return null;
  directory.touch(principal, clock.now());
  return principal;
}

/** A sign-in leads back to the request, by a redirect that no password goes along with (303). */
async function signIn({ oauth, request, asker }: Visit, form: Parameters): Promise<HttpResponse> {
  const { services } = oauth;
  const [email, password] = [form.require("email"), form.require("password")];
  const code = form.get("code")?.trim() || undefined;
  const again = { asker, query: request.query, status: 401, headers: signInFirst };
  const found = await findSigner(services, request, { email, password, code }).catch(problemOf);
  if (typeof found === "string") return signInPage({ ...again, problem: found, takesCode: true });
  if (found === undefined) return signInPage({ ...again, problem: "The e-mail address or the password is wrong." });
  const session = await services.directory.createSession(found.user.id, found.passwordHash);
  return redirect(`/oauth/authorize?${request.query}`, { "set-cookie": cookieFor(services, session) });
}

/** What the form says when the code of a second factor is missing or wrong. */
function problemOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.param !== "code") throw error;
  return error.code === "second_factor_required"
    ? "Enter the code of your authenticator app, too, or a recovery code."
    : "This code is wrong, was used before, or is too old. Wait for the next one.";
}

function askConsent(one: Visit, session: SessionPrincipal, status = 200, problem = ""): HttpResponse {
  const { query } = one.request;
  const csrf = formToken(one.oauth, session, query);
  return consentPage({ asker: one.asker, wish: one.wish, session, query, csrf, status, problem });
}

async function decide(one: Visit, form: Parameters, session: SessionPrincipal): Promise<HttpResponse> {
  const { oauth, request, asker } = one;
  if (!isOwnForm(oauth, request, session, form.get("csrf"))) {
    return askConsent(one, session, 403, "This form was not the one you were shown. Look again, and decide.");
  }
  const decision = form.get("decision");
  if (decision === "deny") {
    return answerClient(oauth, request, asker, { error: "access_denied", error_description: "The person said no." });
  }
  if (decision !== "allow") return askConsent(one, session, 400, "Choose Allow or Deny.");
  return allow(one, session, form.get("workspace"));
}

async function allow(one: Visit, session: SessionPrincipal, chosen: string | null): Promise<HttpResponse> {
  const { oauth, request, asker, wish } = one;
  const { workspaces } = session;
  if (chosen === null && workspaces.length !== 1) return askConsent(one, session, 400, "Choose a workspace.");
  const workspace = chosen === null ? workspaces[0] : workspaces.find(({ id }) => id === chosen.toLowerCase());
  if (workspace === undefined) return askConsent(one, session, 403, "You are not a member of this workspace.");
  const code = await oauth.services.directory.createCode({
    ...wish,
    client: asker.client,
    redirectUri: asker.redirectUri,
    redirectHost: redirectHost(asker.redirectUri),
    userId: session.user.id,
    workspaceId: workspace.id,
  });
  return answerClient(oauth, request, asker, { code });
}

/** Sends the person back, with who answers (RFC 9207): a client that asked elsewhere notices. */
function answerClient(
  { services }: OAuth,
  request: HttpRequest,
  { redirectUri }: Asker,
  parameters: Readonly<Record<string, string>>,
): HttpResponse {
  const answer = { ...parameters, state: readState(request), iss: services.publicUrl };
  return redirect(withParameters(redirectUri, answer));
}

/** 303, so that no form is ever sent on (RFC 9700 §4.12). */
function redirect(location: string, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return {
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer", ...headers },
    body: "",
  };
}
