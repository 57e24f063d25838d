/** The address on which the service listens. */
import type { Clock, Ids } from "../../actors/runtime/ports.ts";
import { createHttpServer, type HttpServer } from "../../gateway/http/server.ts";
import type { Configuration } from "./configuration.ts";

/** Addresses to listen on that name no host. */
export const wildcards: readonly string[] = ["0.0.0.0", "::", "[::]"];

export interface Listening {
  readonly server: HttpServer;
  /** Where it listens. */
  readonly url: string;
  /** The origin in links. */
  readonly publicUrl: string;
}

export function urlOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** A wildcard names no host: this computer is reached as `localhost` at least. */
function linkHost(host: string): string {
  return wildcards.includes(host) ? "localhost" : host;
}

/** Listens; what answers is to be said in the same turn of the event loop. Rejects with Node's error when the address is not available. */
export async function listen({
  configuration: { host, port: wanted, trustedProxies, publicUrl },
  clock,
  ids,
}: {
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly ids: Ids;
}): Promise<Listening> {
  const server = createHttpServer({ host, port: wanted, trustedProxies, clock, ids });
  const { port } = await server.listen();
  return { server, url: urlOf(host, port), publicUrl: publicUrl ?? urlOf(linkHost(host), port) };
}
