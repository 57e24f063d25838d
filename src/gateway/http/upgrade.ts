/** Requests that ask for another protocol on their connection (RFC 9110 §7.8), as far as it is served. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { toApiError } from "../../schema/errors.ts";
import { headFault } from "./exchange.ts";
import type { HttpRequest } from "./message.ts";
import { type Refusing, refuseUpgrade } from "./refuse.ts";
import { newRequestId, type Service } from "./serve.ts";

/** What is known of a request for another protocol. */
export type UpgradeRequest = Pick<HttpRequest, "path" | "requestId" | "remoteAddress" | "header" | "vouch">;

/** The connection as it is handed over. */
export interface RawConnection {
  readonly incoming: IncomingMessage;
  readonly socket: Duplex;
  /** What came behind the head of the request. */
  readonly head: Buffer;
}

export interface Upgrades {
  /** Whether another protocol is served at that path; elsewhere a request is answered as if it had not asked. */
  accepts(path: string): boolean;
  /** Takes the connection over. Rejects with ApiError to refuse it. */
  take(request: UpgradeRequest, raw: RawConnection): Promise<void>;
}

type UpgradeService = Refusing & Pick<Service, "onFailure"> & { readonly upgrades: Upgrades };

/** Whether the request is one for WebSocket at a path that serves it. */
export function wantsUpgrade(incoming: IncomingMessage, upgrades: Upgrades | undefined): boolean {
  if (upgrades === undefined || incoming.method !== "GET") return false;
  if (incoming.headers.upgrade?.toLowerCase() !== "websocket") return false;
  return upgrades.accepts(pathOf(incoming));
}

/** Hands the connection over, or refuses it with our error body. */
export async function onUpgrade(raw: RawConnection, service: UpgradeService): Promise<void> {
  const { incoming, socket } = raw;
  const connection = service.connections.of(socket);
  const request: UpgradeRequest = {
    path: pathOf(incoming),
    requestId: newRequestId(service.ids),
    header: (name) => headerOf(incoming, name),
    vouch: () => connection?.vouch(),
    remoteAddress: connection?.clientAddress(headerOf(incoming, "x-forwarded-for")) ?? "",
  };
  socket.on("error", () => socket.destroy());
  try {
    const fault = headFault(incoming);
    if (fault !== null) throw fault;
    await service.upgrades.take(request, raw);
  } catch (error) {
    const known = toApiError(error);
    if (known.status >= 500) service.onFailure(error, request);
    refuseUpgrade(socket, known, request.requestId, service);
  }
}

function pathOf(incoming: IncomingMessage): string {
  return (incoming.url ?? "").split("?", 1)[0] as string;
}

function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}
