/** Passwords: argon2id, as OWASP's password storage guide sets it (19 MiB, two passes, one lane). */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { argon2id } from "./argon2.ts";

export interface PasswordCost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

interface Stored extends PasswordCost {
  readonly salt: Buffer;
  readonly digest: Buffer;
}

export const currentCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltLength = 16;
const digestLength = 32;
const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{43})$/;

/** The hash of a password as a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$digest`. */
export async function hashPassword(password: string, cost: PasswordCost = currentCost): Promise<string> {
  const salt = randomBytes(saltLength);
  const digest = await derive(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(digest)}`;
}

/**
 * Whether the password belongs to the hash, compared in constant time. Without a hash (no such user, or one without a
 * password) the same work is done for nothing, so that the time of the answer does not tell who exists. The empty password is
 * nobody's.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  cost: PasswordCost = currentCost,
): Promise<boolean> {
  const parsed = stored === null || password === "" ? null : parse(stored);
  if (parsed === null) {
    await derive("nobody", randomBytes(saltLength), cost);
    return false;
  }
  return timingSafeEqual(await derive(password, parsed.salt, parsed), parsed.digest);
}

/** Whether a hash was made at another cost than today's, and is to be replaced when its password is next seen. */
export function needsRehash(stored: string, cost: PasswordCost = currentCost): boolean {
  const parsed = parse(stored);
  return (
    parsed === null ||
    parsed.memory !== cost.memory ||
    parsed.passes !== cost.passes ||
    parsed.parallelism !== cost.parallelism
  );
}

/** NFKC first (NIST SP 800-63B): the same password typed on two keyboards is the same password. */
function derive(password: string, nonce: Buffer, { memory, passes, parallelism }: PasswordCost): Promise<Buffer> {
  const message = Buffer.from(password.normalize("NFKC"));
  return argon2id({ message, nonce, memory, passes, parallelism, tagLength: digestLength });
}

function parse(stored: string): Stored | null {
  const match = phc.exec(stored);
  if (match === null) return null;
  const [, memory, passes, parallelism, salt = "", digest = ""] = match;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    digest: Buffer.from(digest, "base64"),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
