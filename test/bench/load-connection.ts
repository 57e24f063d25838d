/** One keep-alive connection of a load, on a bare socket. */
import { connect, type Socket } from "node:net";

export interface ConnectionOptions {
  readonly port: number;
  /** The next request, or null at the end. */
  readonly next: () => string | null;
  readonly onAnswer: (status: string, milliseconds: number, bodyBytes: number) => void;
  /** Milliseconds of rest after an answer. */
  readonly pause: number;
}

const headEnd = Buffer.from("\r\n\r\n");

/** Sends until `next` has no more; resolves then. Rejects when the connection breaks or the answer has no Content-Length. */
export function openConnection({ port, next, onAnswer, pause }: ConnectionOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let sentAt = 0;
    const send = (): void => {
      const text = next();
      if (text === null) return finish(socket, resolve);
      sentAt = performance.now();
      socket.write(text);
    };
    const take = answerReader((status, bytes) => {
      onAnswer(status, performance.now() - sentAt, bytes);
      if (pause > 0) setTimeout(send, pause);
      else send();
    });
    socket.on("connect", send);
    socket.on("data", (chunk: Buffer) => {
      try {
        take(chunk);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("The server closed a connection of the load.")));
  });
}

function finish(socket: Socket, resolve: () => void): void {
  resolve();
  socket.destroy();
}

/** Takes what arrives and says when an answer is whole. */
function answerReader(onWhole: (status: string, bodyBytes: number) => void): (chunk: Buffer) => void {
  let head: Buffer = Buffer.alloc(0);
  let status = "";
  let length = 0;
  let missing = -1; // of the body; below zero while the head is read
  return (chunk) => {
    if (missing < 0) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf(headEnd);
      if (end < 0) return;
      const text = head.toString("latin1", 0, end);
      status = text.slice(9, 12);
      length = contentLength(text);
      missing = length - (head.length - end - headEnd.length);
      head = Buffer.alloc(0);
    } else missing -= chunk.length;
    if (missing > 0) return;
    missing = -1;
    onWhole(status, length);
  };
}

function contentLength(head: string): number {
  const found = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (found === null) throw new Error(`An answer without Content-Length: ${head.split("\r\n")[0]}.`);
  return Number(found[1]);
}
