/** Signing in with a password: what the app interface and the authorization page have in common. */
import { sessionCookie } from "./auth/authenticate.ts";
import type { NewSession } from "./directory/sessions.ts";
import type { User } from "./directory/users.ts";
import type { Services } from "./exchange.ts";
import type { HttpRequest } from "./http/message.ts";
import { clientOf } from "./auth/throttle.ts";

/** The user with that address and password, else undefined. Throws 429 for an address, or for guesses at one person, past the limit. */
export function findSigner(
  services: Services,
  request: HttpRequest,
  email: string,
  password: string,
): Promise<User | undefined> {
  const subjects = [`address ${clientOf(request.remoteAddress)}`, `email ${email.toLowerCase()}`];
  return tryPassword(services, subjects, email, password);
}

/**
 * The user whose password it is, else undefined, counted as a failure of all subjects. Throws 429 when one of them has failed too
 * often, also while the password was checked: many guesses at once learn no more than as many in a row.
 */
export async function tryPassword(
  { directory, signInFailures }: Services,
  subjects: readonly string[],
  email: string,
  password: string,
): Promise<User | undefined> {
  const check = (): void => subjects.forEach((subject) => signInFailures.check(subject));
  check();
  const user = await directory.checkPassword(email, password);
  check();
  if (user === undefined) subjects.forEach((subject) => signInFailures.fail(subject));
  return user;
}

/** `Set-Cookie` for a session, or for the end of one (null). */
export function cookieFor({ publicUrl, clock }: Services, session: NewSession | null): string {
  const seconds = session === null ? 0 : Math.floor((session.expiresAt - clock.now()) / 1000);
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${sessionCookie}=${session?.token ?? ""}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
