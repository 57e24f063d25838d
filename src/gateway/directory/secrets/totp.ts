/** Codes of an authenticator app (TOTP). Source: RFC 6238 and RFC 4226, with SHA-1, six digits and 30 seconds, which every app has. */
import { createHmac } from "node:crypto";
import { randomSecret } from "./secrets.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepMs = 30_000;
const digits = 6;

/** A new secret: 20 random bytes in base32 (RFC 4648), 32 characters. */
export function newTotpSecret(): string {
  return randomBase32(20);
}

/** A new recovery code: 80 random bits in base32, in four groups. */
export function newRecoveryCode(): string {
  return (randomBase32(10).toLowerCase().match(/.{4}/g) as string[]).join("-");
}

/** How a recovery code is compared: without case, blanks and hyphens; null for what has not its form. */
export function plainRecoveryCode(typed: string): string | null {
  const plain = typed.replaceAll(/[\s-]/g, "").toLowerCase();
  return /^[a-z2-7]{16}$/.test(plain) ? plain : null;
}

/** The half minute since 1970 that the moment (milliseconds) is in. */
export function stepOf(moment: number): number {
  return Math.floor(moment / stepMs);
}

/** The code of a half minute. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) as number) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The half minute whose code it is: the present one, the one before or the one after; undefined for none of them. */
export function matchingStep(secret: string, typed: string, moment: number): number | undefined {
  const code = typed.replaceAll(/\s/g, "");
  const now = stepOf(moment);
  return [now, now - 1, now + 1].find((step) => totpCode(secret, step) === code);
}

/** The address that authenticator apps read. */
export function otpauthUri(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: "Dayshift" });
  return `otpauth://totp/Dayshift:${encodeURIComponent(email)}?${query.toString()}`;
}

function randomBase32(bytes: number): string {
  const bits = Array.from(randomSecret(bytes), (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) as string[]).map((five) => alphabet.charAt(Number.parseInt(five, 2))).join("");
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) as string[]).map((eight) => Number.parseInt(eight, 2)));
}
