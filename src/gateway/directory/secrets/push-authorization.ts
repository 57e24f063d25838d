/** Says to a push service who sends (RFC 8292): a token for its origin, signed with the key that the browser subscribed with. */
import { createPrivateKey, sign } from "node:crypto";
import type { PushKeys } from "./push-keys.ts";

const hours = 12;

/** The value of the header `Authorization`. `subject`: how the operator of the push service reaches who sends. */
export function authorization(keys: PushKeys, endpoint: URL, subject: string, now: number): string {
  const claims = { aud: endpoint.origin, exp: Math.floor(now / 1000) + hours * 3600, sub: subject };
  const text = `${part({ typ: "JWT", alg: "ES256" })}.${part(claims)}`;
  const signature = sign("sha256", Buffer.from(text), { key: privateKeyOf(keys), dsaEncoding: "ieee-p1363" });
  return `vapid t=${text}.${signature.toString("base64url")}, k=${keys.publicKey}`;
}

function privateKeyOf({ publicKey, privateKey }: PushKeys) {
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString("base64url"));
  return createPrivateKey({ key: { kty: "EC", crv: "P-256", d: privateKey, x: x ?? "", y: y ?? "" }, format: "jwk" });
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
