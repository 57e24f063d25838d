/** Keyed and plain digests for cursors and fingerprints. The only file of the gateway's logic that touches `node:crypto`. */
import { hash, timingSafeEqual } from "node:crypto";

/** SHA-256 in hexadecimal. */
export function digest(text: string): string {
  return hash("sha256", text);
}

/** SHA-256 in base64url, as PKCE has it (RFC 7636 §4.2). */
export function codeChallenge(verifier: string): string {
  return hash("sha256", verifier, "base64url");
}

/** The block of SHA-256 in bytes, and what HMAC mixes into its key for each of the two digests (RFC 2104 §2). */
const block = 64;
const [innerPad, outerPad] = [0x36, 0x5c];

/**
 * The first 16 bytes of HMAC-SHA-256, in base64url; the secret has at most 64 bytes. Made of two digests at one stroke: every
 * page has a cursor, and an Hmac object costs more than the digests.
 */
export function seal(secret: string | Uint8Array, text: string): string {
  const inner = hash("sha256", Buffer.concat([mixed(secret, innerPad), Buffer.from(text)]), "latin1");
  const sealed = hash("sha256", Buffer.concat([mixed(secret, outerPad), Buffer.from(inner, "latin1")]), "latin1");
  return Buffer.from(sealed.slice(0, 16), "latin1").toString("base64url");
}

function mixed(secret: string | Uint8Array, pad: number): Buffer {
  const key = Buffer.alloc(block);
  key.set(Buffer.from(secret));
  for (let at = 0; at < block; at += 1) key[at] = (key[at] as number) ^ pad;
  return key;
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
