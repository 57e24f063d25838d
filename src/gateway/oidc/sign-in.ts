/**
 * Signing in at the provider: `/oidc/start` sends the browser there, `/oidc/callback` takes it back. Whoever is not known by their
 * account comes in by an open invitation to their verified address, and by nothing else.
 */
import { ApiError } from "../../schema/errors.ts";
import type { Account } from "../directory/provider-identities.ts";
import type { User } from "../directory/users.ts";
import type { Services } from "../exchange.ts";
import { syncMembers } from "../handlers/members.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { clientOf } from "../http/client-address.ts";
import type { Route } from "../router.ts";
import { cookieFor } from "../sign-in.ts";
import { type Attempt, attemptAge, attemptCookie, ownPath, readAttempt } from "./attempt.ts";
import type { Oidc } from "./parts.ts";

/** Why somebody was not signed in, as the app's page of the sign-in says it. */
type Refusal = "unreachable" | "expired" | "failed" | "unknown" | "known" | "taken";

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
  const to = ownPath(new URLSearchParams(request.query).get("to"));
  try {
    const { url, cookie } = await beginAttempt(services, oidc, { to, linkTo: null });
    return redirect(url, cookie);
  } catch (error) {
    oidc.onFailure(error);
    return refuse("unreachable", { to, linkTo: null });
  }
}

/** Where to send the browser, and the cookie that it must come back with. Rejects when the provider cannot be reached. */
export async function beginAttempt(
  { publicUrl, clock }: Services,
  { provider, secret }: Oidc,
  { to, linkTo }: Pick<Attempt, "to" | "linkTo">,
): Promise<{ readonly url: string; readonly cookie: string }> {
  const { url, ...proof } = await provider.begin();
  const attempt = { ...proof, to, linkTo, expiresAt: clock.now() + attemptAge };
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
  return attempt.linkTo === null
    ? signIn(services, account, attempt)
    : link(services, request, { account, attempt, userId: attempt.linkTo });
}

async function signIn(services: Services, account: Account, attempt: Attempt): Promise<HttpResponse> {
  const user = (await services.directory.findUserByAccount(account)) ?? (await join(services, account));
  if (typeof user === "string") return refuse(user, attempt);
  const session = await services.directory.createSession(user.id);
  return redirect(attempt.to, cookieFor(services, session));
}

/** Somebody new, by an invitation. Who has this address here already signs in first, and links the account: an address is no proof. */
async function join(services: Services, account: Account): Promise<User | Refusal> {
  const { directory } = services;
  if (account.email === null) return "unknown";
  if ((await directory.findUserByEmail(account.email)) !== undefined) return "known";
  const open = await directory.openInvitationTo(account.email);
  if (open === undefined) return "unknown";
  const user = await directory.acceptInvitation(open, { account, name: account.name ?? undefined });
  await syncMembers(services, open.workspaceId);
  return user;
}

interface Linking {
  readonly account: Account;
  readonly attempt: Attempt;
  readonly userId: string;
}

/** The account becomes one of the person who began, and who must still be signed in. */
async function link(services: Services, request: HttpRequest, { account, attempt, userId }: Linking) {
  const session = await services.sessionOf(request);
  if (session?.user.id !== userId) return refuse("expired", attempt);
  try {
    await services.directory.linkAccount(userId, account);
  } catch (error) {
    if (error instanceof ApiError && error.code === "resource_conflict") return refuse("taken", attempt);
    throw error;
  }
  return redirect(attempt.to);
}

function subjectOf(request: HttpRequest): string {
  return `provider ${clientOf(request.remoteAddress)}`;
}

/** Back to the sign-in, or to where an account was to be linked. */
function refuse(refused: Refusal, { to, linkTo }: Pick<Attempt, "to" | "linkTo">): HttpResponse {
  if (linkTo === null) return redirect(`/sign-in?${new URLSearchParams({ refused, to }).toString()}`);
  return redirect(`${to}${to.includes("?") ? "&" : "?"}refused=${refused}`);
}

/** What leads to and from a provider is nobody else's to read or to repeat. */
function redirect(location: string, cookie?: string): HttpResponse {
  const quiet = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return { status: 303, headers: { location, ...quiet, ...(cookie && { "set-cookie": cookie }) }, body: "" };
}
