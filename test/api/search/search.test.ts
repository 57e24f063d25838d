/** One search over everything: what is found, by whose scopes, and the words around it. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { snippetOf } from "../../../src/workspace/search/snippet.ts";
import { appendSegment } from "../../../src/workspace/segments/queries.ts";
import { fakeId } from "../../helpers/ids.ts";
import { startTestService } from "../../helpers/service.ts";
import { ofFolderAlone } from "../../helpers/store-under-test.ts";
import { inFile } from "../../helpers/workspace-file.ts";
import { addCapture } from "../../workspace/captures.ts";
import { talk } from "../../web/helpers/capture.ts";

const service = await startTestService({ after });

const find = async (query: string, credential?: string, more: { kinds?: string; limit?: number } = {}) =>
  (await service.ok("search", { query: { query, ...more }, ...(credential !== undefined && { credential }) })).data;

test("a search names what to look for, and kinds that there are", async () => {
  const refused = await service.call("search", { query: { query: "" } });
  assert.equal(refused.status, 400);
  assert.equal((await service.call("search", {})).status, 400);
  assert.equal((await service.call("search", { query: { query: "x", limit: 51 } })).status, 400);
  for (const kinds of ["", "todos", "todo,note", "todo,", "todo;chat", "TODO"]) {
    const error = await service.refuses("search", { query: { query: "x", kinds } }, "validation_failed");
    assert.equal(error.param, "kinds", kinds);
    assert.match(
      error.message,
      /one or several of todo, chat, message, capture, segment, agent, skill, comma separated/,
    );
  }
  const credential = await service.keyFor(["todos:read", "chats:read"]);
  for (const kinds of ["segment", "todo,agent", "capture", "skill"]) {
    const { param } = await service.refuses("search", { query: { query: "x", kinds }, credential }, "missing_scope");
    assert.equal(param, "kinds", kinds);
  }
  assert.deepEqual(await find("x", credential, { kinds: " todo , message,todo" }), []);
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
  const skill = await service.ok("createAgentSkill", {
    path: { agentId: agent.id },
    body: { name: "At the till", instructions: "# Till\n\nNobody waits long at the COUNTER." },
  });
  const kinds = async (scopes: readonly ("todos:read" | "chats:read" | "agents:read" | "captures:read")[]) =>
    (await find("counter", await service.keyFor(scopes))).map(({ kind, id }) => [kind, id].join());
  const captures = [`capture,${captureId}`, `segment,${captureId}`];
  assert.deepEqual(await kinds(["todos:read", "chats:read"]), [`chat,${chat.id}`]);
  assert.deepEqual(await kinds(["todos:read", "agents:read"]), [`agent,${agent.id}`, `skill,${skill.id}`]);
  const [found] = await find("the counter", undefined, { kinds: "skill" });
  const { kind, parentId, title, snippet } = found ?? assert.fail();
  assert.deepEqual(
    [kind, parentId, title, snippet],
    ["skill", agent.id, "At the till", "# Till  Nobody waits long at the COUNTER."],
  );
  const withCaptures = await kinds(["todos:read", "captures:read"]);
  assert.deepEqual(
    withCaptures.filter((one) => !one.startsWith("todo,")),
    captures,
  );
  const [segment] = (await find("COUNTER OFFER")).filter(({ kind }) => kind === "segment");
  assert.deepEqual([segment?.title, segment?.startMs], ["Printer contract with Ana", 6000]);
  assert.deepEqual([segment?.id, segment?.parentId], [captureId, captureId]);
  await service.ok("deleteCapture", { path: { captureId } });
  assert.deepEqual(await find("COUNTER OFFER"), [], "of an archived capture nothing is found");
  await service.ok("restoreCapture", { path: { captureId } });
  assert.equal((await find("COUNTER OFFER", undefined, { kinds: "segment" })).length, 1);
  await service.ok("deleteAgent", { path: { agentId: agent.id } });
  assert.deepEqual(await find("counter", undefined, { kinds: "agent,skill" }), [], "nor of an archived agent");
  await service.ok("deleteCapture", { path: { captureId }, query: { permanent: true } });
  assert.deepEqual(await find("COUNTER OFFER"), [], "what was erased is found nowhere");
});

test("messages are found by their words in every chat, the newest first", { rules: ["chats.erase"] }, async () => {
  const say = async (message: string) => {
    const chat = await service.ok("createChat", { body: { message, title: "Harbour", waitSeconds: 10 } });
    return chat.id;
  };
  const long = `${"Word by word it goes on. ".repeat(400)}Straße zum Leuchtturm, am Ende.`;
  const first = await say("Wann öffnet der LEUCHTTURM?");
  const second = await say(long);
  const found = async (query: string) => find(query, undefined, { kinds: "message" });
  const chats = async (query: string) => [...new Set((await found(query)).map(({ parentId }) => parentId))];
  assert.deepEqual(await chats("leuchtturm"), [second, first]);
  const message = (await found("STRASSE ZUM")).at(-1);
  const { data } = await service.ok("listMessages", { path: { chatId: second } });
  assert.deepEqual([message?.id, message?.title, message?.at], [data[0]?.id, "Harbour", data[0]?.createdAt]);
  const [from = 0, to = 0] = message?.marks[0] ?? [];
  assert.equal(message?.snippet?.slice(from, to), "Straße zum");
  assert.deepEqual(await chats("öf"), [first], "two letters, which no index helps with");
  assert.deepEqual(await find("leuchtturm", await service.keyFor(["todos:read", "agents:read"])), []);
  await service.ok("deleteChat", { path: { chatId: first } });
  assert.deepEqual(await chats("leuchtturm"), [second], "archived chats aside");
  await service.ok("restoreChat", { path: { chatId: first } });
  assert.deepEqual(await chats("leuchtturm"), [second, first]);
  for (const chatId of [first, second])
    await service.ok("deleteChat", { path: { chatId }, query: { permanent: true } });
  assert.deepEqual(await found("leuchtturm"), []);
});

test(
  "what was said is found in every recording, the newest first, and todos name their list",
  ofFolderAlone,
  async () => {
    const recordings: string[] = [];
    await service.stop();
    await inFile(service.dataDir, service.workspaceId, (sql) => {
      for (let n = 1; n <= 60; n += 1) {
        recordings.push(fakeId(0x5e00 + n));
        addCapture(sql, fakeId(0x5e00 + n), { type: "recording", content: null, notes: null }, service.clock.now());
        for (const at of [2, 1]) {
          const said = {
            startMs: at * 1000,
            endMs: at * 1000 + 900,
            speaker: null,
            text: `Die Fähre ${n % 30}, ${at}`,
          };
          appendSegment(sql, fakeId(0x5e00 + n), said, "client");
        }
      }
    });
    await service.restart();
    const found = async (query: string, limit: number) =>
      (await find(query, undefined, { kinds: "segment", limit })).map(({ id, startMs }) => `${id} ${startMs}`);
    assert.deepEqual(await found("FÄHRE 7, 1", 10), [`${recordings[36]} 1000`, `${recordings[6]} 1000`]);
    const newest = recordings.toReversed().flatMap((id) => [`${id} 2000`, `${id} 1000`]);
    assert.deepEqual(await found("fähre", 50), newest.slice(0, 50));
    const { id, todoListId } = await service.ok("createTodo", { body: { title: "Tickets for the ferry" } });
    const [todo] = await find("for the ferry");
    assert.deepEqual([todo?.id, todo?.parentId], [id, todoListId]);
  },
);

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
