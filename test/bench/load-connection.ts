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

/** Sends until `next` has no more; resolves then. Rejects when the connection breaks or the length of an answer is not known. */
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
  let length: number | null = 0; // null: in chunks
  let taken = -1; // of the body; below zero while the head is read
  let tail = "";
  return (chunk) => {
    let body = chunk;
    if (taken < 0) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf(headEnd);
      if (end < 0) return;
      const text = head.toString("latin1", 0, end);
      status = text.slice(9, 12);
      length = contentLength(text);
      body = head.subarray(end + headEnd.length);
      head = Buffer.alloc(0);
      taken = 0;
      tail = "\r\n";
    }
    taken += body.length;
    if (length === null)
      tail = (tail + body.toString("latin1", Math.max(0, body.length - lastChunk.length))).slice(-lastChunk.length);
    if (length === null ? tail !== lastChunk : taken < length) return;
    const bytes = taken;
    taken = -1;
    onWhole(status, bytes);
  };
}

/** What ends a body in chunks; no body of a load contains it. */
const lastChunk = "\r\n0\r\n\r\n";

/** Bytes of the body; null for one that comes in chunks, as PocketBase sends longer ones. */
function contentLength(head: string): number | null {
  const found = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (found !== null) return Number(found[1]);
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return null;
  throw new Error(`An answer without Content-Length: ${head.split("\r\n")[0]}.`);
}
