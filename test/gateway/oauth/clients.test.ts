/** Clients: those that register themselves, and those that are the address of a document. */
import assert from "node:assert/strict";
import { request as httpRequest, type Server } from "node:http";
import { after, test, type TestContext } from "node:test";
import { isPublicAddress } from "../../../src/gateway/oauth/clients/addresses.ts";
import { createClientDocuments, isDocumentAddress } from "../../../src/gateway/oauth/clients/documents.ts";
import { createFetchDocument, type Network } from "../../../src/gateway/oauth/clients/fetch-document.ts";
import { isRegistered, redirectFault } from "../../../src/gateway/oauth/protocol/redirects.ts";
import { serve } from "../../helpers/local-server.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after }, { configuration: { trustedProxies: ["127.0.0.1"] } });
const redirect_uris = ["https://app.example/callback"];
let addresses = 0;

/** Each from an address of its own: one has few registrations. */
function elsewhere(): { readonly "x-forwarded-for": string } {
  addresses += 1;
  return { "x-forwarded-for": `10.0.${addresses >> 8}.${addresses & 255}` };
}

async function register(body: unknown, headers = elsewhere()) {
  const answer = await service.send("POST", "/oauth/register", { body, headers });
  return { ...answer, body: JSON.parse(answer.body) as Record<string, unknown> };
}

const wrongRedirects: readonly (readonly [string, unknown])[] = [
  ["none", undefined],
  ["an empty list", []],
  ["one that is no list", "https://app.example/callback"],
  ["a number", [1]],
  ["too many", Array.from({ length: 6 }, (_, index) => `https://app.example/${index}`)],
  ["a relative one", ["/callback"]],
  ["http", ["http://app.example/callback"]],
  ["http to a neighbour of this computer", ["http://127.0.0.2/callback"]],
  ["http to a host that begins like this computer", ["http://localhost.evil.example/callback"]],
  ["a fragment", ["https://app.example/callback#top"]],
  ["a user name", ["https://user@app.example/callback"]],
  ["a password for this computer", ["http://user:word@localhost/callback"]],
  ["letters beyond ASCII in the host", ["https://bücher.example/callback"]],
  ["an upper-case host", ["https://App.example/callback"]],
  ["the default port", ["https://app.example:443/callback"]],
  ["a missing slash", ["https:/app.example/callback"]],
  ["a blank", ["https://app.example/call back"]],
  ["a backslash", ["https://app.example\\callback"]],
  ["a line break", ["https://app.example/callback\r\nX: y"]],
  ["a script", ["javascript:alert(1)"]],
  ["data", ["data:text/html,x"]],
  ["a file", ["file:///etc/passwd"]],
  ["a mail", ["mailto:a@app.example"]],
  ["a scheme without a domain", ["myapp:/callback"]],
  ["a wrong one behind a right one", [...redirect_uris, "http://app.example/"]],
  ["a long one", [`https://app.example/${"a".repeat(2000)}`]],
];

const wrongMetadata: readonly (readonly [string, object])[] = [
  ["a name that is none", { client_name: 1 }],
  ["a blank name", { client_name: " " }],
  ["a long name", { client_name: "a".repeat(201) }],
  ["a name of two lines", { client_name: "a\nb" }],
  ["a name that turns the line around", { client_name: "a\u202eb" }],
  ["a name with half a character", { client_name: "\ud800" }],
  ["an address that is a script", { client_uri: "javascript:alert(1)" }],
  ["a logo that is data", { logo_uri: "data:image/png;base64,AA" }],
  ["scopes in a list", { scope: ["todos:read"] }],
  ["only other grants", { grant_types: ["client_credentials"] }],
  ["only other responses", { response_types: ["token"] }],
];

test("a bad registration names the field", { rules: ["oauth.registration", "oauth.error-body"] }, async () => {
  for (const [what, uris] of wrongRedirects) {
    const { status, body } = await register({ redirect_uris: uris });
    assert.deepEqual([status, body["error"]], [400, "invalid_redirect_uri"], what);
  }
  for (const [what, metadata] of wrongMetadata) {
    const { status, body } = await register({ redirect_uris, ...metadata });
    assert.deepEqual([status, body["error"]], [400, "invalid_client_metadata"], what);
    assert.match(String(body["error_description"]), new RegExp(`^${Object.keys(metadata)[0]}: `), what);
  }
  for (const body of [[], "text", null, 1]) assert.equal((await register(body)).status, 400, JSON.stringify(body));
});

const broken = [
  ["no JSON", "{", {}, 400],
  ["a form", "redirect_uris=https://app.example/", { "content-type": "application/x-www-form-urlencoded" }, 415],
  ["far too much", JSON.stringify({ redirect_uris, client_name: "a".repeat(8192) }), {}, 413],
] as const;

