/** The authorization endpoint: who is refused, where the refusal goes, and what a person is shown. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createBrowser, type Page } from "../../helpers/browser.ts";
import { ownerEmail, ownerPassword } from "../../helpers/owner.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const redirectUri = "https://app.example/callback";
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const browser = createBrowser(service);

async function register(metadata: object): Promise<string> {
  service.clock.advance(60_000);
  const { status, body } = await service.send("POST", "/oauth/register", { body: metadata });
  assert.equal(status, 201, body);
  return (JSON.parse(body) as { client_id: string }).client_id;
}

const clientId = await register({ client_name: "Reporter", redirect_uris: [redirectUri, "http://127.0.0.1/callback"] });
const plain = {
  client_id: clientId,
  redirect_uri: redirectUri,
  response_type: "code",
  scope: "todos:read captures:read",
  state: "s1",
  resource: `${service.publicUrl}/api/v1`,
  code_challenge: challenge,
  code_challenge_method: "S256",
};

type Change = Readonly<Record<string, string | null>>;

/** The address with some parameters changed, or left out (null). */
function addressWith(change: Change, more = ""): string {
  const all: [string, string | null][] = Object.entries({ ...plain, ...change });
  const given = all.filter((entry): entry is [string, string] => entry[1] !== null);
  return `/oauth/authorize?${new URLSearchParams(given).toString()}${more}`;
}

function assertPage(page: Page, what: string): void {
  assert.equal(page.status, 400, `${what}: ${page.body}`);
  assert.equal(page.location, "", what);
  assert.match(String(page.headers["content-type"]), /^text\/html/, what);
}

const unknown: readonly (readonly [string, Change, string?])[] = [
  ["no client", { client_id: null }],
  ["an empty client", { client_id: "" }],
  ["an unknown client", { client_id: "0195f3a0-0000-7000-8000-0000000000ff" }],
  ["two clients", {}, `&client_id=${clientId}`],
  ["a client with markup in it", { client_id: "<script>alert(1)</script>" }],
  ["a document over http", { client_id: "http://app.example/client.json" }],
  ["a document that is not to be had", { client_id: "https://app.example/client.json" }],
  ["no redirect URI where there are two", { redirect_uri: null }],
  ["another redirect URI", { redirect_uri: "https://evil.example/callback" }],
  ["two redirect URIs", {}, `&redirect_uri=${encodeURIComponent(redirectUri)}`],
  ["a redirect URI below the registered one", { redirect_uri: `${redirectUri}/more` }],
  ["a redirect URI with a query of its own", { redirect_uri: `${redirectUri}?next=https://evil.example` }],
  ["a redirect URI with a fragment", { redirect_uri: `${redirectUri}#` }],
  ["a redirect URI with a slash more", { redirect_uri: `${redirectUri}/` }],
  ["a redirect URI with another port", { redirect_uri: "https://app.example:8443/callback" }],
  ["a redirect URI in other letters", { redirect_uri: "https://APP.example/callback" }],
  ["a redirect URI over http", { redirect_uri: "http://app.example/callback" }],
  ["a redirect URI that climbs", { redirect_uri: "https://app.example/x/../callback" }],
  ["a redirect URI with a user in front", { redirect_uri: "https://app.example@evil.example/callback" }],
  ["a redirect URI with a longer host", { redirect_uri: "https://app.example.evil.example/callback" }],
  ["a redirect URI with a backslash", { redirect_uri: "https://evil.example\\@app.example/callback" }],
  ["a redirect URI with a line break", { redirect_uri: `${redirectUri}\r\nSet-Cookie: a=b` }],
  ["a redirect URI with a NUL", { redirect_uri: `${redirectUri}\0` }],
  ["a redirect URI of letters that look alike", { redirect_uri: "https://аpp.example/callback" }],
  ["a script", { redirect_uri: "javascript:alert(1)" }],
  ["a data address", { redirect_uri: "data:text/html,hello" }],
  ["a path of our own", { redirect_uri: "/web/app.js" }],
  ["another host without a scheme", { redirect_uri: "//evil.example/callback" }],
  ["a client of a strange form", { client_id: "';--\0" }],
  ["a loopback address with another path", { redirect_uri: "http://127.0.0.1:5000/other" }],
  ["a loopback name that was not registered", { redirect_uri: "http://localhost:5000/callback" }],
  ["a loopback port that is a host", { redirect_uri: "http://127.0.0.1:1@evil.example/callback" }],
  ["a loopback host that goes on", { redirect_uri: "http://127.0.0.1.evil.example/callback" }],
  ["a loopback port out of range", { redirect_uri: "http://127.0.0.1:99999/callback" }],
];

