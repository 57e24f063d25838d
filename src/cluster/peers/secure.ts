/**
 * How two nodes know each other: TLS 1.3 with a secret that both have and neither sends (RFC 8446, 2.2: pre-shared keys). It encrypts as
 * well; there are no certificates.
 */
import { connect, createServer, type TLSSocket, type TlsOptions } from "node:tls";

const identity = "dayshift";

/** Where a node is reached by the others. */
export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

/** The address in `tls://host:port`. */
export function addressOf(url: string): NodeAddress {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) };
}

const protocol = {
  ciphers: "TLS_AES_128_GCM_SHA256",
  minVersion: "TLSv1.3",
  maxVersion: "TLSv1.3",
} as const satisfies TlsOptions;

/** A server that calls with each connection whose other side has the secret; others are ended, and so are those that do not show it in time. */
export function createSecureServer(secret: Uint8Array, patienceMs: number, onConnection: (socket: TLSSocket) => void) {
  const server = createServer({
    ...protocol,
    handshakeTimeout: patienceMs,
    pskCallback: (_socket, name) => (name === identity ? secret : null),
  });
  server.on("secureConnection", onConnection);
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  return server;
}

/** Resolves when both sides have shown that they have the secret. Rejects when the other side is not there, or has another one. */
export function connectSecurely(
  address: NodeAddress,
  secret: Uint8Array,
): { readonly socket: TLSSocket; readonly opened: Promise<void> } {
  const socket = connect({
    ...address,
    ...protocol,
    pskCallback: () => ({ psk: secret, identity }),
    checkServerIdentity: () => undefined, // it has no certificate: the secret is what it shows
  });
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
  socket.once("secureConnect", resolve);
  socket.on("error", reject);
  socket.once("close", () => reject(new Error("The connection ended before it was there.")));
  return { socket, opened };
}