test("a registration that is no JSON is refused in the words of OAuth", { rules: ["oauth.error-body"] }, async () => {
  for (const [what, raw, headers, status] of broken) {
    const answer = await service.send("POST", "/oauth/register", { raw, headers: { ...headers, ...elsewhere() } });
    assert.equal(answer.status, status, what);
    assert.equal((JSON.parse(answer.body) as { error: string }).error, "invalid_request", what);
  }
});

test(
  "an address registers ten clients an hour",
  { rules: ["oauth.registration", "limits.registrations"] },
  async () => {
    const headers = elsewhere();
    for (let count = 1; count <= 10; count++) assert.equal((await register({ redirect_uris }, headers)).status, 201);
    const answer = await register({ redirect_uris }, headers);
    assert.equal(answer.status, 429);
    assert.equal(answer.headers["retry-after"], "3600");
    assert.equal((await register({ redirect_uris })).status, 201);
  },
);

test(
  "a registration has 8 KB and five redirect addresses, and no more",
  { rules: ["limits.registrations", "oauth.registration"] },
  async () => {
    const five = Array.from({ length: 5 }, (_, at) => `https://app.example/${at}`);
    const taken = await register({ redirect_uris: five });
    assert.deepEqual([taken.status, taken.body["redirect_uris"]], [201, five]);
    const six = await register({ redirect_uris: [...five, "https://app.example/5"] });
    assert.deepEqual([six.status, six.body["error"]], [400, "invalid_redirect_uri"]);
    const bytes = Buffer.byteLength(JSON.stringify({ redirect_uris, software_id: "" }));
    const filled = { redirect_uris, software_id: "a".repeat(8192 - bytes) };
    assert.equal((await register(filled)).status, 201);
    assert.equal((await register({ ...filled, software_id: `${filled.software_id}a` })).status, 413);
  },
);

test("what is known of a client stays small", { rules: ["limits.registrations"] }, async () => {
  for (const [what, metadata] of wrongMetadata.filter(([name]) => /long name|logo|script/.test(name))) {
    assert.equal((await register({ redirect_uris, ...metadata })).status, 400, what);
  }
  const long = `https://app.example/${"a".repeat(2000)}`;
  for (const field of ["client_uri", "logo_uri"]) {
    const { status, body } = await register({ redirect_uris, [field]: long });
    assert.deepEqual([status, body["error"]], [400, "invalid_client_metadata"], field);
  }
  const { status, body } = await register({ redirect_uris, client_name: "Kept", contacts: ["a@app.example"] });
  assert.deepEqual([status, body["client_name"], "contacts" in body], [201, "Kept", false]);
});

test("a registration answers a public client", { rules: ["oauth.registration"] }, async () => {
  const wanted = {
    client_name: "Reporter",
    redirect_uris: ["com.example.app:/callback", "http://[::1]:9/cb", "cursor://anysphere.cursor/oauth"],
    token_endpoint_auth_method: "client_secret_post",
    grant_types: ["authorization_code", "implicit"],
    scope: "openid todos:write todos:read",
    client_uri: "https://app.example/",
    contacts: ["a@app.example"],
  };
  const { status, body, headers } = await register(wanted);
  assert.equal(status, 201);
  assert.equal(headers["access-control-allow-origin"], "*");
  assert.equal(body["client_id_issued_at"], Math.floor(service.clock.now() / 1000));
  const { client_id, client_id_issued_at: _, ...rest } = body;
  assert.match(String(client_id), /^[0-9a-f-]{36}$/);
  assert.deepEqual(rest, {
    client_name: "Reporter",
    redirect_uris: wanted.redirect_uris,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    client_uri: "https://app.example/",
    scope: "todos:read todos:write",
  });
});

test("pages of any origin may ask for documents and tokens", { rules: ["oauth.metadata"] }, async () => {
  for (const path of ["/oauth/token", "/oauth/register", "/oauth/revoke", "/.well-known/oauth-authorization-server"]) {
    const answer = await service.send("OPTIONS", path, { headers: { origin: "https://app.example" } });
    assert.deepEqual([answer.status, answer.headers["access-control-allow-origin"]], [204, "*"], path);
  }
  const { headers, body } = await service.send("GET", "/.well-known/oauth-authorization-server");
  assert.equal(headers["access-control-allow-origin"], "*");
  const metadata = JSON.parse(body) as Record<string, unknown>;
  assert.equal(metadata["issuer"], service.publicUrl);
  assert.deepEqual(metadata["code_challenge_methods_supported"], ["S256"]);
  assert.equal(metadata["client_id_metadata_document_supported"], true);
  const plain = JSON.parse((await service.send("GET", "/.well-known/oauth-protected-resource")).body) as object;
  assert.deepEqual(plain, JSON.parse((await service.send("GET", "/.well-known/oauth-protected-resource/mcp")).body));
  const page = await service.send("OPTIONS", "/oauth/authorize", { headers: { origin: "https://app.example" } });
  assert.equal(page.status, 405);
});

