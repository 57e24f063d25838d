/** A way to the service that adds a key to every request: the suite knows no credentials. The rest stays as it came. */
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { lasting } from "../../helpers/local-server.ts";

export interface KeyProxy {
  readonly url: string;
  close(): void;
}

/** Opens it on a free port of this machine. */
export async function openKeyProxy(service: string, key: string): Promise<KeyProxy> {
  const { hostname, port } = new URL(service);
  const server = createServer(lasting, (from, to) => {
    const headers = { ...from.headers, authorization: `Bearer ${key}` };
    const onward = request({ hostname, port, path: from.url, method: from.method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    onward.on("error", () => to.destroy());
    to.on("close", () => onward.destroy());
    from.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
