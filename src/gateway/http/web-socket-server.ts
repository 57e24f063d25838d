/** Servers of WebSockets (RFC 6455): they take over connections that the HTTP server hands to them. */
import type { WebSocket, WebSocketServer } from "ws";

/**
 * Returns what makes the server of one protocol, once; messages above `maxBytes` end their connection. The library is loaded with the
 * first connection, so that starting the service does not pay for it.
 */
export function lazyWebSocketServer(protocol: string, maxBytes: number): () => Promise<WebSocketServer> {
  let server: WebSocketServer | null = null;
  return async () => {
    const ws = await import("ws");
    server ??= new ws.WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: maxBytes,
      handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
    });
    return server;
  };
}

/** A connection, for who sends on it. */
export interface Line {
  /** Bytes that the client has not taken yet. */
  readonly unsent: number;
  /** Calls `onTaken` when the client has taken it. */
  send(text: string, onTaken?: () => void): void;
  /** Says why, in the code of the closing frame. */
  close(code: number, reason: string): void;
}

export function lineOf(connection: WebSocket): Line {
  return {
    get unsent() {
      return connection.bufferedAmount;
    },
    send: (text, onTaken) => connection.send(text, () => onTaken?.()),
    close: (code, reason) => connection.close(code, reason),
  };
}