test("a redirect URI matches exactly, a loopback address without its port", { rules: ["oauth.redirect"] }, () => {
  const registered = ["https://a.example/cb", "http://127.0.0.1:9/cb?x=1", "com.example.app:/cb"];
  for (const uri of [...registered, "http://127.0.0.1/cb?x=1", "http://127.0.0.1:65535/cb?x=1"]) {
    assert.equal(redirectFault(uri), null, uri);
    assert.ok(isRegistered(registered, uri), uri);
  }
  for (const uri of [
    "https://a.example/cb?",
    "http://127.0.0.1:9/cb",
    "http://localhost:9/cb?x=1",
    "com.example.app:/CB",
  ]) {
    assert.ok(!isRegistered(registered, uri), uri);
  }
});

const notPublic = `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.8.8.8 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1
  192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.9 224.0.0.1 240.0.0.1 255.255.255.255 :: ::1 ::ffff:10.0.0.1 ::ffff:8.8.8.8
  64:ff9b::a00:1 100::1 2001::1 2001:db8::1 2002:a00:1:: 3fff::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 localhost 08.8.8.8`;

test("private, local, shared and reserved addresses are not public", { rules: ["oauth.documents"] }, () => {
  for (const address of notPublic.split(/\s+/)) assert.ok(!isPublicAddress(address), address);
  for (const address of ["8.8.8.8", "172.32.0.1", "192.167.255.255", "100.128.0.1", "2606:4700::1111"]) {
    assert.ok(isPublicAddress(address), address);
  }
});

const notDocuments = [
  "http://app.example/client.json",
  "https://app.example",
  "https://app.example/",
  "https://app.example/client.json#",
  "https://app.example/client.json#a",
  "https://user@app.example/client.json",
  "https://app.example/a/../client.json",
  "https://App.example/client.json",
  "https://bücher.example/client.json",
  "https://app.example:443/client.json",
  "https://app.example/ client.json",
  `https://app.example/${"a".repeat(2000)}`,
];

test("a client id is the address of a document only in its one spelling", { rules: ["oauth.documents"] }, () => {
  for (const id of notDocuments) assert.ok(!isDocumentAddress(id), id);
  for (const id of ["https://app.example/client.json", "https://app.example:8443/c?v=1"])
    assert.ok(isDocumentAddress(id), id);
});

const here = "https://app.example/client.json";
const good = { client_id: here, client_name: "App", redirect_uris };

const wrongDocuments: readonly (readonly [string, string])[] = [
  ["no JSON", "<html>"],
  ["null", "null"],
  ["a list", "[]"],
  ["another's document", JSON.stringify({ ...good, client_id: "https://app.example/other.json" })],
  ["no id", JSON.stringify({ redirect_uris })],
  ["no redirect URI", JSON.stringify({ client_id: here })],
  ["a redirect URI over http", JSON.stringify({ ...good, redirect_uris: ["http://app.example/"] })],
  ["a secret", JSON.stringify({ ...good, client_secret: "x" })],
  ["a key to sign with", JSON.stringify({ ...good, token_endpoint_auth_method: "private_key_jwt" })],
];

test("a document that does not fit its address or its purpose is refused", { rules: ["oauth.documents"] }, async () => {
  for (const [what, text] of wrongDocuments) {
    const read = createClientDocuments({
      fetchDocument: async () => ({ text, maxAge: null }),
      clock: { monotonic: () => 0 },
    });
    await assert.rejects(
      read(here, () => undefined),
      { code: "invalid_client" },
      what,
    );
  }
});

test("a document is cached as it says, up to a day; a refusal is not", { rules: ["oauth.documents"] }, async () => {
  for (const [maxAge, expected] of [
    [null, 3_600_000],
    [0, 60_000],
    [600, 600_000],
    [10_000_000, 86_400_000],
  ] as const) {
    let [now, fetches, counted] = [0, 0, 0];
    const fetchDocument = () => {
      fetches += 1;
      if (fetches === 1) return Promise.reject(new Error("down"));
      return Promise.resolve({ text: JSON.stringify(good), maxAge });
    };
    const read = createClientDocuments({ fetchDocument, clock: { monotonic: () => now } });
    const ask = () => read(here, () => void counted++);
    await assert.rejects(ask(), { code: "invalid_client" });
    assert.equal((await ask()).name, "App");
    now = expected - 1;
    await ask();
    assert.deepEqual([fetches, counted], [2, 2]);
    now = expected;
    await ask();
    assert.deepEqual([fetches, counted], [3, 3]);
  }
});

