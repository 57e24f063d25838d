/** The open connections and what each waits for: who is notified when the other end goes away. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ApiError } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import { forwardedAddress, plainAddress } from "./proxies.ts";
import type { Proxies } from "./proxies.ts";
import { createStrangers, type Strangers } from "./strangers.ts";

/** A request that waits for its answer, as its connection sees it. */
export interface OpenRequest {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Its body is taken in as it comes, and may take its time as long as it comes. */
  readonly isTakenInParts: boolean;
  /** The client closed its side. */
  leave(): void;
  /** The rest of the body will not come. */
  failBody(error: ApiError): void;
}

/** What the host knows of one open connection. */
export interface Connection {
  readonly socket: Socket;
  /** Requests that have not been answered, oldest first. */
  readonly open: OpenRequest[];
  /** True once the last answer is decided: whatever still arrives is thrown away. */
  closing: boolean;
  clientAddress(forwardedFor: string | undefined): string;
  /** Nobody has shown a valid credential on it so far. */
  readonly isStranger: boolean;
  /** A valid credential was shown on it: it counts no more among those of strangers. */
  vouch(): void;
}

/** The open connections of a server. */
export interface Connections {
  /** True once the server drains: each answer then is the last on its connection. */
  draining: boolean;
  add(socket: Socket): void;
  of(socket: Duplex): Connection | undefined;
  /** Destroys connections with nothing left to answer or to send. */
  closeUnoccupied(): void;
  closeAll(): void;
  /** Resolves once none is open. */
  allClosed(): Promise<void>;
}

/** Keeps track of connections from `add` until they close, and notifies open requests when their client goes away. */
export function createConnections(proxies: Proxies): Connections {
  const connections = new Map<Duplex, OpenConnection>();
  const strangers = createStrangers(limits.connections.address.max);
  let waiting: (() => void)[] = [];
  const notifyWaiting = (): void => {
    if (connections.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const leave = (socket: Duplex): void => {
    for (const request of connections.get(socket)?.open.slice() ?? []) request.leave();
  };
  // Functions of all sockets together: there may be thousands that do nothing but stay open.
  function onEnd(this: Socket): void {
    leave(this);
  }
  function onClose(this: Socket): void {
    leave(this);
    connections.get(this)?.vouch();
    connections.delete(this);
    notifyWaiting();
  }
  return {
    draining: false,
    add(socket) {
      const connection = new OpenConnection(socket, proxies, strangers);
      connections.set(socket, connection);
      if (!connection.isProxy) connection.suspect();
      // FIN counts as gone (a killed client sends no more than that), yet an answer that still comes is written.
      socket.on("end", onEnd).on("close", onClose);
    },
    of: connections.get.bind(connections),
    closeUnoccupied() {
      for (const { open, socket } of connections.values()) {
        if (open.length === 0 && socket.writableLength === 0) socket.destroy();
      }
    },
    closeAll() {
      for (const socket of connections.keys()) socket.destroy();
    },
    allClosed: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        notifyWaiting();
      }),
  };
}

/** A class for its prototype, like `Exchange`. */
class OpenConnection implements Connection {
  readonly socket: Socket;
  /** An array: a set that things are taken out of would keep them alive (docs/performance.md, "Collecting garbage"). */
  readonly open: OpenRequest[] = [];
  closing = false;
  readonly #peer: string;
  readonly #proxies: Proxies;
  readonly #strangers: Strangers;
  isStranger = false;

  constructor(socket: Socket, proxies: Proxies, strangers: Strangers) {
    this.socket = socket;
    this.#peer = plainAddress(socket.remoteAddress ?? ""); // a closed socket knows none
    this.#proxies = proxies;
    this.#strangers = strangers;
  }

  get isProxy(): boolean {
    return this.#proxies.trusts(this.#peer);
  }

  get peer(): string {
    return this.#peer;
  }

  /** Nobody has shown a valid credential on it so far. */
  suspect(): void {
    this.isStranger = true;
    this.#strangers.add(this);
  }

  vouch(): void {
    if (!this.isStranger) return;
    this.isStranger = false;
    this.#strangers.remove(this);
  }

  clientAddress(forwardedFor: string | undefined): string {
    if (forwardedFor === undefined || !this.#proxies.trusts(this.#peer)) return this.#peer;
    return forwardedAddress(this.#peer, forwardedFor, this.#proxies);
  }
}
