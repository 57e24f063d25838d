/** Signing in with a password: what the app interface and the authorization page have in common. */
import { sessionCookie } from "./auth/authenticate.ts";
import { invalid } from "../schema/errors.ts";
import { isCommonPassword } from "./directory/secrets/common-passwords.ts";
import type { NewSession } from "./directory/sessions.ts";
import type { Signer, User } from "./directory/users.ts";
import type { Services } from "./exchange.ts";
import type { HttpRequest } from "./http/message.ts";
import { clientOf } from "./http/client-address.ts";
import { passSecondFactor } from "./second-factor.ts";

export interface Given {
  readonly email: string;
  readonly password: string;
  /** Of a second factor. */
  readonly code?: string | undefined;
}

/**
 * Who has that e-mail and password, else undefined. Throws 401 when a code of the second factor is missing or wrong, 429 for a
 * client address that has failed too often.
 */
export async function findSigner(
  services: Services,
  request: HttpRequest,
  { email, password, code }: Given,
): Promise<Signer | undefined> {
  const address = clientOf(request.remoteAddress);
  const subject = `address ${address}`;
  const signer = await tryPassword(services, { subject, address, email, password });
  if (signer !== undefined) await passSecondFactor(services, { user: signer.user, code, subject });
  return signer;
}

/** Whose failures a signed-in person's are. */
export function subjectOf(email: string, address: string): string {
  return `email ${email.toLowerCase()} from ${address}`;
}

/** The signed-in person, who shows the password again. Throws 400 for `param` when it is wrong, 429 after too many failures. */
export async function requirePassword(
  services: Services,
  request: HttpRequest,
  { email, password, param }: { readonly email: string; readonly password: string; readonly param: string },
): Promise<User> {
  const address = clientOf(request.remoteAddress);
  const signer = await tryPassword(services, { subject: subjectOf(email, address), address, email, password });
  if (signer !== undefined) return signer.user;
  throw invalid(param, `${param}: this is not the current password.`);
}

/** Throws 400 for a password that everybody tries first. */
export function requireUncommon(password: string, param: string): void {
  if (!isCommonPassword(password)) return;
  throw invalid(param, `${param}: this password is among the commonest, which are tried first. Choose another one.`);
}

interface PasswordGuess {
  /** Who fails when it is wrong; never somebody whom others could lock out. */
  readonly subject: string;
  /** Of the client (`clientOf`). */
  readonly address: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Whose password it is, else undefined, counted as a failure of the subject. Throws 429 when that has failed too often, also
 * while the password was checked (many guesses at once learn no more than as many in a row), and when too many wait for a digest.
 */
async function tryPassword(
  { directory, signInFailures, digests }: Services,
  { subject, address, email, password }: PasswordGuess,
): Promise<Signer | undefined> {
  signInFailures.check(subject);
  const signer = await digests.run(address, () => directory.checkPassword(email, password));
  signInFailures.check(subject);
  if (signer === undefined) signInFailures.fail(subject);
  return signer;
}

/** `Set-Cookie` for a session, or for the end of one (null). */
export function cookieFor({ publicUrl, clock }: Services, session: NewSession | null): string {
  const seconds = session === null ? 0 : Math.floor((session.expiresAt - clock.now()) / 1000);
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${sessionCookie(publicUrl)}=${session?.token ?? ""}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