test("an unknown client or redirect URI is a page, no redirect", { rules: ["oauth.redirect"] }, async () => {
  for (const [what, change, more] of unknown) {
    const page = await browser.open(addressWith(change, more));
    assertPage(page, what);
    assert.doesNotMatch(page.body, /evil|<script/i, `${what}: the page repeats the request`);
  }
});

const refused: readonly (readonly [string, Change, string, string?])[] = [
  ["no response type", { response_type: null }, "invalid_request"],
  ["a token at once", { response_type: "token" }, "unsupported_response_type"],
  ["a code and a token", { response_type: "code token" }, "unsupported_response_type"],
  ["an answer in the fragment", { response_mode: "fragment" }, "invalid_request"],
  ["no challenge", { code_challenge: null }, "invalid_request"],
  ["an empty challenge", { code_challenge: "" }, "invalid_request"],
  ["a challenge of another length", { code_challenge: challenge.slice(1) }, "invalid_request"],
  ["a challenge with padding", { code_challenge: `${challenge.slice(1)}=` }, "invalid_request"],
  ["the plain method", { code_challenge_method: "plain" }, "invalid_request"],
  ["no method, which means plain", { code_challenge_method: null }, "invalid_request"],
  ["two challenges", {}, "invalid_request", `&code_challenge=${challenge}`],
  ["an unknown scope", { scope: "todos:read admin" }, "invalid_scope"],
  ["scopes with commas", { scope: "todos:read,todos:write" }, "invalid_scope"],
  ["an empty scope", { scope: "" }, "invalid_scope"],
  ["a blank scope", { scope: "  " }, "invalid_scope"],
  ["another server", { resource: "https://other.example/api/v1" }, "invalid_target"],
  ["the app interface", { resource: `${service.publicUrl}/app/v1` }, "invalid_target"],
  ["a resource with a fragment", { resource: `${service.publicUrl}/api/v1#a` }, "invalid_target"],
  ["no resource, though named", { resource: "" }, "invalid_target"],
  ["two resources", {}, "invalid_request", `&resource=${encodeURIComponent(`${service.publicUrl}/mcp`)}`],
  ["a request object", { request: "e30.e30." }, "request_not_supported"],
  ["the address of a request object", { request_uri: "https://evil.example/r" }, "request_uri_not_supported"],
];

test("other mistakes go back to the client", { rules: ["oauth.authorize-errors", "oauth.iss"] }, async () => {
  for (const [what, change, code, more] of refused) {
    const page = await browser.open(addressWith(change, more));
    assert.equal(page.status, 303, `${what}: ${page.body}`);
    const back = new URL(page.location);
    assert.equal(back.origin + back.pathname, redirectUri, what);
    assert.equal(back.searchParams.get("error"), code, what);
    assert.equal(back.searchParams.get("iss"), service.publicUrl, what);
    assert.equal(back.searchParams.get("state"), "s1", what);
    assert.equal(back.searchParams.get("code"), null, what);
  }
  const twice = new URL((await browser.open(addressWith({}, "&state=s2"))).location);
  assert.deepEqual([twice.searchParams.get("error"), twice.searchParams.has("state")], ["invalid_request", false]);
});