/** A network whose names are what the test says, and whose connections all lead to a server in this process. */
async function createNetwork(
  context: TestContext,
  addresses: () => readonly string[],
  answer: Parameters<Server["on"]>[1],
) {
  const { port } = new URL(await serve(context, answer as never));
  const asked: { name: string[]; connected: unknown[] } = { name: [], connected: [] };
  const network: Network = {
    resolve: async (name) => {
      asked.name.push(name);
      return addresses();
    },
    get: (options) => {
      asked.connected.push([options.host, options.servername, options.port]);
      const { path, headers, signal } = options;
      return new Promise((resolve, reject) => {
        const plain = { host: "127.0.0.1", port, path: path ?? "/", headers: headers ?? {} };
        httpRequest({ ...plain, ...(signal === undefined ? {} : { signal }) }, resolve)
          .on("error", reject)
          .end();
      });
    },
  };
  return { asked, fetchDocument: createFetchDocument(network) };
}

test("every address of a name must be public to connect", { rules: ["oauth.documents"] }, async (context) => {
  const answers = [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["169.254.169.254"], ["::1"], []];
  for (const addresses of answers) {
    const { asked, fetchDocument } = await createNetwork(
      context,
      () => addresses,
      () => undefined,
    );
    await assert.rejects(fetchDocument(new URL(here)), /public internet/);
    assert.deepEqual(asked.connected, [], addresses.join());
  }
  const { asked, fetchDocument } = await createNetwork(
    context,
    () => ["8.8.8.8"],
    () => undefined,
  );
  for (const id of ["https://127.0.0.1/c", "https://[::1]/c", "https://2130706433/c", "https://8.8.8.8/c"]) {
    await assert.rejects(fetchDocument(new URL(id)), /host name/, id);
  }
  assert.deepEqual(asked, { name: [], connected: [] });
});

test("the connection goes to the address that was checked", { rules: ["oauth.documents"] }, async (context) => {
  const answers = [["8.8.8.8"], ["127.0.0.1"]];
  const { asked, fetchDocument } = await createNetwork(
    context,
    () => answers.shift() ?? [],
    (request, response) => {
      assert.equal(request.headers.host, "app.example");
      response.setHeader("content-type", "application/json; charset=utf-8");
      response.setHeader("cache-control", "public, max-age=120");
      response.end(request.url);
    },
  );
  const { text, maxAge } = await fetchDocument(new URL(`${here}?v=1`));
  assert.deepEqual([text, maxAge], ["/client.json?v=1", 120]);
  assert.deepEqual(asked, { name: ["app.example"], connected: [["8.8.8.8", "app.example", 443]] });
});

const wrongAnswers: readonly (readonly [string, number, Readonly<Record<string, string>>, string])[] = [
  ["a redirect", 302, { location: "http://127.0.0.1/", "content-type": "application/json" }, "{}"],
  ["a page", 200, { "content-type": "text/html" }, "{}"],
  ["no type", 200, {}, "{}"],
  ["nothing there", 404, { "content-type": "application/json" }, "{}"],
  ["too much", 200, { "content-type": "application/json" }, "a".repeat(40_000)],
];

test("only a small JSON document with status 200 is read", { rules: ["oauth.documents"] }, async (context) => {
  for (const [what, status, headers, body] of wrongAnswers) {
    const { asked, fetchDocument } = await createNetwork(
      context,
      () => ["8.8.8.8"],
      (_, response) => response.writeHead(status, headers).end(body),
    );
    await assert.rejects(fetchDocument(new URL(here)), /^Error: Expected/, what);
    assert.equal(asked.connected.length, 1, what);
  }
});

test("an unused registration is forgotten after a day", { rules: ["oauth.registration"] }, async (context) => {
  const own = await startTestService(context);
  const send = async () => {
    const { body } = await own.send("POST", "/oauth/register", { body: { redirect_uris } });
    return (JSON.parse(body) as { client_id: string }).client_id;
  };
  const [unused, used] = [await send(), await send()];
  const code = await own.directory.createCode({
    client: { id: used, name: "App", clientUri: null, logoUri: null },
    redirectUri: redirect_uris[0] as string,
    redirectHost: "app.example",
    challenge: "x",
    resource: `${own.publicUrl}/api/v1`,
    scopes: ["todos:read"],
    userId: own.userId,
    workspaceId: own.workspaceId,
  });
  const found = await own.directory.findCode(code);
  assert.ok(found !== undefined && (await own.directory.redeemCode(found)) !== undefined);
  own.clock.setWall(own.clock.now() + 86_400_000);
  await send();
  assert.equal(await own.directory.findClient(unused), undefined);
  assert.equal((await own.directory.findClient(used))?.id, used);
});
