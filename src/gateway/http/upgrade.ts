/** Requests that ask for another protocol on their connection (RFC 9110 §7.8), as far as it is served. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { ApiError } from "../../schema/errors.ts";
import type { Connections } from "./connections.ts";
import { headFault, headOf } from "./head.ts";
import type { HttpRequest } from "./message.ts";
import { type Refusing, refuseUpgrade } from "./refuse.ts";

/** What is known of a request for another protocol. */
export type UpgradeRequest = Pick<HttpRequest, "path" | "requestId" | "remoteAddress" | "header">;

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

export interface UpgradeService extends Refusing {
  readonly connections: Connections;
  readonly upgrades: Upgrades;
  readonly onError: (error: unknown, requestId: string) => void;
}

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
  const requestId = service.requestId();
  socket.on("error", () => socket.destroy());
  try {
    const fault = headFault(headOf(incoming));
    if (fault !== null) throw fault;
    await service.upgrades.take(
      {
        path: pathOf(incoming),
        requestId,
        header: (name) => headerOf(incoming, name),
        remoteAddress: connection?.clientAddress(headerOf(incoming, "x-forwarded-for")) ?? "",
      },
      raw,
    );
  } catch (error) {
    if (!(error instanceof ApiError)) service.onError(error, requestId);
    const known = error instanceof ApiError ? error : new ApiError("internal_error", "The server failed. Retry.");
    refuseUpgrade(socket, known, requestId, service);
  }
}

function pathOf(incoming: IncomingMessage): string {
  return (incoming.url ?? "").split("?", 1)[0] as string;
}

function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}
