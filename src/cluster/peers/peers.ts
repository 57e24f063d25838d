/** The other nodes, as this one asks them: a connection to each, made when there is something to ask. */
import type { Clock } from "../../actors/runtime/ports.ts";
import { type Channel, createChannel } from "../../actors/threads/channel.ts";
import { addressOf, connectSecurely } from "./secure.ts";
import { createSocketPort, type SocketPort } from "./socket-port.ts";

/** The other node could not be asked, or was lost before it answered. */
export class PeerLost extends Error {
  override readonly name = "PeerLost";
  /** Whether it may have done what it was asked. */
  readonly isInDoubt: boolean;

  constructor(url: string, isInDoubt: boolean, cause: unknown) {
    super(`The node at ${url} ${isInDoubt ? "was lost before it answered" : "cannot be reached"}.`, { cause });
    this.isInDoubt = isInDoubt;
  }
}

export interface Peers {
  /** What the node at that address answers. Rejects with what it throws, with PeerLost, or with the reason of a signal aborted while it is connected to. */
  readonly ask: (url: string, method: string, args: readonly unknown[], signal?: AbortSignal) => Promise<unknown>;
  /** Ends all connections; what is still open is refused. */
  readonly close: () => void;
}

export interface PeersOptions {
  readonly secret: Uint8Array;
  readonly clock: Clock;
  /** Milliseconds after which a silent node counts as gone. */
  readonly silenceMs: number;
}

interface Connection {
  readonly channel: Promise<Channel>;
  isMade: boolean;
}

/** Connects to nobody yet. */
export function createPeers(options: PeersOptions): Peers {
  const connections = new Map<string, Connection>();
  const ports = new Set<SocketPort>();

  /** `onEnd` is called before what is open on it is refused. */
  async function connect(url: string, onEnd: () => void): Promise<Channel> {
    const { socket, opened } = connectSecurely(addressOf(url), options.secret);
    const cancel = options.clock.timer(options.silenceMs, () => socket.destroy());
    try {
      await opened;
    } catch (error) {
      throw new PeerLost(url, false, error);
    } finally {
      cancel();
    }
    const port = createSocketPort(socket, options);
    const channel = createChannel(port, refuse);
    ports.add(port);
    void port.ended.then((reason) => {
      ports.delete(port);
      onEnd();
      channel.close(new PeerLost(url, true, reason));
    });
    return channel;
  }

  function connectionTo(url: string): Connection {
    const known = connections.get(url);
    if (known !== undefined) return known;
    const forget = (): void => {
      if (connections.get(url) === connection) connections.delete(url); // and not a newer one
    };
    const connection: Connection = { channel: connect(url, forget), isMade: false };
    connections.set(url, connection);
    connection.channel.then(() => (connection.isMade = true), forget);
    return connection;
  }

  return {
    async ask(url, method, args, signal) {
      const connection = connectionTo(url);
      const { isMade } = connection;
      const channel = await connection.channel;
      if (!isMade) signal?.throwIfAborted();
      return channel.ask(method, args, signal);
    },
    close() {
      for (const port of ports) port.end(new Error("This node stops."));
    },
  };
}

function refuse(method: string): never {
  throw new Error(`A node that was asked does not ask back, and this one wanted ${method}.`);
}
