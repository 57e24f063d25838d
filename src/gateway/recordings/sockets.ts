/** Upgrades of HTTP connections to the audio channel. Source: RFC 6455. */
import type { WebSocket } from "ws";
import type { Clock } from "../../actors/runtime/ports.ts";
import { limits } from "../../schema/limits.ts";
import type { Upgrades } from "../http/upgrade.ts";
import { lazyWebSocketServer } from "../http/web-socket-server.ts";
import type { Workspaces } from "../exchange.ts";
import { type AdmissionParts, admitSender, channelProtocol } from "./admission.ts";
import { createChannel } from "./channel.ts";
import type { Line } from "./replies.ts";

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
      const { workspaceId } = await admitSender(admission, request, captureId);
      await admission.requireDisk();
      const loaded = await load();
      loaded.handleUpgrade(incoming, socket, head, (connection) => {
        connect(connection, (line) =>
          createChannel({
            captureId,
            line,
            clock,
            onFailure,
            ask: (ask, input, signal) => workspaces.audio(workspaceId, ask, input, signal),
          }),
        );
      });
    },
  };

  function connect(connection: WebSocket, open: (line: Line) => ReturnType<typeof createChannel>): void {
    const channel = open({
      get unsent() {
        return connection.bufferedAmount;
      },
      send: (text, onTaken) => connection.send(text, () => onTaken?.()),
      close: (code, reason) => connection.close(code, reason),
      pause: (isPaused) => {
        if (connection.readyState !== connection.OPEN) return;
        if (isPaused) connection.pause();
        else connection.resume();
      },
    });
    connection.on("message", (data, isBinary) => {
      const bytes = data as Buffer;
      if (isBinary) channel.audio(bytes);
      else channel.text(bytes.toString());
    });
    connection.on("ping", () => channel.ping());
    connection.on("error", () => undefined); // it closes by itself then
    connection.on("close", () => void channel.gone().catch(onFailure));
  }
}
