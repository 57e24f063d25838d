/** The secrets a client carries: how they are made, recognised and hashed. */
import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { customAlphabet, nanoid } from "nanoid";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomBase62 = customAlphabet(base62, 40);
const apiKeyForm = /^dsk_[0-9A-Za-z]{46}$/;
const sessionTokenForm = /^dss_[0-9A-Za-z_-]{43}$/;
const accessTokenForm = /^dso_[0-9A-Za-z_-]{43}$/;
const checksumLength = 6;

/** A new API key: `dsk_`, 40 random base62 characters (238 bits), 6 characters of checksum. */
export function newApiKey(): string {
  const body = `dsk_${randomBase62()}`;
  return body + checksum(body);
}

/** Whether a text has the form and the checksum of an API key; no look-up is needed to refuse one that has not. */
export function looksLikeApiKey(candidate: string): boolean {
  if (!apiKeyForm.test(candidate)) return false;
  return checksum(candidate.slice(0, -checksumLength)) === candidate.slice(-checksumLength);
}

/** A new session token: `dss_` and 43 base64url characters (258 bits). */
export function newSessionToken(): string {
  return `dss_${nanoid(43)}`;
}

/** Whether it has the form of one: only then is it looked up. */
export function looksLikeSessionToken(candidate: string): boolean {
  return sessionTokenForm.test(candidate);
}

/** A new OAuth access token: `dso_` and 43 base64url characters. */
export function newAccessToken(): string {
  return `dso_${nanoid(43)}`;
}

/** Whether it has the form of one: only then is it looked up. */
export function looksLikeAccessToken(candidate: string): boolean {
  return accessTokenForm.test(candidate);
}

/** A new OAuth refresh token: `dsr_` and 43 base64url characters. */
export function newRefreshToken(): string {
  return `dsr_${nanoid(43)}`;
}

/** A new OAuth authorization code: `dsc_` and 43 base64url characters. */
export function newCode(): string {
  return `dsc_${nanoid(43)}`;
}

/** A new one-time setup token: `dsu_` and 43 base64url characters. */
export function newSetupToken(): string {
  return `dsu_${nanoid(43)}`;
}

/** A new token of an invitation: `dsi_` and 43 base64url characters. */
export function newInvitationToken(): string {
  return `dsi_${nanoid(43)}`;
}

/** A new token of a link for calendar programs: `dsl_` and 43 base64url characters. */
export function newCalendarToken(): string {
  return `dsl_${nanoid(43)}`;
}

/** A new token of a password reset: `dsp_` and 43 base64url characters. */
export function newResetToken(): string {
  return `dsp_${nanoid(43)}`;
}

/** Random bytes for a key or a secret. */
export function randomSecret(length: number): Buffer {
  return randomBytes(length);
}

/** SHA-256 of a secret, in hexadecimal: all that is ever stored of it. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret);
}

/** CRC-32 (IEEE) of the text, as six base62 characters, zero padded. */
export function checksum(body: string): string {
  let rest = crc32(body);
  let digits = "";
  for (let index = 0; index < checksumLength; index++) {
    digits = base62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
