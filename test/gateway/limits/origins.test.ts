/** Which pages and hosts are the service's own. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOrigins } from "../../../src/gateway/auth/origins.ts";
import { startTestService } from "../../helpers/service.ts";

const from = (origin: string, host = "localhost:8787") => ({
  header: (name: string) => ({ origin, host })[name as "origin" | "host"],
});

test("all names of this computer are one origin, on one port", { rules: ["auth.origins"] }, () => {
  const origins = createOrigins("http://127.0.0.1:8787", false);
  for (const name of ["localhost", "127.0.0.1", "[::1]"]) {
    assert.equal(origins.isOwnPage(from(`http://${name}:8787`)), true, name);
    assert.equal(origins.isOwnPage(from(`http://${name}:8788`)), false, name);
    assert.equal(origins.isOwnPage(from(`https://${name}:8787`)), false, name);
    assert.equal(origins.isOwnHost(`${name}:8787`), true, name);
  }
  for (const origin of [
    "null",
    "",
    "http://evil.example",
    "http://localhost.evil.example:8787",
    "http://192.168.1.5:8787",
  ]) {
    assert.equal(origins.isOwnPage(from(origin)), false, origin);
  }
});

test("a public URL is the one name", { rules: ["auth.origins"] }, () => {
  const origins = createOrigins("https://work.example.com", false);
  assert.equal(origins.isOwnPage(from("https://work.example.com")), true);
  assert.equal(origins.isOwnPage(from("http://localhost:8787")), false);
  assert.equal(origins.isOwnHost("work.example.com"), true);
  for (const host of ["evil.example", "10.0.0.1", "[2001:db8::1]", "", "a b"])
    assert.equal(origins.isOwnHost(host), false, host);
});

test("with a wildcard a page works where it was asked for", { rules: ["auth.origins"] }, () => {
  const origins = createOrigins("http://localhost:8787", true);
  assert.equal(origins.isOwnPage(from("http://192.168.1.5:8787", "192.168.1.5:8787")), true);
  assert.equal(origins.isOwnPage(from("http://evil.example:8787", "192.168.1.5:8787")), false);
  assert.equal(origins.isOwnHost("192.168.1.5:8787"), true);
  assert.equal(origins.isOwnHost("evil.example"), false);
});

test("a service that listens everywhere names localhost", { rules: ["auth.origins"] }, async (t) => {
  const service = await startTestService(t, { configuration: { host: "0.0.0.0" } });
  assert.match(service.publicUrl, /^http:\/\/localhost:\d+$/);
});

test("behind https the cookie is bound to the host, and answers say so", { rules: ["oauth.cookie"] }, async (t) => {
  const service = await startTestService(t, { configuration: { publicUrl: "https://work.example.com" } });
  const headers = { cookie: `__Host-dayshift_session=${service.session}` };
  const identity = await service.call("getIdentity", { credential: null, headers });
  assert.equal(identity.status, 200);
  assert.equal(identity.headers["strict-transport-security"], "max-age=31536000");
  const plain = { cookie: `dayshift_session=${service.session}` };
  await service.refuses("getIdentity", { credential: null, headers: plain }, "missing_credentials");
});
