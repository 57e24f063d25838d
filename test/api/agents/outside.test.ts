/** Outside servers over the app interface, against servers of tools on this machine: connected by owners, given to agents, called once. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createModel } from "../../../src/actors/models/index.ts";
import { createClock } from "../../../src/actors/runtime/clock.ts";
import { createReach } from "../../../src/gateway/outside/request.ts";
import { readPage } from "../../../src/gateway/outside/web-page.ts";
import { completion, scripted } from "../../actors/models/scripted-server.ts";
import { serve } from "../../helpers/local-server.ts";
import { startOutsideServer } from "../../helpers/mcp-server.ts";
import { addMember } from "../../helpers/people.ts";
import { pluck } from "../../helpers/pluck.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd } from "../../helpers/wait.ts";

const service = await startTestService({ after }, { configuration: { privateAddresses: true } });
const outside = await startOutsideServer({ after });
const query = { type: "object", properties: { query: { type: "string" } } };
const search = { name: "search", description: "Searches.", inputSchema: query, answer: () => "Boats float." };
const send = { name: "send.mail", description: "Sends.", inputSchema: { type: "object" }, answer: () => "Sent." };
outside.tools = [search, send];
const { id: agentId } = await service.ok("createAgent", { body: { name: "Free", requiresApproval: false } });
const person = { credential: service.session, headers: { "dayshift-workspace": service.workspaceId } };

async function chatWith(message: string) {
  const { id } = await service.ok("createChat", { body: { agentId, message } });
  return chatEnd(service, id);
}
const lastResult = async (chatId: string) => {
  const { data } = await service.ok("listMessages", { path: { chatId }, query: { limit: 100 } });
  return data.flatMap(({ blocks }) => blocks).findLast(({ type }) => type === "tool_result");
};

test("an owner connects a server, gives it to an agent and allows a tool, which is then called", async () => {
  outside.secret = "sesame";
  const body = { name: "docs", url: outside.url, secret: "sesame" };
  const server = await service.ok("createMcpServer", { ...person, body });
  assert.equal(server.status, "connected");
  assert.equal(server.hasSecret, true);
  assert.deepEqual(
    server.tools.map(({ name }) => name),
    ["search", "send.mail"],
  );
  assert.doesNotMatch(JSON.stringify(server), /sesame/);
  const none = await chatWith('call docs__search {"query":"boats"}');
  assert.match(JSON.stringify(await lastResult(none.id)), /do not have this tool/);
  const mcpServers = [{ serverId: server.id, allowedTools: ["search"] }];
  const given = await service.ok("updateOutsideTools", { ...person, path: { agentId }, body: { mcpServers } });
  assert.deepEqual(given, { object: "agent_outside_tools", id: agentId, mcpServers, webFetch: "off" });
  const chat = await chatWith('call docs__search {"query":"boats"}');
  assert.equal(chat.status, "completed");
  assert.match(JSON.stringify(await lastResult(chat.id)), /outside this workspace.*Boats float/);
  assert.deepEqual(outside.calls, ['search {"query":"boats"}']);
  const asking = await chatWith('call docs__send_mail {"to":"ana"}');
  assert.equal(asking.status, "awaiting_input");
  const [approval] = (await service.ok("listApprovals", { query: { chatId: asking.id } })).data;
  assert.equal(approval?.changeClass, "outward");
  await service.ok("decideApproval", { path: { approvalId: approval.id }, body: { decision: "approve" } });
  await chatEnd(service, asking.id);
  assert.equal(outside.calls.at(-1), 'send.mail {"to":"ana"}');
});

test("what somebody else has given in the meantime is not taken away by one who did not see it", async () => {
  const path = { agentId };
  const seen = await service.ok("getOutsideTools", { ...person, path });
  const { mcpServers } = seen;
  const expected = { mcpServers, webFetch: seen.webFetch };
  await service.ok("updateOutsideTools", { ...person, path, body: { webFetch: "asks", expected } });
  await service.refuses(
    "updateOutsideTools",
    { ...person, path, body: { webFetch: "allowed", expected } },
    "resource_conflict",
    "expected",
  );
  const empty = { mcpServers: [], expected: { mcpServers: [] } };
  await service.refuses("updateOutsideTools", { ...person, path, body: empty }, "resource_conflict", "expected");
  await service.ok("updateOutsideTools", { ...person, path, body: { webFetch: "off", expected: { mcpServers } } });
  assert.deepEqual(await service.ok("getOutsideTools", { ...person, path }), seen);
});

test("what is given between the look at it and the write is not taken away either", async () => {
  const path = { agentId };
  const { db } = service.directory;
  const seen = await service.ok("getOutsideTools", { ...person, path });
  const body = { webFetch: "allowed" as const, expected: { webFetch: seen.webFetch } };
  const batch = db.batch.bind(db);
  /** Another node, or another request, is quicker by this much. */
  const overtakenBy = (source: string) => {
    const insert = "INSERT INTO agent_outside_tools (workspace_id, agent_id, source, allowed) VALUES (?, ?, ?, '{}')";
    db.batch = async (statements) => {
      db.batch = batch;
      await db.run(insert, service.workspaceId, agentId, source);
      return db.batch(statements);
    };
  };
  overtakenBy("web");
  await service.refuses("updateOutsideTools", { ...person, path, body }, "resource_conflict", "expected");
  assert.equal((await service.ok("getOutsideTools", { ...person, path })).webFetch, "asks");
  const again = { webFetch: "allowed" as const, expected: { webFetch: "asks" as const } };
  overtakenBy("a server that matters to nobody here");
  assert.equal((await service.ok("updateOutsideTools", { ...person, path, body: again })).webFetch, "allowed");
  await service.ok("updateOutsideTools", { ...person, path, body: { webFetch: seen.webFetch } });
});

