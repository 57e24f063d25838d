/** Whose word counts for the address of a client. */
import { BlockList, isIP } from "node:net";

/** The configured proxies whose `X-Forwarded-For` counts. */
export interface Proxies {
  trusts(address: string): boolean;
}

/**
 * Reads addresses (`10.0.0.1`) and ranges (`10.0.0.0/8`, `fd00::/8`).
 * Throws TypeError naming the entry when one is neither.
 */
export function createProxies(entries: readonly string[]): Proxies {
  const list = new BlockList();
  for (const entry of entries) addEntry(list, entry);
  if (entries.length === 0) return { trusts: () => false };
  return {
    trusts(address) {
      const family = isIP(address);
      return family !== 0 && list.check(address, family === 4 ? "ipv4" : "ipv6");
    },
  };
}

function addEntry(list: BlockList, entry: string): void {
  const [address = "", prefix, ...rest] = entry.split("/");
  const family = isIP(address);
  const bits = family === 4 ? 32 : 128;
  const valid = family !== 0 && rest.length === 0 && (prefix === undefined || /^\d{1,3}$/.test(prefix));
  if (!valid || Number(prefix ?? 0) > bits) {
    throw new TypeError(`A trusted proxy must be an address or a range such as 10.0.0.0/8; got "${entry}".`);
  }
  list.addSubnet(address, prefix === undefined ? bits : Number(prefix), family === 4 ? "ipv4" : "ipv6");
}

/** An IPv4 address mapped into IPv6 (`::ffff:192.0.2.1`), as dual-stack sockets show it, in its own form. */
export function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}

/**
 * The client behind the trusted proxies: the last forwarded address that is no proxy of ours. Read from the right, since
 * everything left of the first untrusted address is the client's own claim; an unreadable entry ends the walk.
 */
export function forwardedAddress(peer: string, forwardedFor: string, proxies: Proxies): string {
  let client = peer;
  const hops = forwardedFor.split(",");
  while (hops.length > 0 && proxies.trusts(client)) {
    const hop = plainAddress((hops.pop() ?? "").trim());
    if (isIP(hop) === 0) break;
    client = hop;
  }
  return client;
}
