/** A socket as the port of a channel. One that falls silent, sends what is no message, or takes nothing any more is ended. */
import type { Duplex } from "node:stream";
import { deserialize, serialize } from "node:v8";
import type { Clock } from "../../actors/runtime/ports.ts";
import type { Port } from "../../actors/threads/channel.ts";
import { createFrameReader, frameOf, maxFrame } from "./frames.ts";

export interface SocketPort extends Port {
  /** Resolves, with the reason, when nothing comes through any more. */
  readonly ended: Promise<Error>;
  end(reason: Error): void;
}

export interface SocketPortOptions {
  readonly clock: Clock;
  /** Milliseconds after which one that says nothing counts as gone. */
  readonly silenceMs: number;
}

/** Signs of life within the time after which a silent one counts as gone. */
const signs = 4;
/** Bytes that may wait for the other side to take them. */
const maxWaiting = 4 * maxFrame;

const signOfLife = frameOf(new Uint8Array(0));

/** Of a socket whose other side has shown who it is. */
export function createSocketPort(socket: Duplex, { clock, silenceMs }: SocketPortOptions): SocketPort {
  const { promise: ended, resolve } = Promise.withResolvers<Error>();
  let listener: ((batch: never) => void) | null = null;
  let heardAt = clock.monotonic();
  let isOver = false;

  function end(reason: Error): void {
    if (isOver) return;
    isOver = true;
    cancel();
    socket.destroy();
    resolve(reason);
  }

  function write(frame: Uint8Array): void {
    if (isOver) return;
    socket.write(frame);
    if (socket.writableLength > maxWaiting) end(new Error("The other node takes nothing any more."));
  }

  function look(): void {
    if (clock.monotonic() - heardAt >= silenceMs) return end(new Error("The other node has fallen silent."));
    cancel = clock.timer(silenceMs / signs, look);
    write(signOfLife);
  }

  const read = createFrameReader((content) => {
    if (content.length > 0) listener?.(deserialize(content) as never);
  });
  socket.on("data", (bytes: Uint8Array) => {
    heardAt = clock.monotonic();
    try {
      read(bytes);
    } catch (error) {
      end(new Error("The other node sent what is no message.", { cause: error }));
    }
  });
  socket.on("error", end);
  socket.on("close", () => end(new Error("The connection to the other node has ended.")));
  let cancel = clock.timer(silenceMs / signs, look);
  return {
    ended,
    end,
    postMessage: (batch) => write(frameOf(serialize(batch))),
    on: (_event, listen) => (listener = listen),
  };
}
