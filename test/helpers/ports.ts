/** Ports of this machine at which nobody listens, for as long as a test wants it so. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";

export interface HeldPort {
  readonly port: number;
  readonly release: () => void;
}

/**
 * Holds a port, any free one by default: a connection to it is refused, and the system gives it to no program that asks for a free one,
 * as it does with the port of a server that was closed. A connection goes out from it, that is all. No process lives on for it.
 */
export async function holdPort(port = 0): Promise<HeldPort> {
  const anchor = createServer((socket) => socket.on("error", () => undefined).unref()).unref();
  anchor.listen(0, "127.0.0.1");
  await once(anchor, "listening");
  const { port: there } = anchor.address() as AddressInfo;
  const held = connect({ host: "127.0.0.1", port: there, localAddress: "127.0.0.1", localPort: port });
  await once(held, "connect");
  held.on("error", () => undefined).unref();
  return {
    port: held.localPort ?? port,
    release: () => {
      held.destroy();
      anchor.close();
    },
  };
}

/** Ports that no system gives out by itself: Linux begins at 32768, others later. */
const [firstOwn, lastOwn] = [12_000, 32_000];

/** A port at which nobody listens, for a program that ends and comes back: while it is away nobody else is given it. */
export async function ownPort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(randomInt(firstOwn, lastOwn), "127.0.0.1");
    try {
      await once(server, "listening");
    } catch {
      continue; // somebody has it
    }
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    return port;
  }
}

/** The origin of a server that is not there; its port is let go after the test. */
export async function nowhere(host: { readonly after: (action: () => void) => unknown }): Promise<string> {
  const { port, release } = await holdPort();
  host.after(release);
  return `http://127.0.0.1:${port}`;
}
