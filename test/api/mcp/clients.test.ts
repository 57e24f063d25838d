/** The real clients of both generations, over real HTTP. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { connect, connectOld } from "../../helpers/mcp.ts";
import { startTestService } from "../../helpers/service.ts";
import { hanging } from "../../helpers/wait.ts";

const service = await startTestService({ after });

interface Called {
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

const generations = [
  { name: "the current client", revision: "2026-07-28", open: () => connect(service) },
  { name: "the client before it", revision: "2025-11-25", open: () => connectOld(service) },
] as const;

for (const { name, open, revision } of generations) {
  test(`${name} lists, calls, is refused and reads`, { rules: ["mcp.clients"] }, async () => {
    const client = await open();
    assert.equal(client.getServerVersion()?.name, "dayshift");
    assert.match(client.getInstructions() ?? "", /get_identity/);
    const { tools } = await client.listTools();
    assert.ok(tools.length > 30);
    const made = (await client.callTool({ name: "create_todo", arguments: { title: name } })) as Called;
    const { id } = made.structuredContent as { id: string };
    const refused = (await client.callTool({ name: "get_todo", arguments: { todoId: "x" } })) as Called;
    assert.equal(refused.isError, true);
    await assert.rejects(client.callTool({ name: "nothing", arguments: {} }), /no tool nothing/);
    const { contents } = await client.readResource({ uri: `dayshift://todos/${id}` });
    assert.match(JSON.stringify(contents), new RegExp(name));
    const { resources } = await client.listResources();
    assert.ok(resources.some(({ uri }) => uri.endsWith(id)));
    await client.close();
  });

  test(`${name} speaks ${revision} and reports progress`, { rules: ["mcp.clients", "mcp.wait"] }, async () => {
    const client = await open();
    assert.equal("getNegotiatedProtocolVersion" in client ? client.getNegotiatedProtocolVersion() : revision, revision);
    const heard: number[] = [];
    const request = { name: "create_chat", arguments: { message: "pause", waitSeconds: 60 } };
    const onprogress = ({ progress }: { progress: number }): void => void heard.push(progress);
    const pending =
      "getNegotiatedProtocolVersion" in client
        ? client.callTool(request, { onprogress })
        : client.callTool(request, undefined, { onprogress });
    await hanging(service);
    service.clock.advance(5000);
    service.clock.advance(5000);
    service.model.release();
    const { structuredContent } = (await pending) as Called;
    assert.equal((structuredContent as { status: string }).status, "completed");
    assert.deepEqual(heard, [5, 10]);
    await client.close();
  });
}

test("two clients at once get each their own answers", { rules: ["mcp.stateless"] }, async () => {
  const other = await service.addWorkspace("Other");
  const [here, there] = [await connect(service), await connect(service, other.key)];
  const calls = Array.from({ length: 10 }, (_, n) => [
    here.callTool({ name: "create_todo", arguments: { title: `mine ${n}` } }),
    there.callTool({ name: "create_todo", arguments: { title: `theirs ${n}` } }),
  ]).flat();
  const titles = (await Promise.all(calls)).map(
    ({ structuredContent }) => (structuredContent as { title: string }).title,
  );
  assert.deepEqual(titles, Array.from({ length: 10 }, (_, n) => [`mine ${n}`, `theirs ${n}`]).flat());
  const { structuredContent } = await there.callTool({ name: "list_todos", arguments: { limit: 100 } });
  assert.doesNotMatch(JSON.stringify(structuredContent), /mine/);
  await Promise.all([here.close(), there.close()]);
});

test("a stream of changes says nothing, and ends with the service", { rules: ["mcp.stateless"] }, async (context) => {
  const short = await startTestService(context);
  const client = await connect(short);
  const subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions: ["dayshift://todos/x"] });
  assert.deepEqual(subscription.honoredFilter, {});
  await short.stop();
  await subscription.closed;
  await client.close();
});
