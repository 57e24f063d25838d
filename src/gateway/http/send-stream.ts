/** A body that is sent while it is still being made, such as the events of a call that takes its time. */
import { pipeline, Readable } from "node:stream";
import type { Exchange } from "./exchange.ts";

/**
 * Sends the parts as they come, as fast as the client takes them. The request counts as open until the last one is out: a client
 * that leaves aborts its signal, and a server that drains waits for it. When the stream fails, the connection ends without the
 * closing chunk, so that the client knows that something is missing.
 */
export function sendStream(exchange: Exchange, body: ReadableStream<Uint8Array>): void {
  const { connection, outgoing } = exchange;
  connection.open.add(exchange);
  pipeline(Readable.fromWeb(body), outgoing, () => void connection.open.delete(exchange));
  // The head goes out at once: what comes next may take a while.
  outgoing.flushHeaders();
}
