/** Servers of node:http for a test. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

/**
 * Options with which the connections of a server end when the test says so. By itself a server ends an idle one after five
 * seconds of this machine's time, in which, where the machine is slow, a client takes it up again, and finds it reset.
 */
export const lasting = { keepAliveTimeout: 0 } as const;

type Host = { readonly after: (end: () => void) => void } | TestContext;

/** Starts such a server on a free port of this machine; it ends with the test, and its connections too. Returns its origin. */
export async function serve(host: Host, listener: RequestListener): Promise<string> {
  const server = createServer(lasting, listener);
  host.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