test("a server is given once in a request", async () => {
  const [server] = (await service.ok("listMcpServers", person)).data;
  const given = { serverId: server?.id ?? "", allowedTools: [] };
  const body = { mcpServers: [given, given] };
  const request = { ...person, path: { agentId }, body };
  await service.refuses("updateOutsideTools", request, "validation_failed", "mcpServers[1].serverId");
});

test("a tool that takes something else than before loses its allowance, and answers in streams are read", async () => {
  const [server] = (await service.ok("listMcpServers", person)).data;
  const path = { mcpServerId: server?.id ?? "" };
  outside.streams = true;
  outside.tools = [{ ...search, inputSchema: { ...query, required: ["query"] } }, send];
  await service.ok("updateMcpServer", { ...person, path, body: {} });
  const given = await service.ok("getOutsideTools", { ...person, path: { agentId } });
  assert.deepEqual(given.mcpServers, [{ serverId: server?.id, allowedTools: [] }]);
  const chat = await chatWith('call docs__search {"query":"boats"}');
  assert.equal(chat.status, "awaiting_input");
  await service.ok("cancelChat", { path: { chatId: chat.id } });
});

test("a secret is never shown, not in files either, and stays with its origin", async (t) => {
  const [server] = (await service.ok("listMcpServers", person)).data;
  assert.doesNotMatch(service.log.join("\n"), /sesame/);
  const row = await service.directory.db.get("SELECT * FROM mcp_servers");
  assert.doesNotMatch(JSON.stringify(row), /sesame/);
  const other = await startOutsideServer(t);
  other.tools = [search];
  const path = { mcpServerId: server?.id ?? "" };
  const moved = await service.ok("updateMcpServer", { ...person, path, body: { url: other.url } });
  assert.equal(moved.hasSecret, false);
  assert.ok(other.credentials.length > 0 && other.credentials.every((one) => one === undefined));
  const back = await service.ok("updateMcpServer", { ...person, path, body: { url: outside.url } });
  assert.deepEqual([back.status, back.problem], ["failed", "It refused the credential (status 401)."]);
});

test("only owners connect, see and give", async () => {
  const { token: member } = await addMember(service, { email: "bo@example.com" });
  const as = { credential: member, headers: { "dayshift-workspace": service.workspaceId } };
  await service.refuses("listMcpServers", as, "workspace_access_denied");
  await service.refuses("createMcpServer", { ...as, body: { name: "x", url: outside.url } }, "workspace_access_denied");
  await service.refuses(
    "updateOutsideTools",
    { ...as, path: { agentId }, body: { webFetch: "allowed" } },
    "workspace_access_denied",
  );
  await service.refuses("listMcpServers", { credential: service.key }, "api_key_auth_required");
});

test("an address that is no URL is refused", async () => {
  for (const url of ["http://,HnB)0>l", "https://[::1", "http://a:99999/"])
    await service.refuses("createMcpServer", { ...person, body: { name: "odd", url } }, "validation_failed", "url");
});