test("a state comes back as it was, and breaks out of nothing", { rules: ["oauth.redirect"] }, async () => {
  const state = "a&code=stolen#x\r\nSet-Cookie: a=b\"'<script>é\0";
  const page = await browser.open(addressWith({ state, scope: "admin" }));
  const back = new URL(page.location);
  assert.equal(back.searchParams.get("state"), state);
  assert.equal(back.searchParams.get("code"), null);
  assert.equal(back.hash, "");
  assert.equal(page.headers["set-cookie"], undefined);
  const form = await browser.open(addressWith({ state }));
  assert.doesNotMatch(form.body, /<script/);
});

test("without a session there is the sign-in form", { rules: ["oauth.sign-in"] }, async () => {
  for (const token of ["", "dss_short", `dss_${"a".repeat(43)}`, service.key]) {
    const other = createBrowser(service);
    other.cookies.set("dayshift_session", token);
    const page = await other.open(addressWith({}));
    assert.equal(page.status, 200);
    assert.match(page.body, /name="email".*name="password"/s);
    assert.doesNotMatch(page.body, /name="decision"/);
  }
});

test("guessing a password is slowed down", { rules: ["oauth.sign-in", "sessions.throttle"] }, async (context) => {
  const own = await startTestService(context);
  const { body } = await own.send("POST", "/oauth/register", { body: { redirect_uris: [redirectUri] } });
  const { client_id } = JSON.parse(body) as { client_id: string };
  const other = createBrowser(own);
  const query = { ...plain, client_id, resource: `${own.publicUrl}/api/v1` };
  const form = await other.open(`/oauth/authorize?${new URLSearchParams(query).toString()}`);
  for (let count = 1; count <= 10; count++) {
    const page = await other.submit(form, { email: ownerEmail, password: "wrong" });
    assert.equal(page.status, 401);
    assert.match(page.body, /role="alert">The e-mail address or the password is wrong/);
    assert.equal(page.headers["set-cookie"], undefined);
  }
  const slowed = await other.submit(form, { email: ownerEmail, password: ownerPassword });
  assert.equal(slowed.status, 429);
  assert.match(String(slowed.headers["retry-after"]), /^\d+$/);
  assert.equal(slowed.headers["set-cookie"], undefined);
});

/** The consent form, for the owner signed in by cookie. */
async function consentForm(change: Change = {}): Promise<{ page: Page; own: ReturnType<typeof createBrowser> }> {
  const own = createBrowser(service);
  own.cookies.set("dayshift_session", service.session);
  const page = await own.open(addressWith(change));
  assert.equal(page.status, 200, page.body);
  return { page, own };
}

const crossSite: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["another site", { origin: "https://evil.example" }],
  ["a page without an origin", { origin: "null" }],
  ["a neighbour", { origin: `${service.publicUrl}.evil.example` }],
  ["another port", { origin: "http://127.0.0.1:1" }],
  ["another scheme", { origin: service.publicUrl.replace("http:", "https:") }],
  ["another site, as the browser says", { origin: service.publicUrl, "sec-fetch-site": "cross-site" }],
  ["a sibling site, as the browser says", { origin: service.publicUrl, "sec-fetch-site": "same-site" }],
];

test("a form that another site posts with the person's cookie does nothing", { rules: ["oauth.csrf"] }, async () => {
  const { page, own } = await consentForm();
  for (const [what, headers] of crossSite) {
    for (const fields of [{ decision: "allow" }, { email: ownerEmail, password: ownerPassword }]) {
      const answer = await own.submit(page, fields, headers);
      assert.deepEqual([answer.status, answer.location], [403, ""], what);
      assert.equal(answer.headers["set-cookie"], undefined, what);
    }
  }
});

