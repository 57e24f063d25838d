/** The token and revocation endpoints: what is refused, what a stolen secret is worth, and what a lost answer costs. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { after, test, type TestContext } from "node:test";
import type { Scope } from "../../../src/schema/scopes.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const redirectUri = "https://app.example/callback";
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const challenge = hash("sha256", verifier, "base64url");
const day = 86_400_000;

type Fields = Readonly<Record<string, string | null>>;
interface TokenBody {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly error: string;
  readonly error_description: string;
}

function encode(fields: Fields): string {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null);
  return new URLSearchParams(given).toString();
}

async function post(path: string, raw: string, headers: Readonly<Record<string, string>> = {}, to = service) {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await to.send("POST", path, { raw, headers: { ...type, ...headers } });
  return { ...answer, body: (answer.body === "" ? {} : JSON.parse(answer.body)) as TokenBody };
}

const token = (fields: Fields, to = service) => post("/oauth/token", encode(fields), {}, to);

async function registerClient(to = service): Promise<string> {
  const client = { name: "Reporter", clientUri: null, logoUri: null, redirectUris: [redirectUri], scopes: [] };
  return (await to.directory.registerClient(client)).id;
}

/** A code that the owner just allowed, and the request that redeems it. */
async function allowed(to: TestService, client: string, scopes: readonly Scope[] = ["todos:read", "todos:write"]) {
  const code = await to.directory.createCode({
    client: { id: client, name: "Reporter", clientUri: null, logoUri: null },
    redirectUri,
    redirectHost: "app.example",
    challenge,
    resource: `${to.publicUrl}/api/v1`,
    scopes,
    userId: to.userId,
    workspaceId: to.workspaceId,
  });
  const redirect = { redirect_uri: redirectUri, code_verifier: verifier };
  return { grant_type: "authorization_code", client_id: client, code, ...redirect };
}

/** A client that is let in, with its tokens. */
async function connected(to = service, scopes?: readonly Scope[]) {
  const client_id = await registerClient(to);
  const { status, body } = await token(await allowed(to, client_id, scopes), to);
  assert.equal(status, 200, JSON.stringify(body));
  const refresh = { grant_type: "refresh_token", client_id, refresh_token: body.refresh_token };
  return { client_id, tokens: body, refresh };
}

async function assertEnded(credential: string, to = service): Promise<void> {
  await to.refuses("getIdentity", { credential }, "invalid_token");
}

const clientId = await registerClient();
const otherClient = await registerClient();

const wrongCodes: readonly (readonly [string, Fields, string, number?])[] = [
  ["no grant type", { grant_type: null }, "invalid_request"],
  ["an unknown grant type", { grant_type: "client_credentials" }, "unsupported_grant_type"],
  ["a password", { grant_type: "password" }, "unsupported_grant_type"],
  ["no code", { code: null }, "invalid_request"],
  ["an unknown code", { code: `dsc_${"a".repeat(43)}` }, "invalid_grant"],
  ["a code of a strange form", { code: "';--\0" }, "invalid_grant"],
  ["no client", { client_id: null }, "invalid_client", 401],
  ["an unknown client", { client_id: "nobody" }, "invalid_client", 401],
  ["a client of a strange form", { client_id: "';--\0" }, "invalid_client", 401],
  ["another client", { client_id: otherClient }, "invalid_grant"],
  ["a client that is a document", { client_id: "https://app.example/client.json" }, "invalid_grant"],
  ["a secret, which no client has", { client_secret: "guess" }, "invalid_client", 401],
  ["a signed assertion", { client_assertion: "e30.e30." }, "invalid_client", 401],
  ["another redirect URI", { redirect_uri: "https://app.example/other" }, "invalid_grant"],
  ["an empty redirect URI", { redirect_uri: "" }, "invalid_grant"],
  ["no verifier", { code_verifier: null }, "invalid_request"],
  ["another verifier", { code_verifier: verifier.replace("d", "e") }, "invalid_grant"],
  ["the challenge as verifier", { code_verifier: challenge }, "invalid_grant"],
  ["a short verifier", { code_verifier: "short" }, "invalid_grant"],
  ["another resource", { resource: `${service.publicUrl}/mcp` }, "invalid_target"],
  ["another server", { resource: "https://other.example/api/v1" }, "invalid_target"],
];

