/** Upgrades of HTTP connections to the audio channel. Source: RFC 6455. */
import type { WebSocket } from "ws";
import type { Clock } from "../../actors/runtime/ports.ts";
import { limits } from "../../schema/limits.ts";
import type { Upgrades } from "../http/upgrade.ts";
import { lazyWebSocketServer, lineOf } from "../http/web-socket-server.ts";
import type { Workspaces } from "../exchange.ts";
import type { Entitlement } from "../auth/entitlements.ts";
import { type AdmissionParts, admitSender, channelProtocol, entitlementOf } from "./admission.ts";
import { type Channel, createChannel } from "./channel.ts";
import type { AudioLine } from "./replies.ts";

export interface SocketParts {
  readonly admission: AdmissionParts;
  readonly workspaces: Pick<Workspaces, "audio">;
  readonly clock: Clock;
  /** Called with failures that the client does not see. */
  readonly onFailure: (error: unknown) => void;
}

/** The largest message: notes of 100,000 characters, a second of the largest samples. */
const maxBytes = limits.audioFrames.each.max;

const path = /^\/app\/v1\/captures\/([0-9a-fA-F-]{36})\/audio$/;

export function createSockets({ admission, workspaces, clock, onFailure }: SocketParts): Upgrades {
  const load = lazyWebSocketServer(channelProtocol, maxBytes);

  return {
    accepts: (target) => path.test(target),
    async take(request, { incoming, socket, head }) {
      const captureId = (path.exec(request.path)?.[1] ?? "").toLowerCase();
      const ticket = await admitSender(admission, request, captureId);
      const { workspaceId } = ticket;
      const entitlement = entitlementOf(admission, ticket);
      let isTaken = false;
      try {
        await admission.requireDisk();
        const loaded = await load();
        loaded.handleUpgrade(incoming, socket, head, (connection) => {
          isTaken = true;
          connect(connection, entitlement, (line) =>
            createChannel({
              captureId,
              line,
              clock,
              onFailure,
              ask: (ask, input, signal) => workspaces.audio(workspaceId, ask, input, signal),
            }),
          );
        });
      } finally {
        if (!isTaken) entitlement.end();
      }
    },
  };

  function connect(connection: WebSocket, entitlement: Entitlement, open: (line: AudioLine) => Channel): void {
    const pause = (isPaused: boolean): void => {
      if (connection.readyState !== connection.OPEN) return;
      if (isPaused) connection.pause();
      else connection.resume();
    };
    const channel = open(Object.assign(lineOf(connection), { pause }));
    connection.on("message", (data, isBinary) => {
      const bytes = data as Buffer;
      if (isBinary) channel.audio(bytes);
      else channel.text(bytes.toString());
    });
    connection.on("ping", () => channel.ping());
    connection.on("error", () => undefined); // it closes by itself then
    connection.on("close", () => {
      entitlement.end();
      channel.gone().catch(onFailure);
    });
    const { signal } = entitlement;
    const refuse = (): void => channel.refuse(signal.reason);
    if (signal.aborted) refuse();
    else signal.addEventListener("abort", refuse, { once: true });
  }
}
