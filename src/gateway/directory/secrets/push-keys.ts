/** The keys by which push services know this service (RFC 8292): P-256, in base64url. */
import { createECDH } from "node:crypto";

export interface PushKeys {
  /** 65 bytes, uncompressed. */
  readonly publicKey: string;
  /** 32 bytes. */
  readonly privateKey: string;
}

export function newPushKeys(): PushKeys {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  // Node leaves out zeros at the beginning.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return { publicKey: pair.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
}
