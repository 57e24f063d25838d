/** A proxy that adds a credential to every request, so that the program knows none. The rest stays as it came. */
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { lasting } from "../helpers/local-server.ts";

export interface KeyProxy {
  readonly url: string;
  close(): void;
}

/** Opens it on a free port of this machine; `onRequest` is called with each request, before it goes on. */
export async function openKeyProxy(
  service: string,
  key: string,
  onRequest: () => void = () => undefined,
): Promise<KeyProxy> {
  const { hostname, port } = new URL(service);
  const server = createServer(lasting, (from, to) => {
    onRequest();
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