test("names, servers, tools and agents that are not there are refused", async () => {
  await service.refuses(
    "createMcpServer",
    { ...person, body: { name: "docs", url: outside.url } },
    "resource_conflict",
  );
  const path = { agentId };
  const serverId = service.workspaceId;
  const mcpServers = [{ serverId, allowedTools: [] }];
  const { param } = await service.refuses(
    "updateOutsideTools",
    { ...person, path, body: { mcpServers } },
    "resource_not_found",
  );
  assert.equal(param, "mcpServers[0].serverId");
  await service.refuses("getOutsideTools", { ...person, path: { agentId: serverId } }, "resource_not_found");
  await service.refuses("deleteMcpServer", { ...person, path: { mcpServerId: serverId } }, "resource_not_found");
});

test("this machine and private networks are reached by the operator's leave alone", async (t) => {
  const strict = await startTestService(t);
  const own = { credential: strict.session, headers: { "dayshift-workspace": strict.workspaceId } };
  const before = outside.credentials.length;
  for (const [name, url] of [
    ["a", outside.url],
    ["b", outside.url.replace("127.0.0.1", "localhost")],
    ["c", "https://169.254.169.254/latest"],
    ["d", "https://[::1]/mcp"],
  ] as const) {
    const { status, problem } = await strict.ok("createMcpServer", { ...own, body: { name, url } });
    assert.equal(status, "failed");
    assert.match(problem ?? "", /private network.*DAYSHIFT_PRIVATE_ADDRESSES/);
  }
  assert.equal(outside.credentials.length, before);
  const rebound = createReach({ allowsPrivate: false, resolve: async () => ["93.184.216.34", "10.0.0.1"] });
  await assert.rejects(rebound({ url: "https://example.com/", method: "GET", headers: {} }), /private network/);
  const plain = createReach({ allowsPrivate: true, resolve: async () => ["93.184.216.34"] });
  await assert.rejects(plain({ url: "http://example.com/", method: "GET", headers: {} }), /https/);
});

test("reading pages is off, asks, or is allowed, and never reaches this machine", async () => {
  const path = { agentId };
  const call = 'call web_fetch {"url":"https://localhost/"}';
  await service.ok("updateOutsideTools", { ...person, path, body: { webFetch: "asks" } });
  const asking = await chatWith(call);
  assert.equal(asking.status, "awaiting_input");
  const [approval] = (await service.ok("listApprovals", { query: { chatId: asking.id } })).data;
  assert.match(approval?.summary ?? "", /^Read a page of the web \(url "https:\/\/localhost\/"\)/);
  await service.ok("cancelChat", { path: { chatId: asking.id } });
  await service.ok("updateOutsideTools", { ...person, path, body: { webFetch: "allowed" } });
  const chat = await chatWith(call);
  assert.equal(chat.status, "completed");
  assert.match(JSON.stringify(await lastResult(chat.id)), /private network.*It was not carried out/);
});

