/** A way to a service that breaks when the test says so: the address stays, what is behind it may come and go. */
import { createServer, connect, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface Proxy {
  readonly url: string;
  /** How often it broke. */
  readonly breaks: number;
  /** Breaks all connections once so many bytes more have come from clients; what came before has gone on. */
  breakAfter(bytes: number): void;
  /** Breaks them now. */
  cut(): void;
  close(): void;
}

/** `target` answers the address of the service as it is then. */
export async function openProxy(target: () => string): Promise<Proxy> {
  const open = new Set<Socket>();
  let allowed = Number.POSITIVE_INFINITY;
  let breaks = 0;
  const cut = (): void => {
    breaks += 1;
    allowed = Number.POSITIVE_INFINITY;
    for (const socket of open) socket.destroy();
  };
  const join = (one: Socket, other: Socket): void => {
    open.add(one);
    one.on("error", () => undefined);
    one.on("close", () => {
      open.delete(one);
      other.destroy();
    });
  };
  const server = createServer((client) => {
    const { hostname, port } = new URL(target());
    // A port that nobody listens at, while the service is stopped.
    const service = port === "" ? connect(1, "127.0.0.1") : connect(Number(port), hostname);
    join(client, service);
    join(service, client);
    service.pipe(client);
    client.on("data", (bytes: Buffer) => {
      if (allowed <= 0) return;
      service.write(bytes.subarray(0, Math.min(bytes.byteLength, allowed)));
      allowed -= bytes.byteLength;
      if (allowed <= 0) setImmediate(cut);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get breaks() {
      return breaks;
    },
    breakAfter: (bytes) => void (allowed = bytes),
    cut,
    close() {
      cut();
      server.close();
    },
  };
}