test("a code is refused to others, and waits", { rules: ["oauth.code", "oauth.error-body"] }, async () => {
  const right = await allowed(service, clientId);
  for (const [what, change, code, status = 400] of wrongCodes) {
    const answer = await token({ ...right, ...change });
    assert.deepEqual([answer.status, answer.body.error], [status, code], what);
    assert.match(answer.body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/, what);
    assert.equal(answer.headers["cache-control"], "no-store", what);
    if (status === 401) assert.match(String(answer.headers["www-authenticate"]), /^Basic /, what);
  }
  assert.equal((await token(right)).status, 200);
});

const malformed = [
  ["JSON", '{"grant_type":"refresh_token"}', { "content-type": "application/json" }, 400],
  ["no type", "grant_type=refresh_token", { "content-type": "" }, 400],
  ["a parameter twice", "grant_type=refresh_token&grant_type=refresh_token", {}, 400],
  ["nothing", "", {}, 401],
  ["far too much", `code=${"a".repeat(70_000)}`, {}, 413],
] as const;

test("a request that is no form is refused in the words of RFC 6749", { rules: ["oauth.error-body"] }, async () => {
  for (const [what, raw, headers, status] of malformed) {
    const answer = await post("/oauth/token", `${raw}${raw === "" ? "" : `&client_id=${clientId}`}`, headers);
    assert.equal(answer.status, status, what);
    assert.match(answer.body.error, /^invalid_(request|client)$/, what);
  }
  const bytes = Buffer.concat([Buffer.from("grant_type="), Buffer.from([0xff])]);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  assert.equal((await service.send("POST", "/oauth/token", { raw: bytes, headers })).status, 400);
  for (const path of ["/oauth/token", "/oauth/revoke", "/oauth/register"]) {
    assert.equal((await service.send("GET", path)).status, 405, path);
  }
});

test("nothing of a request in the query counts", { rules: ["requests.no-query-credential"] }, async () => {
  const right = await allowed(service, clientId);
  const answer = await post(`/oauth/token?${encode(right)}`, "a=b");
  assert.deepEqual([answer.status, answer.body.error], [401, "invalid_client"]);
});

test("a code that comes twice ends what the first one began", { rules: ["oauth.code"] }, async () => {
  const client = await registerClient();
  const right = await allowed(service, client);
  const first = await token(right);
  await service.ok("getIdentity", { credential: first.body.access_token });
  const second = await token(right);
  assert.deepEqual([second.status, second.body.error], [400, "invalid_grant"]);
  await assertEnded(first.body.access_token);
  const refresh = await token({
    grant_type: "refresh_token",
    client_id: client,
    refresh_token: first.body.refresh_token,
  });
  assert.equal(refresh.body.error, "invalid_grant");
});

test("many who redeem a code at once get tokens once at most", { rules: ["oauth.code"] }, async () => {
  const right = await allowed(service, await registerClient());
  const answers = await Promise.all(Array.from({ length: 8 }, () => token(right)));
  const issued = answers.filter(({ status }) => status === 200);
  assert.ok(issued.length <= 1, `${issued.length} were answered`);
  for (const { body } of issued) await assertEnded(body.access_token);
});

