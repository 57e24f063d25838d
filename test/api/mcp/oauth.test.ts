/** Who comes with an OAuth token: it opens MCP alone, shows every tool, and can be asked to request more. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { mcpTools } from "../../../src/gateway/mcp/tools.ts";
import { callTool, post, rpc } from "../../helpers/mcp.ts";
import { connectApp } from "../../helpers/oauth.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const resource = `${service.publicUrl}/mcp`;
const { accessToken: credential } = await connectApp(service, { resource, scopes: ["agents:read", "chats:read"] });
const call = (name: string) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } });
const read = (uri: string) => ({ jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri } });

test("a token sees every tool and calls those of its scopes", { rules: ["mcp.challenge"] }, async () => {
  const { result } = await rpc(service, "tools/list", {}, { credential });
  assert.equal((result?.["tools"] as unknown[] | undefined)?.length, mcpTools.length);
  assert.equal((await callTool(service, "list_agents", {}, { credential })).isError, undefined);
});

const lacking = [
  { what: "a tool", body: call("list_todos"), scope: "todos:read" },
  { what: "a tool that changes", body: call("create_todo"), scope: "todos:write" },
  { what: "one call of several", body: [call("list_agents"), call("list_todos")], scope: "todos:read" },
  { what: "a resource", body: read(`dayshift://todos/${service.userId}`), scope: "todos:read" },
];

for (const { what, body, scope } of lacking) {
  test(`${what} past the scopes is 403 and says what to ask for`, { rules: ["mcp.challenge"] }, async () => {
    const answer = await post(service, body, { credential });
    assert.equal(answer.status, 403);
    assert.match(answer.body, /"missing_scope"/);
    const expected = [
      'Bearer realm="Dayshift"',
      'error="insufficient_scope"',
      `scope="chats:read agents:read ${scope}"`,
      `resource_metadata="${service.publicUrl}/.well-known/oauth-protected-resource/mcp"`,
    ];
    assert.equal(answer.headers["www-authenticate"], expected.join(", "));
  });
}

test("a token of the public interface opens nothing here", { rules: ["mcp.challenge"] }, async () => {
  const { accessToken } = await connectApp(service, { clientId: "app-2" });
  const { status, body } = await post(service, call("list_todos"), { credential: accessToken });
  assert.equal(status, 401);
  assert.match(body, /"invalid_token"/);
  await service.refuses("listAgents", { credential }, "invalid_token");
});

test("the metadata of the resource is where the challenge says", { rules: ["mcp.unauthorized"] }, async () => {
  const { headers } = await post(service, call("list_todos"), { credential: null });
  const address = /resource_metadata="([^"]+)"/.exec(headers["www-authenticate"] ?? "")?.[1] ?? "";
  const { status, body } = await service.send("GET", address.slice(service.publicUrl.length));
  assert.equal(status, 200);
  assert.equal((JSON.parse(body) as { resource: string }).resource, resource);
});