test("a form without an origin needs the token of its page", { rules: ["oauth.csrf"] }, async () => {
  const { page, own } = await consentForm();
  const { page: other } = await consentForm({ scope: "todos:read" });
  const token = (of: Page) => /name="csrf" value="([^"]+)"/.exec(of.body)?.[1] ?? "";
  const post = (csrf: string) => {
    const raw = new URLSearchParams({ decision: "allow", ...(csrf === "" ? {} : { csrf }) }).toString();
    const cookie = `dayshift_session=${service.session}`;
    const headers = { "content-type": "application/x-www-form-urlencoded", cookie };
    return service.send("POST", addressWith({}), { raw, headers });
  };
  for (const csrf of ["", "made-up", token(other), `${token(page)}x`]) {
    assert.equal((await post(csrf)).status, 403, csrf);
  }
  assert.equal((await post(token(page))).status, 303);
  assert.equal((await own.submit(page, { decision: "deny" })).status, 303);
});

test("a decision needs a session, a choice, and a workspace of one's own", { rules: ["oauth.consent"] }, async () => {
  const { page, own } = await consentForm();
  own.cookies.clear();
  const stranger = await own.submit(page, { decision: "allow" });
  assert.equal(stranger.status, 401);
  assert.match(stranger.body, /name="password"/);
  own.cookies.set("dayshift_session", service.session);
  for (const [fields, status] of [
    [{ decision: "maybe" }, 400],
    [{ decision: "allow", workspace: "0195f3a0-0000-7000-8000-0000000000ff" }, 403],
    [{ decision: "allow", workspace: "" }, 403],
  ] as const) {
    const answer = await own.submit(page, fields);
    assert.deepEqual([answer.status, answer.location], [status, ""], JSON.stringify(fields));
    assert.match(answer.body, /role="alert"/);
  }
});

const brokenForms = [
  ["JSON", '{"decision":"allow"}', { "content-type": "application/json" }, 400],
  ["plain text", "decision=allow", { "content-type": "text/plain" }, 400],
  ["two decisions", "decision=allow&decision=deny", {}, 400],
  ["nothing", "a=b", {}, 400],
  ["far too much", `decision=${"a".repeat(70_000)}`, {}, 413],
] as const;

test("a form that is none is refused on a page", { rules: ["oauth.consent"] }, async () => {
  const { own } = await consentForm();
  for (const [what, body, headers, status] of brokenForms) {
    const answer = await own.post(addressWith({}), body, headers);
    assert.deepEqual([answer.status, answer.location], [status, ""], what);
  }
});

test("the pages have no frame, script or load, and are not cached", { rules: ["oauth.pages"] }, async () => {
  const { page } = await consentForm();
  const pages = [page, await browser.open(addressWith({})), await browser.open(addressWith({ client_id: "unknown" }))];
  for (const { headers, body } of pages) {
    const policy = String(headers["content-security-policy"]);
    assert.match(policy, /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|script-src/);
    assert.deepEqual([headers["x-frame-options"], headers["cache-control"]], ["DENY", "no-store"]);
    assert.equal(headers["referrer-policy"], "same-origin");
    assert.doesNotMatch(body, /<script|<img|<iframe|style=|\son\w+=|src=/);
    assert.match(body, /<html lang="en">.*<title>[^<]+<\/title>.*<main>.*<h1>/s);
    for (const [input] of body.matchAll(/<(?:input|select)(?![^>]*type="hidden")[^>]*>/g)) {
      const before = body.slice(0, body.indexOf(input));
      assert.ok(before.lastIndexOf("<label>") > before.lastIndexOf("</label>"), input);
    }
  }
});

test("names of clients are shown as text, and where the answer goes", { rules: ["oauth.pages"] }, async () => {
  const name = `<b>Bank</b> & "Co"`;
  const client_id = await register({ client_name: name, redirect_uris: ["http://localhost/cb"] });
  const { page } = await consentForm({ client_id, redirect_uri: "http://localhost:4711/cb" });
  assert.ok(page.body.includes("&lt;b&gt;Bank&lt;/b&gt; &amp; &quot;Co&quot;"));
  assert.doesNotMatch(page.body, /<b>/);
  assert.match(page.body, /<strong>localhost:4711<\/strong>/);
});

