/** Keyed and plain digests for cursors and fingerprints. The only file of the gateway's logic that touches `node:crypto`. */
import { createHmac, hash, timingSafeEqual } from "node:crypto";

/** SHA-256 in hexadecimal. */
export function digest(text: string): string {
  return hash("sha256", text);
}

/** SHA-256 in base64url, as PKCE has it (RFC 7636 §4.2). */
export function codeChallenge(verifier: string): string {
  return hash("sha256", verifier, "base64url");
}

/** The first 16 bytes of HMAC-SHA-256, in base64url. */
export function sign(secret: string | Uint8Array, text: string): string {
  return createHmac("sha256", secret).update(text).digest().subarray(0, 16).toString("base64url");
}

/** All of HMAC-SHA-256, in base64url: 43 characters. */
export function signInFull(secret: Uint8Array, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}

/** True when two texts are the same, in a time that does not depend on where they differ. */
export function same(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Text as base64url. */
export function encode(text: string): string {
  return Buffer.from(text).toString("base64url");
}

/** The text that `encode` was given. */
export function decode(text: string): string {
  return Buffer.from(text, "base64url").toString();
}