test("a code ends after a minute, and with the app", { rules: ["oauth.code", "apps.revoke"] }, async () => {
  const late = await allowed(service, clientId);
  service.clock.advance(60_000);
  assert.equal((await token(late)).body.error, "invalid_grant");
  const { client_id, tokens } = await connected();
  const pending = await allowed(service, client_id);
  const { data } = await service.ok("listConnectedApps", { query: { workspaceId: service.workspaceId } });
  const connectedAppId = data.find((app) => app.clientId === client_id)?.id ?? "";
  await service.ok("revokeConnectedApp", { path: { connectedAppId } });
  assert.equal((await token(pending)).body.error, "invalid_grant");
  await assertEnded(tokens.access_token);
});

const wrongRefreshes: readonly (readonly [string, Fields, string, number?])[] = [
  ["no token", { refresh_token: null }, "invalid_request"],
  ["an unknown token", { refresh_token: `dsr_${"a".repeat(43)}` }, "invalid_grant"],
  ["another client", { client_id: otherClient }, "invalid_grant"],
  ["no client", { client_id: null }, "invalid_client", 401],
  ["a scope that was not allowed", { scope: "todos:read agents:write" }, "invalid_scope"],
  ["an unknown scope", { scope: "admin" }, "invalid_scope"],
  ["an empty scope", { scope: "" }, "invalid_scope"],
  ["another resource", { resource: `${service.publicUrl}/mcp` }, "invalid_target"],
];

test("a refresh is refused to others and for more", { rules: ["oauth.narrowing", "oauth.rotation"] }, async () => {
  const { refresh, tokens } = await connected();
  for (const [what, change, code, status = 400] of wrongRefreshes) {
    const answer = await token({ ...refresh, ...change });
    assert.deepEqual([answer.status, answer.body.error], [status, code], what);
  }
  assert.equal((await token({ ...refresh, refresh_token: tokens.access_token })).body.error, "invalid_grant");
  await service.ok("getIdentity", { credential: tokens.access_token });
  assert.equal((await token(refresh)).status, 200);
});

test("a refresh may ask for less, and later for what was allowed again", { rules: ["oauth.narrowing"] }, async () => {
  const { refresh } = await connected();
  const less = await token({ ...refresh, scope: "todos:read", resource: `${service.publicUrl}/api/v1` });
  assert.equal(less.body.scope, "todos:read");
  const credential = less.body.access_token;
  await service.refuses("createTodo", { credential, body: { title: "No" } }, "missing_scope");
  const again = await token({ ...refresh, refresh_token: less.body.refresh_token });
  assert.equal(again.body.scope, "todos:read todos:write");
});

test("within a minute a refresh whose answer was lost is answered again", { rules: ["oauth.rotation"] }, async () => {
  const { refresh } = await connected();
  const lost = await token(refresh);
  service.clock.advance(60_000);
  const again = await token(refresh);
  assert.deepEqual(again.body, lost.body);
  await service.ok("getIdentity", { credential: lost.body.access_token });
  assert.equal((await token({ ...refresh, refresh_token: again.body.refresh_token })).status, 200);
});

test("a refresh token that comes back after a minute ends the grant", { rules: ["oauth.rotation"] }, async () => {
  const { refresh, tokens } = await connected();
  const next = await token(refresh);
  service.clock.advance(60_001);
  assert.equal((await token(refresh)).body.error, "invalid_grant");
  for (const credential of [tokens.access_token, next.body.access_token]) await assertEnded(credential);
  assert.equal((await token({ ...refresh, refresh_token: next.body.refresh_token })).body.error, "invalid_grant");
});

test("a refresh token that comes back after its use ends the grant", { rules: ["oauth.rotation"] }, async () => {
  const { refresh } = await connected();
  const next = await token(refresh);
  const third = await token({ ...refresh, refresh_token: next.body.refresh_token });
  assert.equal((await token(refresh)).body.error, "invalid_grant");
  await assertEnded(third.body.access_token);
});

