/** One search over everything: what is found, by whose scopes, and the words around it. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { snippetOf } from "../../../src/workspace/search/snippet.ts";
import { startTestService } from "../../helpers/service.ts";
import { talk } from "../../web/helpers/capture.ts";

const service = await startTestService({ after });

const find = async (query: string, credential?: string) =>
  (await service.ok("search", { query: { query }, ...(credential !== undefined && { credential }) })).data;

test("a search names what to look for", async () => {
  const refused = await service.call("search", { query: { query: "" } });
  assert.equal(refused.status, 400);
  assert.equal((await service.call("search", {})).status, 400);
  assert.equal((await service.call("search", { query: { query: "x", limit: 51 } })).status, 400);
});

test("todos are found by title and text, done ones too, archived ones not", async () => {
  const content = `${"A long way before it. ".repeat(20)}The CASTLE opens at nine.${" And after it.".repeat(20)}`;
  const { id } = await service.ok("createTodo", { body: { title: "Plan the trip", content } });
  const done = await service.ok("createTodo", { body: { title: "Castle tickets" } });
  const gone = await service.ok("createTodo", { body: { title: "Castle, old" } });
  await service.ok("updateTodo", { path: { todoId: done.id }, body: { status: "done" } });
  await service.ok("deleteTodo", { path: { todoId: gone.id } });
  const [first, second, ...more] = await find("castle");
  assert.deepEqual([first?.id, first?.snippet, second?.id, more], [done.id, null, id, []]);
  const { snippet, marks } = second ?? assert.fail();
  const [from = 0, to = 0] = marks[0] ?? [];
  assert.equal(snippet?.slice(from, to), "CASTLE");
  assert.ok((snippet?.length ?? 0) <= 200);
  const todos = (await find("c")).filter(({ kind }) => kind === "todo");
  assert.equal(todos.length, 2, "one letter, which no index helps with");
});

test("each kind is found by those alone who may read it, and what was said with its second", async () => {
  const captureId = await talk(service);
  const agent = await service.ok("createAgent", { body: { name: "Keeper of the counter" } });
  const chat = await service.ok("createChat", {
    body: { message: "Hello", title: "Counter matters", waitSeconds: 10 },
  });
  const kinds = async (scopes: readonly ("todos:read" | "chats:read" | "agents:read" | "captures:read")[]) =>
    (await find("counter", await service.keyFor(scopes))).map(({ kind, id }) => [kind, id].join());
  const captures = [`capture,${captureId}`, `segment,${captureId}`];
  assert.deepEqual(await kinds(["todos:read", "chats:read"]), [`chat,${chat.id}`]);
  assert.deepEqual(await kinds(["todos:read", "agents:read"]), [`agent,${agent.id}`]);
  const withCaptures = await kinds(["todos:read", "captures:read"]);
  assert.deepEqual(
    withCaptures.filter((one) => !one.startsWith("todo,")),
    captures,
  );
  const [segment] = (await find("COUNTER OFFER")).filter(({ kind }) => kind === "segment");
  assert.deepEqual([segment?.title, segment?.startMs], ["Printer contract with Ana", 6000]);
  await service.ok("deleteCapture", { path: { captureId }, query: { permanent: true } });
  assert.deepEqual(await find("COUNTER OFFER"), [], "what was erased is found nowhere");
});

test(
  "lists of captures find what was said, for those who may read it",
  { rules: ["captures.list.speech"] },
  async () => {
    const captureId = await talk(service);
    const list = async (query: string) => {
      const { data, totalCount } = await service.ok("listCaptures", { query: { query, include: "totalCount" } });
      assert.equal(totalCount, data.length, query);
      return data.map(({ id }) => id);
    };
    assert.deepEqual(await list("the NEW price is a third"), [captureId]);
    assert.deepEqual(await list("contract first. It ends"), [captureId], "over two pieces");
    assert.deepEqual(await list("the new price is a quarter"), []);
    assert.deepEqual(await find("contract first. It ends"), [], "the search of everything names seconds instead");
    const query = { query: "third higher" };
    await service.refuses("listCaptures", { query, credential: await service.keyFor(["todos:read"]) }, "missing_scope");
    await service.ok("deleteCapture", { path: { captureId }, query: { permanent: true } });
    assert.deepEqual(await list("third higher"), []);
  },
);

test("a snippet marks the text where folding changes its length", () => {
  const found = snippetOf("Die Straße", "strasse");
  assert.deepEqual(found, { snippet: "Die Straße", marks: [[4, 10]] });
  assert.equal(snippetOf("Die Straße", "strand"), null);
});
