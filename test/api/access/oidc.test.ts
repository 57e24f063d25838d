/** Sign-in at an OpenID Connect provider: who gets in, who does not, and how an account is linked. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { ownerEmail } from "../../helpers/owner.ts";
import { type Claims, clientId, clientSecret, type Issuer, startIssuer } from "../../helpers/oidc-issuer.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";

const rules = { rules: ["sessions.provider"] };

async function withProvider(context: TestContext): Promise<{ service: TestService; issuer: Issuer }> {
  const issuer = await startIssuer(context);
  const configuration = { oidcIssuer: issuer.url, oidcClientId: clientId, oidcClientSecret: clientSecret };
  return { service: await startTestService(context, { configuration }), issuer };
}

/** One page of a browser that follows nothing by itself. */
async function visit(url: string, cookies: readonly string[] = []) {
  const answer = await fetch(url, { redirect: "manual", headers: { cookie: cookies.join("; ") } });
  const set = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { status: answer.status, location: answer.headers.get("location") ?? "", cookie: set };
}

/** A browser goes to the provider and back; `held` are cookies that it has. */
async function signIn(service: TestService, { to = "/lists", held = [] as readonly string[] } = {}) {
  const begun = await visit(`${service.url}/app/v1/oidc/start?to=${encodeURIComponent(to)}`);
  const there = await visit(begun.location);
  const back = await visit(there.location, [...held, begun.cookie]);
  return { ...back, begun, callback: there.location };
}

async function invite(service: TestService, email: string): Promise<void> {
  await service.ok("createInvitation", { path: { workspaceId: service.workspaceId }, body: { email } });
}

const person = (sub: string, email: string, more: object = {}): Claims => ({
  sub,
  email,
  email_verified: true,
  ...more,
});

/** Where a refused sign-in ends, and that it opened no session. */
function assertRefused({ location, cookie }: { location: string; cookie: string }, refusal: string): void {
  assert.equal(new URL(location, "http://x").searchParams.get("refused"), refusal);
  assert.doesNotMatch(cookie, /^dayshift_session=/);
}

async function whoIs(service: TestService, cookie: string) {
  const answer = await fetch(`${service.url}/app/v1/session`, { headers: { cookie } });
  return (await answer.json()) as { signedIn: boolean; provider: string; user: { email: string; name: string } };
}

test("without a provider there is no such way in", rules, async (context) => {
  const service = await startTestService(context);
  assert.equal((await service.ok("getSession", { credential: null })).provider, null);
  assert.equal((await visit(`${service.url}/app/v1/oidc/start`)).status, 404);
  await service.refuses("linkProviderIdentity", { body: {} }, "resource_conflict");
});

test("an invited person comes in by the verified address, and from then on by the account", rules, async (context) => {
  const { service, issuer } = await withProvider(context);
  assert.equal((await service.ok("getSession", { credential: null })).provider, new URL(issuer.url).host);
  issuer.account = person("bo", "bo@example.com", { name: "Bo Berg" });
  assertRefused(await signIn(service), "unknown");
  await invite(service, "Bo@Example.com");
  issuer.account = person("bo", "bo@example.com", { email_verified: false });
  assertRefused(await signIn(service), "unknown");
  issuer.account = person("bo", "bo@example.com", { name: "Bo Berg" });
  const { location, cookie } = await signIn(service);
  assert.equal(location, "/lists");
  const { user } = await whoIs(service, cookie);
  assert.deepEqual([user.email, user.name], ["Bo@Example.com", "Bo Berg"]);
  const members = await service.ok("listMembers", { path: { workspaceId: service.workspaceId } });
  assert.deepEqual(members.data.map(({ role }) => role).toSorted(), ["member", "owner"]);
  issuer.account = person("bo", "another@example.com");
  assert.equal((await whoIs(service, (await signIn(service)).cookie)).user.email, "Bo@Example.com");
  issuer.account = person("somebody else", "bo@example.com");
  assertRefused(await signIn(service), "known");
});

