/** The platform host: node:http behind the light request. Every answer, of whatever origin, carries X-Request-Id. */
import type { IncomingMessage, Server } from "node:http";
import type { Clock, Ids } from "../../actors/runtime/ports.ts";
import { type Connections, createConnections } from "./connections.ts";
import { createUnread } from "./unread.ts";
import type { HttpHandler } from "./message.ts";
import { createProxies } from "./proxies.ts";
import { onClientError, onConnect } from "./refuse.ts";
import { type Answered, createServe, type Failures, type Service } from "./serve.ts";
import { onUpgrade, type Upgrades, wantsUpgrade } from "./upgrade.ts";

// An import of node:http touches every export, and one of them loads an HTTP client: 11 MB that no server needs.
const { createServer } = process.getBuiltinModule("node:http");

export interface HttpServerOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Addresses and ranges of proxies whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
  readonly clock: Clock;
  /** Makes the ids of requests. */
  readonly ids: Ids;
  /** Times in milliseconds that differ from the usual ones. */
  readonly timeouts?: Partial<Timeouts>;
}

/** All in milliseconds. */
export interface Timeouts {
  /** Until the whole head has arrived. */
  readonly head: number;
  /** Until the whole request has arrived, unless its body is taken in as it comes. */
  readonly request: number;
  /** Without anything of a body that is taken in as it comes. */
  readonly silence: number;
  /** Between two looks at the two above. */
  readonly check: number;
  /** Of an idle connection. */
  readonly idle: number;
}

/** What answers the requests of a server. */
export interface HttpApp extends Failures {
  readonly handler: HttpHandler;
  /** Headers of every answer; none when left out. */
  readonly everyAnswer?: Readonly<Record<string, string>>;
  /** Called for each answer; nobody counts them when left out. */
  readonly onAnswer?: ((answered: Answered) => void) | undefined;
  /** Called with the bytes of answers that wait for their readers by now; nobody counts them when left out. */
  readonly onUnread?: ((bytes: number) => void) | undefined;
  /** Other protocols; none when left out. */
  readonly upgrades?: Upgrades;
}

export interface HttpServer {
  /**
   * Starts listening; rejects with Node's error (EADDRINUSE, EACCES) when the address is not available. `serve` follows in the same turn of
   * the event loop: the app may need to know the port.
   */
  listen(): Promise<{ readonly address: string; readonly port: number }>;
  /** Has the app answer what comes from now on, in place of the one before. */
  serve(app: HttpApp): void;
  /** Stops accepting, lets open requests be answered, and resolves when all connections are closed: `deadline` ms at most. */
  drain(deadline: number): Promise<void>;
  /** Closes everything now. */
  close(): Promise<void>;
}

const USUAL: Timeouts = { head: 10_000, request: 60_000, silence: 60_000, check: 2_000, idle: 72_000 };
const BACKLOG = 8_192;
const MAX_CONNECTIONS = 16_384;
/** Milliseconds between two looks at the open connections while the server drains. */
const DRAIN_STEP = 100;

/** Makes the HTTP server; it listens after `listen()`. Throws TypeError for a trusted proxy that is no address. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { clock } = options;
  const connections = createConnections(createProxies(options.trustedProxies));
  const timeouts = { ...USUAL, ...options.timeouts };
  let service: Serving | null = null;
  const server = createNodeServer(timeouts, (incoming) => wantsUpgrade(incoming, service?.upgrades));
  return {
    listen: () => listen(server, options.host, options.port),
    serve(app) {
      if (service !== null) {
        Object.assign(service, app);
        return;
      }
      const unread = createUnread(clock, undefined, (bytes) => service?.onUnread?.(bytes));
      service = { ...app, clock, ids: options.ids, connections, unread, silence: timeouts.silence };
      attach(server, service);
    },
    drain(deadline) {
      connections.draining = true;
      return drainServer(server, connections, deadline, clock);
    },
    close() {
      connections.draining = true;
      connections.closeAll(); // a drain that is under way ends with this
      return drainServer(server, connections, 0, clock);
    },
  };
}

function createNodeServer(timeouts: Timeouts, shouldUpgradeCallback: (incoming: IncomingMessage) => boolean): Server {
  const server = createServer({
    headersTimeout: timeouts.head,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: timeouts.check,
    keepAliveTimeout: timeouts.idle,
    keepAlive: true,
    noDelay: true,
    requireHostHeader: false, // checked with our own answer
    optimizeEmptyRequests: true, // no stream machinery for requests without a body
    // RFC 9110 §7.8: an upgrade may be ignored and the request served as it is.
    shouldUpgradeCallback,
  });
  server.maxHeadersCount = 0; // 16 KB bound the head; a count would drop headers past it unseen
  server.maxConnections = MAX_CONNECTIONS;
  // With Node's default a client that shuts its sending side after the request would lose every answer not yet written.
  Object.assign(server, { httpAllowHalfOpen: true });
  return server;
}

/** The app that serves now, which may be exchanged. */
type Serving = Service & Pick<HttpApp, "upgrades" | "onUnread">;

/** From here on connections are noted, and each of their requests is answered or refused. */
function attach(server: Server, service: Serving): void {
  const { connections } = service;
  const serve = createServe(service);
  server.on("connection", (socket) => connections.add(socket));
  server.on("request", (incoming, outgoing) => void serve(incoming, outgoing, "none"));
  server.on("checkContinue", (incoming, outgoing) => void serve(incoming, outgoing, "continue"));
  server.on("checkExpectation", (incoming, outgoing) => void serve(incoming, outgoing, "unknown"));
  server.on("connect", (incoming) => onConnect(incoming.socket, service));
  server.on("clientError", (fault, socket) => onClientError(fault, socket, service));
  server.on("upgrade", (incoming, socket, head) => {
    const { upgrades } = service;
    if (upgrades !== undefined) void onUpgrade({ incoming, socket, head }, { ...service, upgrades });
  });
}

function listen(server: Server, host: string, port: number): Promise<{ address: string; port: number }> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.off("error", reject);
      const bound = server.address();
      if (bound === null || typeof bound === "string") reject(new TypeError("The server has no network address."));
      else resolve({ address: bound.address, port: bound.port });
    });
  });
}

/**
 * Stops accepting and resolves when every connection is closed. Idle connections close at once; those without a whole
 * request (a client that sends its head byte by byte) after the first step of 100 ms; the rest with their answers, or
 * at the deadline, in milliseconds from now.
 */
async function drainServer(server: Server, connections: Connections, deadline: number, clock: Clock): Promise<void> {
  const end = clock.monotonic() + deadline;
  let cancel: (() => void) | undefined;
  const step = (): void => {
    if (clock.monotonic() >= end) {
      connections.closeAll();
      return;
    }
    connections.closeUnoccupied();
    schedule();
  };
  const schedule = (): void => {
    cancel = clock.timer(Math.min(DRAIN_STEP, Math.max(0, end - clock.monotonic())), step);
  };
  schedule();
  await new Promise<unknown>((resolve) => server.close(resolve));
  await connections.allClosed(); // Deno says that a server is closed while answers are still held
  cancel?.();
}
