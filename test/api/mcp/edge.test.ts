/** What a request to MCP must get past before the protocol looks at it. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { callTool, errorIn, post, rpc } from "../../helpers/mcp.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const metadata = `resource_metadata="${service.publicUrl}/.well-known/oauth-protected-resource/mcp"`;

test("the address that the service names is the one that answers", { rules: ["mcp.address"] }, async () => {
  const { mcpUrl } = await service.ok("getServiceInfo");
  assert.equal(mcpUrl, `${service.publicUrl}/mcp`);
  assert.equal((await post(service, list)).status, 200);
});

const badCredentials = [
  { what: "no credential", credential: null, code: "missing_credentials" },
  { what: "an unknown key", credential: "dsk_x", code: "invalid_api_key" },
  { what: "a bad session token", credential: "dss_x", code: "invalid_session_token" },
  { what: "a bad access token", credential: "dso_x", code: "invalid_token", error: 'error="invalid_token", ' },
];

for (const { what, credential, code, error = "" } of badCredentials) {
  test(`${what} is 401 and says where to get one`, { rules: ["mcp.unauthorized"] }, async () => {
    const { status, headers, body } = await post(service, list, { credential });
    assert.equal(status, 401);
    assert.equal((JSON.parse(body) as { error: { code: string } }).error.code, code);
    assert.equal(headers["www-authenticate"], `Bearer realm="Dayshift", ${error}${metadata}`);
  });
}

test("the session cookie opens nothing here", { rules: ["mcp.unauthorized"] }, async () => {
  const headers = { cookie: `dayshift_session=${service.session}`, origin: service.publicUrl };
  assert.equal((await post(service, list, { credential: null, headers })).status, 401);
});

const foreign = [
  { host: "192.168.1.20:8787" },
  { host: "evil.example" },
  { host: "evil.example:80" },
  { host: "127.0.0.1.evil.example" },
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "http://127.0.0.1.evil.example" },
];

for (const headers of foreign) {
  test(`a request with ${JSON.stringify(headers)} is 403 at once`, { rules: ["mcp.origin"] }, async () => {
    const answer = await post(service, list, { headers, credential: null });
    assert.equal(answer.status, 403);
    assert.match(answer.replies[0]?.error?.message ?? "", /evil|null|192/);
  });
}

const ours = [
  { host: "localhost:1" },
  { host: "127.0.0.1" },
  { host: "[::1]:8787" },
  { origin: service.publicUrl },
  { origin: "http://localhost:6274" },
];

for (const headers of ours) {
  test(`a request with ${JSON.stringify(headers)} is taken`, { rules: ["mcp.origin"] }, async () => {
    assert.equal((await post(service, list, { headers })).status, 200);
  });
}

test("the public name passes as host and origin, however it is spelled", { rules: ["mcp.origin"] }, async (context) => {
  const configuration = { publicUrl: "https://Work.example" };
  const named = await startTestService(context, { configuration });
  const headers = { host: "work.example", origin: "https://work.example" };
  assert.equal((await post(named, list, { headers })).status, 200);
});

test("other methods are 405", { rules: ["mcp.stateless"] }, async () => {
  for (const method of ["GET", "DELETE", "PATCH"]) {
    const { status, headers } = await service.send(method, "/mcp", { credential: service.key });
    assert.deepEqual([status, headers.allow], [405, "POST"]);
  }
});

test("a body over 512,000 bytes is 413, one that is not JSON 415", { rules: ["mcp.body"] }, async () => {
  const big = JSON.stringify({ ...list, params: { pad: "x".repeat(512_000) } });
  const answers = await Promise.all([
    service.send("POST", "/mcp", { raw: big, credential: service.key }),
    service.send("POST", "/mcp", { raw: "{}", credential: service.key, headers: { "content-type": "text/plain" } }),
  ]);
  assert.deepEqual(
    answers.map(({ status, body }) => [status, (JSON.parse(body) as { error: { code: string } }).error.code]),
    [
      [413, "payload_too_large"],
      [415, "unsupported_media_type"],
    ],
  );
});

const refusedBodies: readonly (readonly [raw: string, code: number, message?: RegExp])[] = [
  ["{", -32_700],
  ["", -32_700],
  ["[[]", -32_700],
  ["\u{feff}{}", -32_700],
  ['{"jsonrpc":"2.0","__proto__":{}}', -32_600, /^__proto__: The key/],
  ['{"params":{"arguments":{"limit":9007199254740992}}}', -32_600, /^params\.arguments\.limit: Numbers must lie/],
];
for (const [raw, code, message = /./] of refusedBodies) {
  test(`the body ${JSON.stringify(raw)} is an error of JSON-RPC`, { rules: ["mcp.body"] }, async () => {
    const headers = { accept: "application/json, text/event-stream", "content-type": "application/json" };
    const { status, body } = await service.send("POST", "/mcp", { raw, credential: service.key, headers });
    assert.equal(status, 400);
    const { error } = JSON.parse(body) as { error: { code: number; message: string } };
    assert.equal(error.code, code);
    assert.match(error.message, message);
  });
}

test("a refused body counts and is not read on", { rules: ["mcp.rate", "rate-limit.counts-all"] }, async (context) => {
  const small = await startTestService(context, { configuration: { rateLimitPerMinute: 3 } });
  const send = (raw: string, type = "application/json") =>
    small.send("POST", "/mcp", { raw, credential: small.key, headers: { "content-type": type } });
  const answers = [await send("{"), await send("{}", "text/plain"), await send("x".repeat(512_001)), await send("{")];
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers["ratelimit"]]),
    [
      [400, '"default";r=2;t=60'],
      [415, '"default";r=1;t=60'],
      [413, '"default";r=0;t=60'],
      [429, '"default";r=0;t=60'],
    ],
  );
});

test("a method that is not there is an error of the protocol", { rules: ["mcp.errors"] }, async () => {
  assert.equal((await rpc(service, "prompts/list", {})).error?.code, -32_601);
});

test("a name or an address that is no text is an error of the protocol", { rules: ["mcp.errors"] }, async () => {
  const odd = { toString: 1, valueOf: 1 };
  for (const [method, params] of [
    ["tools/call", { name: odd, arguments: {} }],
    ["resources/read", { uri: odd }],
  ] as const) {
    const { status, replies } = await post(service, { ...list, method, params }, { credential: service.session });
    assert.equal(status, 200);
    assert.match(replies[0]?.error?.message ?? "", /expected string/);
  }
});

test("messages in one request are bounded, and answered each", { rules: ["mcp.body"] }, async () => {
  const messages = (count: number) => Array.from({ length: count }, (_, id) => ({ ...list, id }));
  const { replies } = await post(service, messages(3));
  assert.deepEqual(new Set(replies.map(({ id }) => id)), new Set([0, 1, 2]));
  assert.equal((await post(service, messages(21))).status, 400);
});

test("every message counts: past the limit it is refused", { rules: ["mcp.rate"] }, async (context) => {
  const small = await startTestService(context, { configuration: { rateLimitPerMinute: 3 } });
  const { headers } = await post(small, list);
  assert.equal(headers["ratelimit"], '"default";r=2;t=60');
  assert.equal((await callTool(small, "list_todos", {})).isError, undefined);
  await post(small, list);
  const error = errorIn(await callTool(small, "list_todos", {}));
  assert.deepEqual([error.code, error.retryAfterSeconds], ["rate_limit_exceeded", 60]);
  const refused = await post(small, list);
  assert.deepEqual([refused.status, refused.headers["retry-after"]], [429, "60"]);
  small.clock.advance(60_001);
  const call = { ...list, method: "tools/call", params: { name: "list_todos", arguments: {} } };
  const batch = await post(
    small,
    [1, 2, 3, 4].map((id) => ({ ...call, id })),
  );
  assert.deepEqual(
    batch.replies.filter(({ result }) => result?.["isError"]).map(({ id }) => id),
    [4],
  );
});