test(
  "an address that somebody has here is no proof: the account is linked by who is signed in",
  rules,
  async (context) => {
    const { service, issuer } = await withProvider(context);
    issuer.account = person("owner", ownerEmail);
    assertRefused(await signIn(service), "known");
    const session = `dayshift_session=${service.session}`;
    const link = async (cookies: readonly string[]) => {
      const answer = await service.call("linkProviderIdentity", { body: { to: "/settings" } });
      const { url } = answer.body as { url: string };
      const cookie = answer.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
      return visit((await visit(url)).location, [cookie, ...cookies]);
    };
    assertRefused(await link([]), "expired");
    assert.equal((await link([session])).location, "/settings");
    assert.equal((await link([session])).location, "/settings", "again changes nothing");
    assert.equal((await whoIs(service, (await signIn(service)).cookie)).user.email, ownerEmail);
    const { data } = await service.ok("listProviderIdentities");
    assert.deepEqual(
      data.map(({ issuer: at, email }) => [at, email]),
      [[issuer.url, ownerEmail]],
    );
    await invite(service, "cy@example.com");
    issuer.account = person("cy", "cy@example.com");
    await signIn(service);
    assertRefused(await link([session]), "taken");
    const path = { identityId: data[0]?.id ?? "" };
    await service.ok("unlinkProviderIdentity", { path });
    await service.refuses("unlinkProviderIdentity", { path }, "resource_not_found");
    issuer.account = person("owner", ownerEmail);
    assertRefused(await signIn(service), "known");
  },
);

test(
  "what the provider sends back is taken once, by the browser that asked, as it was asked",
  rules,
  async (context) => {
    const { service, issuer } = await withProvider(context);
    await invite(service, "di@example.com");
    issuer.account = person("di", "di@example.com");
    const { callback, begun } = await signIn(service);
    assertRefused(await visit(callback, [begun.cookie]), "failed");
    const other = await visit(`${service.url}/app/v1/oidc/start`);
    const fresh = (await visit((await visit(`${service.url}/app/v1/oidc/start`)).location)).location;
    assertRefused(await visit(fresh), "expired");
    assertRefused(await visit(fresh, [`${begun.cookie}x`]), "expired");
    assertRefused(await visit(fresh, [other.cookie]), "failed");
    for (const wrong of [{ nonce: "another" }, { aud: "another client" }, { iss: "http://127.0.0.1:1" }, { exp: 1 }]) {
      issuer.account = { ...person("di", "di@example.com"), ...wrong };
      assertRefused(await signIn(service), "failed");
    }
    issuer.account = person("di", "di@example.com");
    issuer.tokenFailure = 500;
    assertRefused(await signIn(service), "failed");
    issuer.tokenFailure = null;
    service.clock.advance(60_000);
    const late = await visit(`${service.url}/app/v1/oidc/start`);
    const { location } = await visit(late.location);
    service.clock.advance(10 * 60_000);
    assertRefused(await visit(location, [late.cookie]), "expired");
  },
);

test("a person is led to a path of this service only", rules, async (context) => {
  const { service, issuer } = await withProvider(context);
  await invite(service, "ed@example.com");
  issuer.account = person("ed", "ed@example.com");
  for (const elsewhere of ["//evil.example", "/\\evil.example", "https://evil.example", "evil", "/a\r\nb"])
    assert.equal((await signIn(service, { to: elsewhere })).location, "/today");
});

test("a provider that does not answer is said to, and asked again later", rules, async (context) => {
  const configuration = { oidcIssuer: "http://127.0.0.1:9", oidcClientId: clientId };
  const service = await startTestService(context, { configuration });
  assertRefused(await visit(`${service.url}/app/v1/oidc/start`), "unreachable");
  await service.refuses("linkProviderIdentity", { body: {} }, "internal_error");
  assert.match(service.log.join("\n"), /a sign-in at the provider failed/);
});

test("an address is sent to the provider thirty times a minute", rules, async (context) => {
  const { service } = await withProvider(context);
  for (let turn = 0; turn < 30; turn++) assert.equal((await visit(`${service.url}/app/v1/oidc/start`)).status, 303);
  assert.equal((await visit(`${service.url}/app/v1/oidc/start`)).status, 429);
});
