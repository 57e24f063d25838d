/** Signing in with a certified provider of OpenID Connect that others have made. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { startTestService } from "../../helpers/service.ts";

const clientId = "dayshift";
const clientSecret = "a secret of the service, long enough for HMAC";

/** A browser with the cookies of each host. */
function createVisitor() {
  const jar = new Map<string, Map<string, string>>();
  const cookiesOf = (url: string): Map<string, string> => {
    const { host } = new URL(url);
    const cookies = jar.get(host) ?? new Map<string, string>();
    jar.set(host, cookies);
    return cookies;
  };
  const get = async (url: string): Promise<Response> => {
    const cookies = cookiesOf(url);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      cookies.set(name, value);
    }
    return response;
  };
  /** Follows redirects until a page of the app is reached: its path, and the session that it came with. */
  const follow = async (origin: string, begin: string) => {
    let url = begin;
    for (let n = 0; n < 12; n++) {
      const location = (await get(url)).headers.get("location") ?? assert.fail(`Nothing leads on from ${url}.`);
      const next = new URL(location, url);
      const isOurs = next.origin === origin && !next.pathname.startsWith("/app/v1/oidc/");
      if (isOurs) return { path: next.pathname + next.search, session: cookiesOf(origin).get("dayshift_session") };
      url = next.href;
    }
    return assert.fail("The way does not end.");
  };
  return { follow, hold: (url: string, name: string, value: string) => void cookiesOf(url).set(name, value) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function setUp(t: TestContext) {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const program = fileURLToPath(new URL("server.mjs", import.meta.url));
  const args = [program, `${publicUrl}/app/v1/oidc/callback`, clientId, clientSecret];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  t.after(() => child.kill("SIGKILL"));
  const [issuer] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const configuration = { port, oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret };
  const service = await startTestService(t, { configuration });
  const comes = (person: object) => fetch(`${issuer}/person`, { method: "POST", body: JSON.stringify(person) });
  const signIn = (visitor = createVisitor()) => visitor.follow(publicUrl, `${publicUrl}/app/v1/oidc/start?to=/lists`);
  return { service, publicUrl, comes, signIn };
}

test(
  "who was invited comes in by a verified e-mail, and afterwards by issuer and subject alone",
  { rules: ["sessions.provider"] },
  async (t) => {
    const { service, comes, signIn } = await setUp(t);
    const bo = { sub: "bo", email: "bo@example.com", email_verified: true, name: "Bo" };
    await comes(bo);
    assert.match((await signIn()).path, /^\/sign-in\?refused=unknown/);
    await service.ok("createInvitation", { path: { workspaceId: service.workspaceId }, body: { email: bo.email } });
    await comes({ ...bo, email_verified: false });
    assert.match((await signIn()).path, /^\/sign-in\?refused=unknown/);
    await comes(bo);
    const { path, session } = await signIn();
    assert.equal(path, "/lists");
    const { user } = await service.ok("getSession", { credential: session ?? "" });
    assert.deepEqual([user?.email, user?.name], ["bo@example.com", "Bo"]);
    await comes({ sub: "bo", email: "another@example.com", email_verified: false });
    const again = await service.ok("getSession", { credential: (await signIn()).session ?? "" });
    assert.equal(again.user?.id, user?.id);
    await comes({ ...bo, sub: "thief" });
    assert.match((await signIn()).path, /^\/sign-in\?refused=known/);
  },
);

test("who is signed in links an account", { rules: ["sessions.provider"] }, async (t) => {
  const { service, publicUrl, comes, signIn } = await setUp(t);
  await comes({ sub: "the owner" });
  const begun = await service.call("linkProviderIdentity", { body: { to: "/settings" } });
  const [name = "", value = ""] = (begun.headers["set-cookie"]?.[0]?.split(";")[0] ?? "").split(/=(.*)/s);
  const visitor = createVisitor();
  visitor.hold(publicUrl, name, value);
  visitor.hold(publicUrl, "dayshift_session", service.session);
  const { path } = await visitor.follow(publicUrl, (begun.body as { readonly url: string }).url);
  assert.equal(path, "/settings");
  const { session } = await signIn();
  assert.equal((await service.ok("getSession", { credential: session ?? "" })).user?.id, service.userId);
});
