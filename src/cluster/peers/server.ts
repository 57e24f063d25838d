/** Where other nodes ask this one. */
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import type { Clock } from "../../actors/runtime/ports.ts";
import { createChannel, type Serve } from "../../actors/threads/channel.ts";
import { createSecureServer, type NodeAddress } from "./secure.ts";
import { createSocketPort } from "./socket-port.ts";

export interface PeerServerOptions {
  readonly secret: Uint8Array;
  readonly clock: Clock;
  /** Milliseconds after which a silent node counts as gone. */
  readonly silenceMs: number;
  readonly serve: Serve;
}

export interface PeerServer {
  /** What it listens on: the system's choice where port 0 was asked for. */
  readonly port: number;
  close(): Promise<void>;
}

/** Nodes that may be connected at once, twice over: one that comes back may still be known from before. */
const maxConnections = 256;

/** Listens. Rejects with Node's error when the address is not available. */
export async function listenForPeers({ host, port }: NodeAddress, options: PeerServerOptions): Promise<PeerServer> {
  const { secret, silenceMs, serve } = options;
  const sockets = new Set<Socket>();
  const server = createSecureServer(secret, silenceMs, (socket) => {
    const peer = createSocketPort(socket, options);
    const channel = createChannel(peer, serve);
    void peer.ended.then((reason) => channel.close(reason));
  });
  // Those that are about to show who they are, too: a server is closed when its last connection is.
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.maxConnections = maxConnections;
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