test("a page is read as text, and a redirect is named", async (t) => {
  const origin = await serve(t, (request, response) => {
    if (request.url === "/moved") response.writeHead(302, { location: "/page" }).end();
    else if (request.url === "/image") response.writeHead(200, { "content-type": "image/png" }).end("x");
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  const page = `<html><head><title>Boats</title><script>alert("no")</script><style>p{}</style></head>
    <body><!-- hidden --><h1>Boats &amp; sails</h1><p>They <b>float</b>&nbsp;&#8212; see <a href="https://example.com/x">this</a>.</p></body></html>`;
  const reach = createReach({ allowsPrivate: true });
  assert.deepEqual(await readPage(reach, `${origin}/page`), {
    isError: false,
    text: "Boats\nBoats & sails\nThey float — see [https://example.com/x] this .",
  });
  assert.deepEqual(await readPage(reach, `${origin}/moved`), {
    isError: true,
    text: `The page has moved: ${origin}/page`,
  });
  assert.match((await readPage(reach, `${origin}/image`)).text, /holds no text, but image\/png/);
});

test("a service of its own kind is such a server, too", async () => {
  const url = `${service.url}/mcp`;
  const body = { name: "own", url, secret: await service.keyFor(["todos:read", "todos:write"]) };
  const server = await service.ok("createMcpServer", { ...person, body });
  assert.deepEqual([server.status, server.problem], ["connected", null]);
  assert.ok(server.tools.some(({ name }) => name === "create_todo"));
  const mcpServers = [{ serverId: server.id, allowedTools: ["create_todo"] }];
  await service.ok("updateOutsideTools", { ...person, path: { agentId }, body: { mcpServers } });
  const chat = await chatWith('call own__create_todo {"title":"From outside"}');
  assert.equal(chat.status, "completed");
  const { data } = await service.ok("listTodos", { query: { query: "From outside" } });
  assert.equal(data.length, 1);
  await service.ok("deleteMcpServer", { ...person, path: { mcpServerId: server.id } });
  const gone = await chatWith('call own__create_todo {"title":"Again"}');
  assert.match(JSON.stringify(await lastResult(gone.id)), /do not have this tool/);
});

test("of more tools than fit a language model is offered a search, and calls what it found", async (t) => {
  const call = (name: string, input: object) =>
    completion(null, [{ id: "call_1", name, arguments: JSON.stringify(input) }]);
  await using provider = await scripted(
    call("find_tool", { query: "harbour fees" }),
    call("docs__harbour", { query: "fees" }),
    completion("Five euros."),
  );
  const settings = { model: "openai-compatible:test", baseUrl: provider.baseUrl };
  const model = await createModel(settings, createClock());
  const own = await startTestService(t, { model, configuration: { privateAddresses: true } });
  const as = { credential: own.session, headers: { "dayshift-workspace": own.workspaceId } };
  const server = await startOutsideServer(t);
  const harbour = { ...search, name: "harbour", description: "Says the fees of a harbour.", answer: () => "5 euros" };
  server.tools = [harbour, ...Array.from({ length: 19 }, (_, n) => ({ ...search, name: `search${n}` }))];
  const { id: serverId } = await own.ok("createMcpServer", { ...as, body: { name: "docs", url: server.url } });
  const { id } = await own.ok("createAgent", { body: { name: "Cy", requiresApproval: false } });
  const body = { mcpServers: [{ serverId, allowedTools: ["harbour"] }] };
  await own.ok("updateOutsideTools", { ...as, path: { agentId: id }, body });
  const chat = await own.ok("createChat", { body: { agentId: id, message: "What does the harbour cost?" } });
  assert.equal((await chatEnd(own, chat.id)).status, "completed");
  const toolsOf = (at: number) => {
    const { tools = [] } = (provider.bodies[at] ?? {}) as {
      tools?: { function: { name: string; description: string } }[];
    };
    return tools.map((tool) => tool.function);
  };
  const [first, second] = [toolsOf(0), toolsOf(1)];
  assert.ok(first.length <= 12 && !first.some(({ name }) => name.startsWith("docs__")));
  assert.match(first.find(({ name }) => name === "find_tool")?.description ?? "", /outside servers docs \(20\)/);
  assert.ok(second.some(({ name }) => name === "docs__harbour"));
  assert.deepEqual(server.calls, ['harbour {"query":"fees"}']);
});

test("of a server's tools that come to have one name a model is offered the first alone", async (t) => {
  await using provider = await scripted(completion("Nothing to do."));
  const settings = { model: "openai-compatible:test", baseUrl: provider.baseUrl };
  const model = await createModel(settings, createClock());
  const own = await startTestService(t, { model, configuration: { privateAddresses: true } });
  const as = { credential: own.session, headers: { "dayshift-workspace": own.workspaceId } };
  const server = await startOutsideServer(t);
  server.tools = ["a.b", "other", "a_b", "other"].map((name, n) => ({ ...search, name, description: `Tool ${n}.` }));
  const { id: serverId } = await own.ok("createMcpServer", { ...as, body: { name: "docs", url: server.url } });
  const { id } = await own.ok("createAgent", { body: { name: "Cy" } });
  const body = { mcpServers: [{ serverId, allowedTools: [] }] };
  await own.ok("updateOutsideTools", { ...as, path: { agentId: id }, body });
  const chat = await own.ok("createChat", { body: { agentId: id, message: "Hello." } });
  assert.equal((await chatEnd(own, chat.id)).status, "completed");
  const { tools } = provider.bodies[0] as { tools: { function: { name: string; description: string } }[] };
  const offered = tools.map((tool) => tool.function).filter(({ name }) => name.startsWith("docs__"));
  assert.deepEqual(pluck(offered, "name").toSorted(), ["docs__a_b", "docs__other"]);
  assert.match(offered.find(({ name }) => name === "docs__a_b")?.description ?? "", /^Tool 0\./);
});
