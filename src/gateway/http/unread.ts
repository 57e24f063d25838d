/** Gives up answers that are not read: a client that takes nothing for half a minute loses its connection. */
import type { Socket } from "node:net";
import type { Clock } from "../../actors/runtime/ports.ts";
import { limits } from "../../schema/limits.ts";

const patience = limits.answers.each.max * 1000;

/** A socket, as far as it is looked at; what the system counts down within one large write is not in the types of Node. */
export type WatchedSocket = Pick<Socket, "destroyed" | "bytesWritten" | "writableLength" | "destroy"> & {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
};

/**
 * Looks every 30 seconds whether the client has taken anything of what it is owed, until `isOver`; the answer ends the watch. What is
 * owed shrinks as it is taken, and more may come behind it: no progress is when nothing at all has changed.
 */
export function watchUnread(socket: WatchedSocket, clock: Pick<Clock, "timer">, isOver: () => boolean): () => void {
  let before = stateOf(socket);
  let cancel = clock.timer(patience, look);
  function look(): void {
    if (socket.destroyed || isOver()) return;
    const now = stateOf(socket);
    if (socket.writableLength > 0 && now === before) {
      socket.destroy();
      return;
    }
    before = now;
    cancel = clock.timer(patience, look);
  }
  return () => cancel();
}

function stateOf({ bytesWritten, writableLength, _handle }: WatchedSocket): string {
  return `${bytesWritten} ${writableLength} ${_handle?.writeQueueSize ?? 0}`;
}
