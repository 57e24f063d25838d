/** A client is let in, from the first document to the last token: with strict clients, over real HTTP. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";
import { stepOf, totpCode } from "../../../src/gateway/directory/secrets/totp.ts";
import { createBrowser } from "../../helpers/browser.ts";
import { owner } from "../../helpers/owner.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const insecure = { [oauth.allowInsecureRequests]: true };
const redirectUri = "http://127.0.0.1:3334/callback";

async function discover(of: TestService): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(of.publicUrl);
  const response = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: "oauth2" });
  return oauth.processDiscoveryResponse(issuer, response);
}

async function registerClient(server: oauth.AuthorizationServer, metadata: object = {}): Promise<oauth.Client> {
  const wanted = { client_name: "Reporter", redirect_uris: [redirectUri], ...metadata };
  const response = await oauth.dynamicClientRegistrationRequest(server, wanted, insecure);
  return oauth.processDynamicClientRegistrationResponse(response);
}

/** The whole way of oauth4webapi, which refuses whatever is not as the standards have it. */
async function connect(of: TestService, resource = `${of.publicUrl}/api/v1`, scope = "todos:read todos:write") {
  const server = await discover(of);
  const client = await registerClient(server);
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: "code",
    scope,
    state,
    resource,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const back = await createBrowser(of).decide(`/oauth/authorize?${query.toString()}`);
  const parameters = oauth.validateAuthResponse(server, client, back, state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    verifier,
    { ...insecure, additionalParameters: { resource } },
  );
  return { server, client, tokens: await oauth.processAuthorizationCodeResponse(server, client, response) };
}

test("a strict client succeeds", { rules: ["oauth.flow", "oauth.metadata", "oauth.registration"] }, async () => {
  const { server, client, tokens } = await connect(service);
  assert.equal(tokens.expires_in, 3600);
  assert.equal(tokens.scope, "todos:read todos:write");
  assert.match(tokens.access_token, /^dso_[\w-]{43}$/);
  await service.ok("createTodo", { credential: tokens.access_token, body: { title: "Connected" } });
  const again = await oauth.refreshTokenGrantRequest(
    server,
    client,
    oauth.None(),
    tokens.refresh_token ?? "",
    insecure,
  );
  const fresh = await oauth.processRefreshTokenResponse(server, client, again);
  assert.notEqual(fresh.refresh_token, tokens.refresh_token);
  await service.ok("listTodos", { credential: fresh.access_token });
  const end = await oauth.revocationRequest(server, client, oauth.None(), fresh.refresh_token ?? "", insecure);
  await oauth.processRevocationResponse(end);
  await service.refuses("listTodos", { credential: fresh.access_token }, "invalid_token");
});

test("a refusal leads to the resource (RFC 9728)", { rules: ["oauth.metadata", "oauth.challenge"] }, async () => {
  for (const path of ["/api/v1", "/mcp"]) {
    const resource = new URL(service.publicUrl + path);
    const response = await oauth.resourceDiscoveryRequest(resource, insecure);
    const metadata = await oauth.processResourceDiscoveryResponse(resource, response);
    assert.deepEqual(metadata.authorization_servers, [service.publicUrl]);
    assert.deepEqual(metadata.bearer_methods_supported, ["header"]);
  }
  const refused = await fetch(`${service.publicUrl}/api/v1/todos`);
  const [, named = ""] = /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate") ?? "") ?? [];
  const metadata = (await (await fetch(named)).json()) as { resource: string };
  assert.equal(metadata.resource, `${service.publicUrl}/api/v1`);
});

test("a strict client does the same with less care of its own (openid-client)", { rules: ["oauth.flow"] }, async () => {
  const server = new URL(service.publicUrl);
  const config = await openid.dynamicClientRegistration(
    server,
    { redirect_uris: [redirectUri], client_name: "Planner", token_endpoint_auth_method: "none" },
    openid.None(),
    { algorithm: "oauth2", execute: [openid.allowInsecureRequests] },
  );
  const [verifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()];
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "todos:read",
    resource: `${service.publicUrl}/api/v1`,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
  });
  const back = await createBrowser(service).decide(url.pathname + url.search);
  const tokens = await openid.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  await service.ok("listTodos", { credential: tokens.access_token });
  const fresh = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
  await openid.tokenRevocation(config, fresh.refresh_token ?? "");
  await service.refuses("listTodos", { credential: fresh.access_token }, "invalid_token");
});

test("registrations and grants survive a restart", { rules: ["apps.restart", "oauth.flow"] }, async (context) => {
  const own = await startTestService(context, { configuration: { publicUrl: "http://127.0.0.1:1" } });
  const send = async (path: string, fields: Record<string, string>) => {
    const raw = new URLSearchParams(fields).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return own.send("POST", path, { raw, headers });
  };
  const registered = await own.send("POST", "/oauth/register", { body: { redirect_uris: [redirectUri] } });
  const { client_id } = JSON.parse(registered.body) as { client_id: string };
  await own.restart();
  const verifier = oauth.generateRandomCodeVerifier();
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const query = { client_id, response_type: "code", code_challenge: challenge, code_challenge_method: "S256" };
  const browser = createBrowser(own);
  const page = await browser.open(`/oauth/authorize?${new URLSearchParams(query).toString()}`);
  await own.restart();
  const signedIn = await browser.submit(page, owner);
  const consent = await browser.open(signedIn.location);
  await own.restart();
  const back = new URL((await browser.submit(consent, { decision: "allow" })).location);
  await own.restart();
  const code = back.searchParams.get("code") ?? "";
  const first = await send("/oauth/token", {
    grant_type: "authorization_code",
    client_id,
    code,
    code_verifier: verifier,
  });
  assert.equal(first.status, 200, first.body);
  await own.restart();
  const { refresh_token } = JSON.parse(first.body) as { refresh_token: string };
  const second = await send("/oauth/token", { grant_type: "refresh_token", client_id, refresh_token });
  assert.equal(second.status, 200, second.body);
  await own.ok("listTodos", { credential: (JSON.parse(second.body) as { access_token: string }).access_token });
});

test("the sign-in form takes the code of a second factor", { rules: ["sessions.second-factor"] }, async (context) => {
  const own = await startTestService(context);
  const client = await registerClient(await discover(own));
  const { password } = owner;
  const { secret } = await own.ok("beginSecondFactor", { body: { password } });
  const body = { code: totpCode(secret, stepOf(own.clock.now())) };
  const { recoveryCodes } = await own.ok("confirmSecondFactor", { body });
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier()),
    code_challenge_method: "S256",
  });
  const browser = createBrowser(own);
  const first = await browser.open(`/oauth/authorize?${query.toString()}`);
  assert.ok(!first.body.includes('name="code"'));
  const asked = await browser.submit(first, owner);
  assert.deepEqual([asked.status, asked.body.includes('name="code"')], [401, true]);
  assert.match(asked.body, /Enter the code of your authenticator app/);
  const wrong = await browser.submit(asked, { ...owner, ...body });
  assert.deepEqual([wrong.status, wrong.body.includes("This code is wrong")], [401, true]);
  const entered = await browser.submit(wrong, { ...owner, code: recoveryCodes[0] ?? "" });
  assert.equal(entered.status, 303);
});
