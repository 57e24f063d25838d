/**
 * Answers that wait for their readers: how many bytes of them the service holds, and which are given up. A client that takes nothing for
 * half a minute loses its connection; past the bytes of an address, or of all, the answer that has waited longest goes, among all that of
 * the address that holds most.
 */
import type { Socket } from "node:net";
import type { Clock } from "../../actors/runtime/ports.ts";
import { limits } from "../../schema/limits.ts";

const patience = limits.answers.each.max * 1000;
/** Milliseconds between two looks at a socket. */
const lookEvery = 5000;

/** A socket, as far as it is looked at; what the system counts down within one large write is not in the types of Node. */
export type WatchedSocket = Pick<Socket, "destroyed" | "bytesWritten" | "writableLength" | "destroy"> & {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
};

/** An answer that is on its way. */
export interface Watched {
  /** So many bytes of it are held by now. */
  readonly hold: (bytes: number) => void;
  /** It has been taken, or its connection is gone. */
  end(): void;
}

export interface UnreadAnswers {
  /** Bytes that are held for readers, all together. */
  readonly bytes: number;
  /**
   * Looks after an answer to that address until its end: whether the client takes any of what it is owed. `release` frees what is held
   * when it is given up: a socket closes later, and many answers may be made before.
   */
  watch(socket: WatchedSocket, address: string, release?: () => void): Watched;
}

/** Most bytes that are held at once. */
export interface UnreadLimits {
  readonly perAddress: number;
  readonly inAll: number;
}

const usual: UnreadLimits = {
  perAddress: limits.unreadAnswers.address.max,
  inAll: limits.unreadAnswers.service.max,
};

interface Unread {
  readonly socket: WatchedSocket;
  readonly address: string;
  readonly release: () => void;
  bytes: number;
}

/** Looks after the answers of a server; `onBytes` is called with the bytes that are held by now, all together. */
export function createUnread(
  clock: Pick<Clock, "timer" | "monotonic">,
  max = usual,
  onBytes: (bytes: number) => void = () => undefined,
): UnreadAnswers {
  /** The oldest first. */
  const unread = new Set<Unread>();
  const ofAddress = new Map<string, number>();
  let sum = 0;

  const count = (answer: Unread, bytes: number): void => {
    const added = bytes - answer.bytes;
    answer.bytes = bytes;
    sum += added;
    onBytes(sum);
    const own = (ofAddress.get(answer.address) ?? 0) + added;
    if (own > 0) ofAddress.set(answer.address, own);
    else ofAddress.delete(answer.address);
  };

  const remove = (answer: Unread): void => {
    count(answer, 0);
    unread.delete(answer);
  };

  const giveUp = (answer: Unread): void => {
    remove(answer);
    answer.release();
    answer.socket.destroy();
  };

  const giveUpOldestOf = (address: string): void => {
    for (const answer of unread) if (answer.address === address && answer.bytes > 0) return giveUp(answer);
  };

  const makeRoom = (address: string): void => {
    while ((ofAddress.get(address) ?? 0) > max.perAddress) giveUpOldestOf(address);
    while (sum > max.inAll) giveUpOldestOf(largest(ofAddress));
  };

  return {
    get bytes() {
      return sum;
    },
    watch(socket, address, release = () => undefined) {
      const answer: Unread = { socket, address, release, bytes: 0 };
      unread.add(answer);
      const stopLooking = lookAfter(clock, socket, () => giveUp(answer));
      return {
        hold(bytes) {
          if (!unread.has(answer)) return;
          count(answer, bytes);
          makeRoom(address);
        },
        end() {
          stopLooking();
          remove(answer);
        },
      };
    },
  };
}

function largest(bytes: ReadonlyMap<string, number>): string {
  let found = ["", 0] as readonly [address: string, bytes: number];
  for (const each of bytes) if (each[1] > found[1]) found = each;
  return found[0];
}

/** Calls `onStuck` when a client that is owed something has taken nothing for half a minute; the answer stops that. */
function lookAfter(clock: Pick<Clock, "timer" | "monotonic">, socket: WatchedSocket, onStuck: () => void): () => void {
  let before = stateOf(socket);
  let since = clock.monotonic();
  const look = (): void => {
    if (socket.destroyed) return;
    const state = stateOf(socket);
    if (socket.writableLength === 0 || state !== before) [before, since] = [state, clock.monotonic()];
    else if (clock.monotonic() - since >= patience) return onStuck();
    cancel = clock.timer(lookEvery, look);
  };
  let cancel = clock.timer(lookEvery, look);
  return () => cancel();
}

/** What is owed shrinks as it is taken, and more may come behind it: no progress is when nothing at all has changed. */
function stateOf({ bytesWritten, writableLength, _handle }: WatchedSocket): string {
  return `${bytesWritten} ${writableLength} ${_handle?.writeQueueSize ?? 0}`;
}