test("the consent names app, scopes, person and workspace", { rules: ["oauth.consent"] }, async () => {
  const { page } = await consentForm();
  for (const words of ["Reporter", "Read todos", "Read captures", "transcript", "most private", ownerEmail, "Home"]) {
    assert.ok(page.body.includes(words), words);
  }
  assert.doesNotMatch(page.body, /Change todos/);
});

test("with several workspaces the person chooses one", { rules: ["oauth.consent"] }, async (context) => {
  const own = await startTestService(context);
  const second = await own.addWorkspace("Studio");
  const { body } = await own.send("POST", "/oauth/register", { body: { redirect_uris: [redirectUri] } });
  const { client_id } = JSON.parse(body) as { client_id: string };
  const query = { ...plain, client_id, resource: `${own.publicUrl}/api/v1` };
  const address = `/oauth/authorize?${new URLSearchParams(query).toString()}`;
  const other = createBrowser(own);
  other.cookies.set("dayshift_session", own.session);
  const page = await other.open(address);
  assert.match(page.body, /<select name="workspace">.*Home.*Studio/s);
  assert.equal((await other.submit(page, { decision: "allow" })).status, 400);
  const back = await other.decide(address, "allow", { workspace: second.id });
  const code = await own.directory.findCode(back.searchParams.get("code") ?? "");
  assert.ok(code !== undefined && (await own.directory.redeemCode(code)) !== undefined);
  const { data } = await own.ok("listConnectedApps", { query: { workspaceId: second.id } });
  assert.equal(data.length, 1);
});

test("a denial goes back as access_denied", { rules: ["oauth.consent", "oauth.iss"] }, async () => {
  const { page, own } = await consentForm();
  const back = new URL((await own.submit(page, { decision: "deny" })).location);
  assert.equal(back.searchParams.get("error"), "access_denied");
  assert.equal(back.searchParams.get("iss"), service.publicUrl);
  assert.equal(back.searchParams.get("code"), null);
});

test("an app on this computer takes whichever port is free", { rules: ["oauth.redirect"] }, async () => {
  const { page, own } = await consentForm({ redirect_uri: "http://127.0.0.1:50123/callback" });
  const back = new URL((await own.submit(page, { decision: "allow" })).location);
  assert.equal(back.origin + back.pathname, "http://127.0.0.1:50123/callback");
  assert.match(back.searchParams.get("code") ?? "", /^dsc_/);
});

test("without a scope the consent asks for all but captures", { rules: ["oauth.consent"] }, async () => {
  const { page } = await consentForm({ scope: null });
  assert.match(page.body, /Change agents/);
  assert.doesNotMatch(page.body, /Read captures/);
  const client_id = await register({ redirect_uris: [redirectUri], scope: "chats:read" });
  const { page: own } = await consentForm({ client_id, scope: null, redirect_uri: null });
  assert.match(own.body, /Read chats/);
  assert.doesNotMatch(own.body, /Read todos/);
});

test("the session cookie is safe from scripts and other sites", { rules: ["oauth.cookie"] }, async (context) => {
  const secure = await startTestService(context, { configuration: { publicUrl: "https://work.example.com" } });
  for (const [own, attribute] of [
    [service, /^dayshift_(?!.*Secure)/],
    [secure, /^__Host-.*; Secure$/],
  ] as const) {
    const { body } = await own.send("POST", "/oauth/register", { body: { redirect_uris: [redirectUri] } });
    const { client_id } = JSON.parse(body) as { client_id: string };
    const other = createBrowser(own);
    const query = { ...plain, client_id, resource: `${own.publicUrl}/api/v1` };
    const form = await other.open(`/oauth/authorize?${new URLSearchParams(query).toString()}`);
    const page = await other.submit(form, { email: ownerEmail, password: ownerPassword });
    const [cookie = ""] = page.headers["set-cookie"] ?? [];
    assert.match(cookie, /^(?:__Host-)?dayshift_session=dss_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+/);
    assert.match(cookie, attribute);
    assert.match(page.location, /^\/oauth\/authorize\?/);
  }
});
