/**
 * Connections on which nobody has shown a valid credential, by address. Past the limit of an address its oldest one is closed: silent
 * and slow ones make room for their neighbours, and take none from other addresses.
 */
import { clientOf } from "./client-address.ts";

/** A connection, as far as it is looked at here. */
export interface Stranger {
  readonly peer: string;
  readonly socket: { destroy(): void };
}

export interface Strangers {
  add(stranger: Stranger): void;
  /** It has closed, or is no stranger any more. */
  remove(stranger: Stranger): void;
}

/** At most `max` of an address. */
export function createStrangers(max: number): Strangers {
  /** The oldest of each address first. */
  const byAddress = new Map<string, Set<Stranger>>();

  function remove(stranger: Stranger): void {
    const address = clientOf(stranger.peer);
    const own = byAddress.get(address);
    if (own?.delete(stranger) && own.size === 0) byAddress.delete(address);
  }

  return {
    add(stranger) {
      const address = clientOf(stranger.peer);
      const own = byAddress.get(address) ?? new Set();
      byAddress.set(address, own.add(stranger));
      const [oldest] = own;
      if (own.size <= max || oldest === undefined) return;
      remove(oldest);
      oldest.socket.destroy();
    },
    remove,
  };
}