test("a refresh token ends 90 days after its use", { rules: ["oauth.rotation"] }, async (context: TestContext) => {
  const own = await startTestService(context);
  const { refresh } = await connected(own);
  own.clock.setWall(own.clock.now() + 90 * day - 1);
  const fresh = await token(refresh, own);
  assert.equal(fresh.status, 200);
  own.clock.setWall(own.clock.now() + 90 * day);
  const late = await token({ ...refresh, refresh_token: fresh.body.refresh_token }, own);
  assert.deepEqual([late.status, late.body.error], [400, "invalid_grant"]);
});

test("a stop between the steps loses no grant", { rules: ["oauth.rotation", "apps.restart"] }, async (context) => {
  const own = await startTestService(context, { configuration: { publicUrl: "https://work.example.com" } });
  const { refresh } = await connected(own);
  await token(refresh, own); // its answer is lost with the process
  await own.restart();
  const again = await token(refresh, own);
  assert.equal(again.status, 200, JSON.stringify(again.body));
  own.clock.advance(120_000);
  await own.restart();
  assert.equal((await token(refresh, own)).body.error, "invalid_grant");
  await assertEnded(again.body.access_token, own);
});

test("a client that speaks HTTP Basic sends an empty password", { rules: ["oauth.error-body"] }, async () => {
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString("base64")}` });
  const { client_id: _, ...right } = await allowed(service, clientId);
  for (const text of [`${clientId}:secret`, "nobody:", "\0:", clientId, `${otherClient}:secret`]) {
    const answer = await post("/oauth/token", encode(right), basic(text));
    assert.deepEqual([answer.status, answer.body.error], [401, "invalid_client"], text);
  }
  const bearer = await post("/oauth/token", encode(right), { authorization: `Bearer ${service.key}` });
  assert.equal(bearer.status, 401);
  assert.equal((await post("/oauth/token", encode(right), basic(`${clientId}:`))).status, 200);
});

const revoke = (fields: Fields) => post("/oauth/revoke", encode(fields));

test("a client revokes its own tokens only", { rules: ["oauth.revocation"] }, async () => {
  const { client_id, tokens, refresh } = await connected();
  const { access_token, refresh_token } = tokens;
  const foreign = await revoke({ client_id: otherClient, token: refresh_token });
  assert.deepEqual([foreign.status, foreign.body.error], [400, "invalid_grant"]);
  assert.equal((await revoke({ token: refresh_token })).body.error, "invalid_client");
  assert.equal((await revoke({ client_id })).body.error, "invalid_request");
  assert.equal((await revoke({ client_id, token: "anything" })).status, 200);
  await service.ok("getIdentity", { credential: access_token });
  assert.equal((await revoke({ client_id, token: access_token, token_type_hint: "refresh_token" })).status, 200);
  await assertEnded(access_token);
  const fresh = await token(refresh);
  assert.equal(fresh.status, 200);
  assert.equal((await revoke({ client_id, token: fresh.body.refresh_token })).status, 200);
  await assertEnded(fresh.body.access_token);
  const { data } = await service.ok("listConnectedApps", { query: { workspaceId: service.workspaceId } });
  assert.ok(!data.some((app) => app.clientId === client_id));
});

test("secrets are stored as hashes only", { rules: ["keys.secret-once"] }, async () => {
  const { tokens } = await connected();
  const rows = await service.directory.db.all("SELECT * FROM oauth_tokens");
  const kept = JSON.stringify([rows, await service.directory.db.all("SELECT * FROM oauth_codes")]);
  for (const secret of [tokens.access_token, tokens.refresh_token, "dso_", "dsr_", "dsc_"]) {
    assert.ok(!kept.includes(secret), secret);
  }
});

test("a newer, narrower consent narrows the older tokens of the same app", { rules: ["oauth.scopes"] }, async () => {
  const { client_id, tokens } = await connected();
  await service.ok("createTodo", { credential: tokens.access_token, body: { title: "Yes" } });
  assert.equal((await token(await allowed(service, client_id, ["todos:read"]))).status, 200);
  const credential = tokens.access_token;
  await service.refuses("createTodo", { credential, body: { title: "No" } }, "missing_scope");
});
