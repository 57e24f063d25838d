/**
 * A sign-in at the provider that is on its way. It lives in a signed cookie of the browser that began it, so that no answer of the
 * provider is taken from another browser, and nothing is stored here. Source: OpenID Connect Core 1.0 §3.1.2.1, RFC 7636.
 */
import type { HttpRequest } from "../http/message.ts";
import { decode, encode, same, signInFull } from "../crypto.ts";

export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
  /** Where the person wants to be afterwards: a path of this origin. */
  readonly to: string;
  /** Whose account it becomes; null for a sign-in. */
  readonly linkTo: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** How long signing in at the provider may take, in milliseconds. */
export const attemptAge = 10 * 60 * 1000;

/** `Set-Cookie` for an attempt. */
export function attemptCookie(publicUrl: string, secret: Uint8Array, attempt: Attempt): string {
  const content = encode(JSON.stringify(attempt));
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const value = `${content}.${signInFull(secret, `oidc\n${content}`)}`;
  return `${cookieName(publicUrl)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${attemptAge / 1000}${secure}`;
}

/** The attempt of this browser; null when it has none, or an expired one. */
export function readAttempt(publicUrl: string, secret: Uint8Array, request: HttpRequest, now: number): Attempt | null {
  const name = `${cookieName(publicUrl)}=`;
  const part = (request.header("cookie") ?? "").split(";").find((one) => one.trim().startsWith(name));
  const [content = "", mac = ""] = part?.trim().slice(name.length).split(".") ?? [];
  if (!same(mac, signInFull(secret, `oidc\n${content}`))) return null;
  const attempt = JSON.parse(decode(content)) as Attempt;
  return attempt.expiresAt > now ? attempt : null;
}

/** Behind https the prefix binds it to this host (RFC 6265bis §4.1.3.2). */
function cookieName(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? "__Host-dayshift_oidc" : "dayshift_oidc";
}

/** A path of this origin, or today's: a link must not lead elsewhere after a sign-in. */
export function ownPath(asked: string | null): string {
  return asked !== null && /^\/(?![/\\])[!-~]*$/.test(asked) && asked.length <= 2000 ? asked : "/today";
}
