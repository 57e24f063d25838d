/** Which addresses of the network are the public internet's. Source: IANA special-purpose address registries (RFC 6890). */
import { BlockList, isIP } from "node:net";

const special = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  special.addSubnet(network, bits, "ipv4");
}
/** Parts of 2000::/3 that are tunnels to other addresses, or examples. */
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  special.addSubnet(network, bits, "ipv6");
}

const unicast = new BlockList();
unicast.addSubnet("2000::", 3, "ipv6");

/** Whether an address is reached over the public internet: no loopback, no private network, no metadata service of a cloud. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, "ipv4");
    case 6:
      return unicast.check(address, "ipv6") && !special.check(address, "ipv6");
    default:
      return false;
  }
}
