/** The body of a note, which its browser alone can read (RFC 8291, RFC 8188). */
import { createCipheriv, createECDH, hkdfSync } from "node:crypto";

export interface Encryption {
  /** Public key of the browser, 65 bytes, and its secret, 16 bytes, in base64url. */
  readonly p256dh: string;
  readonly auth: string;
  /** 16 bytes, and a private key, that no other note has. */
  readonly salt: Uint8Array;
  readonly privateKey: Uint8Array;
}

const recordSize = 4096;

/** Throws for a public key that is no point of the curve. */
export function encryptNote(text: string, { p256dh, auth, salt, privateKey }: Encryption): Buffer {
  const receiver = Buffer.from(p256dh, "base64url");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey);
  const sender = pair.getPublicKey();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiver, sender]);
  const secret = derive(pair.computeSecret(receiver), Buffer.from(auth, "base64url"), info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // The one record is the last one: 2 ends it.
  const record = Buffer.concat([cipher.update(text, "utf8"), cipher.update(Buffer.of(2)), cipher.final()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(recordSize);
  head.writeUInt8(sender.length, 4);
  return Buffer.concat([salt, head, sender, record, cipher.getAuthTag()]);
}

function derive(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}
