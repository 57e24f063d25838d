/** Which addresses are trusted proxies. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createProxies, forwardedAddress } from "../../../src/gateway/http/proxies.ts";

for (const entry of ["", "proxy.test", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0/8", "::1/129", "*"]) {
  test(`"${entry}" is no trusted proxy`, () => {
    assert.throws(() => createProxies([entry]), TypeError);
  });
}

const cases: readonly [name: string, peer: string, header: string, client: string][] = [
  ["an untrusted peer is the client, whatever it claims", "192.0.2.1", "198.51.100.1", "192.0.2.1"],
  ["the last address a proxy saw is the client", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["what stands left of it is the client's own claim", "10.0.0.1", "203.0.113.9, 198.51.100.1", "198.51.100.1"],
  ["proxies behind proxies are skipped", "10.0.0.1", "198.51.100.1, fd00::7, 10.9.9.9", "198.51.100.1"],
  ["an unreadable entry ends the walk", "10.0.0.1", "198.51.100.1, unknown", "10.0.0.1"],
  ["an empty header leaves the peer", "10.0.0.1", "", "10.0.0.1"],
  ["proxies all the way leave the outermost", "10.0.0.1", "10.0.0.2, 10.0.0.3", "10.0.0.2"],
  ["a mapped address is read as IPv4", "10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
];

for (const [name, peer, header, client] of cases) {
  test(name, () => {
    assert.equal(forwardedAddress(peer, header, createProxies(["10.0.0.0/8", "fd00::/8"])), client);
  });
}
