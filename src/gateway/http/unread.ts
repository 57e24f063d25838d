/**
 * Gives up answers that are not read: a client that takes nothing for half a minute loses its connection, and of all that wait together
 * for their readers the oldest goes when they are too many bytes. Requests that a client sends on one connection without waiting for
 * answers (pipelining, RFC 9112 §9.3.2) are served one after the other.
 */
import type { Socket } from "node:net";
import type { Clock } from "../../actors/runtime/ports.ts";
import { limits } from "../../schema/limits.ts";
import type { Exchange } from "./exchange.ts";

const patience = limits.answers.each.max * 1000;

/** A socket, as far as it is looked at; what the system counts down within one large write is not in the types of Node. */
export type WatchedSocket = Pick<Socket, "destroyed" | "bytesWritten" | "writableLength" | "destroy"> & {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
};

export interface UnreadAnswers {
  /**
   * Looks every 30 seconds whether the client has taken anything of what it is owed, until `isOver`; the answer ends the watch. What is
   * owed shrinks as it is taken, and more may come behind it: no progress is when nothing at all has changed.
   */
  watch(socket: WatchedSocket, isOver: () => boolean): () => void;
}

/** Watches the answers of a server, `max` bytes of which may be unread together. */
export function createUnread(clock: Pick<Clock, "timer">, max = limits.unreadAnswers.service.max): UnreadAnswers {
  /** The oldest first. */
  const unread = new Map<WatchedSocket, () => boolean>();

  const makeRoom = (): void => {
    let sum = 0;
    for (const [socket, isOver] of unread) {
      if (socket.destroyed || isOver()) unread.delete(socket);
      else sum += socket.writableLength;
    }
    for (const [socket] of unread) {
      if (sum <= max) return;
      sum -= socket.writableLength;
      unread.delete(socket);
      socket.destroy();
    }
  };

  return {
    watch(socket, isOver) {
      unread.delete(socket);
      unread.set(socket, isOver);
      makeRoom();
      let before = stateOf(socket);
      let cancel = clock.timer(patience, look);
      function look(): void {
        if (socket.destroyed || isOver()) {
          if (unread.get(socket) === isOver) unread.delete(socket);
          return;
        }
        const now = stateOf(socket);
        if (socket.writableLength > 0 && now === before) {
          unread.delete(socket);
          socket.destroy();
          return;
        }
        before = now;
        cancel = clock.timer(patience, look);
      }
      return () => {
        if (unread.get(socket) === isOver) unread.delete(socket);
        cancel();
      };
    },
  };
}

function stateOf({ bytesWritten, writableLength, _handle }: WatchedSocket): string {
  return `${bytesWritten} ${writableLength} ${_handle?.writeQueueSize ?? 0}`;
}

/** Whether Node holds the answer back behind those to earlier requests on the connection. */
export function isBehindOthers({ outgoing, connection: { open, socket } }: Exchange): boolean {
  return outgoing.socket === null && (open.size > 1 || socket.writableLength > 0);
}

/**
 * Resolves when the answers before it have been taken, so that a client that asks for many at once and reads none has one of them held.
 * Node gives an answer its socket then. Never resolves when the connection closes: nobody waits for what comes after.
 */
export function answersBefore({ outgoing }: Exchange): Promise<void> {
  return new Promise((resolve) => outgoing.once("socket", () => resolve()));
}
