/** Connections of the audio channel. */
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { WebSocket } from "ws";
import type { Heard, Socket } from "../ports/machine.ts";

/** A connection that says nothing for that long, in milliseconds, though it was asked to, is dead. */
const silence = 10_000;

/** The library is loaded with the first connection: other commands do not pay for it. */
export function connect(url: string, token: string, heard: Heard): Socket {
  let raw: WebSocket | null = null;
  let isCut = false;
  const begin = async (): Promise<void> => {
    const ws = await import("ws");
    if (isCut) return heard.closed(null);
    raw = new ws.WebSocket(url, {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
      handshakeTimeout: silence,
    });
    listen(raw, heard);
  };
  void begin();
  return {
    send(frame) {
      if (raw?.readyState === raw?.OPEN) raw?.send(frame);
    },
    cut() {
      isCut = true;
      raw?.terminate();
    },
  };
}

function listen(raw: WebSocket, heard: Heard): void {
  let refusal: Promise<{ status: number; body: string }> | null = null;
  let isAlive = true;
  raw.on("open", () => heard.opened());
  raw.on("message", (data) => {
    isAlive = true;
    heard.text((data as Buffer).toString());
  });
  raw.on("pong", () => (isAlive = true));
  raw.on("unexpected-response", (_request, response: IncomingMessage) => {
    refusal = text(response).then((body) => ({ status: response.statusCode ?? 0, body }));
    void refusal.then(() => raw.terminate());
  });
  raw.on("error", () => undefined); // it closes then
  const beat = setInterval(() => {
    if (!isAlive) return raw.terminate();
    isAlive = false;
    if (raw.readyState === raw.OPEN) raw.ping();
  }, silence);
  raw.on("close", () => {
    clearInterval(beat);
    void (refusal ?? Promise.resolve(null)).then((answer) => heard.closed(answer));
  });
}
