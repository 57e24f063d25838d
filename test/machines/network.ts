/** The network between nodes that all answer: each reaches each other one by a way that a test may close, and PostgreSQL as ever. */
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { ownPort } from "../helpers/ports.ts";

/** `refused`: at once, and what is open ends; `silent`: nothing comes through, and nobody is notified. */
export type State = "open" | "refused" | "silent";

export interface Network {
  /** What each node is asked by, in their order. */
  readonly urls: readonly string[];
  /** The settings of the next node. */
  readonly settings: () => Promise<Record<string, string>>;
  /** How one node reaches the other from now on. */
  readonly set: (from: number, to: number, state: State) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Way {
  readonly set: (state: State) => Promise<void>;
}

/** Between so many nodes. Linux answers at all addresses of 127.0.0.0/8. */
export async function createNetwork(count: number): Promise<Network> {
  const ports = await Promise.all(Array.from({ length: count }, ownPort));
  const urls = ports.map((port, node) => `tls://${nameOf(node)}:${port}`);
  const ways = new Map<string, Way>();
  for (const from of ports.keys())
    for (const [to, port] of ports.entries())
      if (from !== to) ways.set(`${from} ${to}`, await openWay(addressOf(from, to), port));
  const set: Network["set"] = async (from, to, state) => ways.get(`${from} ${to}`)?.set(state);
  let started = 0;
  return {
    urls,
    async settings() {
      const from = started++;
      const addresses = ports.map((_, to) => [nameOf(to), addressOf(from, to)] as const);
      return {
        DAYSHIFT_NODE_URL: urls[from] as string,
        DAYSHIFT_NODE_SECRET: "8".repeat(64),
        NODES_BY_NAME: JSON.stringify(Object.fromEntries(addresses)),
        NODE_OPTIONS: `--import=${join(import.meta.dirname, "names.ts")}`,
      };
    },
    set,
    async close() {
      for (const way of ways.values()) await way.set("refused");
    },
  };
}

function nameOf(node: number): string {
  return `node-${node}.test`;
}

/** The address at which one node reaches another one, or listens. */
function addressOf(from: number, to: number): string {
  return from === to ? "127.0.0.1" : `127.0.${from + 1}.${to + 1}`;
}

/** From an address to the same port of this machine. */
async function openWay(address: string, port: number): Promise<Way> {
  /** Each with the other end of its connection. */
  const sockets = new Map<Socket, Socket>();
  let state: State = "open";
  let server: Server | null = null;

  function pass(from: Socket, to: Socket): void {
    sockets.set(from, to);
    from.on("error", () => undefined);
    from.on("data", (bytes) => to.write(bytes));
    from.on("close", () => {
      sockets.delete(from);
      if (state !== "silent") to.destroy();
    });
    if (state === "silent") from.pause();
  }

  async function open(): Promise<void> {
    server = createServer((client) => {
      const node = connect(port, "127.0.0.1");
      pass(client, node);
      pass(node, client);
    });
    await once(server.listen(port, address), "listening");
  }

  async function refuse(): Promise<void> {
    const closed = server && once(server, "close");
    server?.close();
    server = null;
    for (const socket of sockets.keys()) socket.destroy();
    await closed;
  }

  /** What has come in the meantime goes through; a connection of which one end has gone ends. */
  function resume(): void {
    for (const [socket, other] of sockets) {
      if (other.destroyed) socket.destroy();
      else socket.resume();
    }
  }

  await open();
  return {
    async set(next) {
      state = next;
      if (next === "refused") return refuse();
      if (server === null) await open();
      if (next === "open") resume();
      else for (const socket of sockets.keys()) socket.pause();
    },
  };
}
