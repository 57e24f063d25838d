/** Encrypts what the directory must be able to read again: AES-256-GCM under a key that is not in the database. */
import { createCipheriv, createDecipheriv } from "node:crypto";
import { randomSecret } from "./secrets.ts";

const algorithm = "aes-256-gcm";
const nonceLength = 12;
const tagLength = 16;

/** The encrypted text, in base64url; `owner` is what it belongs to, and must be named again to read it. `key`: 32 bytes. */
export function encrypt(key: Uint8Array, owner: string, text: string): string {
  const nonce = randomSecret(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner));
  const bytes = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString("base64url");
}

/** The text that was encrypted; undefined under another key or for another owner, and when it was changed. */
export function decrypt(key: Uint8Array, owner: string, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, "base64url");
  const nonce = bytes.subarray(0, nonceLength);
  const tag = bytes.subarray(nonceLength, nonceLength + tagLength);
  try {
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
    return decipher.update(bytes.subarray(nonceLength + tagLength), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return undefined;
  }
}
