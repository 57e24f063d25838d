/** A browser's way to the provider and back: `/oidc/start` sends it there, `/oidc/callback` takes it back. */
import type { Services } from "../exchange.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { clientOf } from "../http/client-address.ts";
import type { Route } from "../router.ts";
import { cookieFor } from "../sign-in.ts";
import { type Attempt, attemptAge, attemptCookie, ownPath, readAttempt } from "./attempt.ts";
import { findOrInvite, linkTo, type Refusal } from "./enter.ts";
import type { Oidc } from "../auth/oidc.ts";

export function oidcRoutes(services: Services): Route[] {
  const { oidc } = services;
  if (oidc === null) return [];
  return [
    { method: "GET", path: "/app/v1/oidc/start", target: (request) => start(services, oidc, request) },
    { method: "GET", path: "/app/v1/oidc/callback", target: (request) => finish(services, oidc, request) },
  ];
}

async function start(services: Services, oidc: Oidc, request: HttpRequest): Promise<HttpResponse> {
  const subject = subjectOf(request);
  oidc.visits.check(subject);
  oidc.visits.fail(subject);
  const wanted = { to: ownPath(new URLSearchParams(request.query).get("to")), linkTo: null };
  try {
    const { url, cookie } = await beginAttempt(services, oidc, wanted);
    return redirect(url, cookie);
  } catch (error) {
    oidc.onFailure(error);
    return refuse("unreachable", wanted);
  }
}

/** Where to send the browser, and the cookie that it must come back with. Rejects when the provider cannot be reached. */
export async function beginAttempt(
  { publicUrl, clock }: Services,
  { provider, secret }: Oidc,
  wanted: Pick<Attempt, "to" | "linkTo">,
): Promise<{ readonly url: string; readonly cookie: string }> {
  const { url, ...proof } = await provider.begin();
  const attempt = { ...proof, ...wanted, expiresAt: clock.now() + attemptAge };
  return { url, cookie: attemptCookie(publicUrl, secret, attempt) };
}

async function finish(services: Services, oidc: Oidc, request: HttpRequest): Promise<HttpResponse> {
  const subject = subjectOf(request);
  services.signInFailures.check(subject);
  const attempt = readAttempt(services.publicUrl, oidc.secret, request, services.clock.now());
  if (attempt === null) return refuse("expired", { to: "/today", linkTo: null });
  const account = await oidc.provider.finish(request.query, attempt).catch((error: unknown) => {
    services.signInFailures.fail(subject);
    oidc.onFailure(error);
  });
  if (account === undefined) return refuse("failed", attempt);
  if (attempt.linkTo === null) return signIn(services, attempt, await findOrInvite(services, account));
  const session = await services.sessionOf(request);
  if (session?.user.id !== attempt.linkTo) return refuse("expired", attempt);
  const refusal = await linkTo(services, attempt.linkTo, account);
  return refusal === null ? redirect(attempt.to) : refuse(refusal, attempt);
}

async function signIn(
  services: Services,
  attempt: Attempt,
  user: Refusal | { readonly id: string },
): Promise<HttpResponse> {
  if (typeof user === "string") return refuse(user, attempt);
  const session = await services.directory.createSession(user.id);
  return redirect(attempt.to, cookieFor(services, session));
}

function subjectOf(request: HttpRequest): string {
  return `provider ${clientOf(request.remoteAddress)}`;
}

/** Back to the sign-in, or to where an account was to be linked; the app has a sentence for each reason. */
function refuse(
  refused: Refusal | "unreachable" | "expired" | "failed",
  { to, linkTo: linked }: Pick<Attempt, "to" | "linkTo">,
): HttpResponse {
  if (linked === null) return redirect(`/sign-in?${new URLSearchParams({ refused, to }).toString()}`);
  return redirect(`${to}${to.includes("?") ? "&" : "?"}refused=${refused}`);
}

/** What leads to and from a provider is nobody else's to read or to repeat. */
function redirect(location: string, cookie?: string): HttpResponse {
  const quiet = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return { status: 303, headers: { location, ...quiet, ...(cookie && { "set-cookie": cookie }) }, body: "" };
}
