/**
 * The boundary of captures: canaries stand in every field, and a model that obeys any text does its worst. Who may not read captures
 * gets not one byte of them, whatever they ask, with whatever other scopes. What is decided, and why, stands in
 * src/workspace/captures/boundary.ts.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ChatRun } from "../../../src/schema/chat.ts";
import { mayCall, publicTable } from "../../../src/schema/operations/index.ts";
import { scopes } from "../../../src/schema/scopes.ts";
import { seenAnswer } from "../../../src/workspace/runs/turn-view.ts";
import { others, startBoundary } from "../../helpers/boundary.ts";
import { post } from "../../helpers/mcp.ts";
import { until } from "../../helpers/wait.ts";
import { pluck } from "../../helpers/pluck.ts";

const boundary = await startBoundary({ after });
const { service, model, note, recording, redacted, keys, allOthers, found } = boundary;
const { readAll, readAllSets, readChat, nothingFound, start } = boundary;

test("the canaries are there for who may read captures, and look finds them", async () => {
  await readAll(service.key, { todoId: redacted });
  const fields =
    "Title Subtitle Summary Body Notes Tag Made Line Sum Typed Speaker Speech Quote Teller Suggested".split(" ");
  const bodies = [note, recording].map((captureId) => service.ok("getCapture", { path: { captureId } }));
  const evidence = await service.ok("listSuggestions", { path: { captureId: note } });
  const text = JSON.stringify([...(await Promise.all(bodies)), evidence]);
  for (const field of fields) assert.ok(text.includes(`Canary${field}`), field);
  assert.match(text, /"mediaUrl":"[^"]+\/v1\/media\//);
  for (const id of ["listTags", "listCaptures", "listTodos", "getTodo"]) {
    assert.ok(
      found.some((each) => each.startsWith(id)),
      id,
    );
  }
  found.splice(0);
});

test("without captures:read no operation shows anything of captures", { rules: ["boundary.scopes"] }, async () => {
  // What is read again and again is kept in memory, with its JSON.
  for (const limit of [20, 21, 22]) await service.ok("listCaptures", { query: { limit } });
  await readAllSets({ captureId: recording, todoId: redacted });
  nothingFound();
});

test("an agent begun without captures:read comes by nothing", { rules: ["boundary.agents"] }, async () => {
  for (const { held, credential } of keys) {
    if (held.includes("chats:write")) await start(credential, {});
  }
  assert.equal(model.leaks.length, 0);
  assert.equal(model.fed, 0);
  await readAll(allOthers, { chatId: model.chatIds.at(-1) ?? "" });
  for (const chatId of model.chatIds) await readChat(allOthers, chatId);
  nothingFound();
});

const talker = await service.keyFor(["chats:read", "chats:write", "captures:read", "captures:write"]);

test(
  "what an agent with captures:read says and calls is withheld from others",
  { rules: ["boundary.chats", "boundary.blocks", "chats.captures-loaded"] },
  async () => {
    const before = model.fed;
    const given = await start(talker, { captureIds: [note, recording] });
    const searched = await start(talker, { message: "Find out what you can." });
    assert.ok(model.fed > before);
    for (const chatId of [given, searched]) {
      const own = await service.ok("listMessages", { credential: talker, path: { chatId }, query: { limit: 100 } });
      assert.match(JSON.stringify(own), /CanarySpeech/);
      const carrying = own.data
        .flatMap(({ blocks }) => blocks)
        .filter((block) => /canary/i.test(JSON.stringify(block)));
      for (const block of carrying)
        assert.ok(block.captureIds !== undefined && block.withheld === undefined, block.type);
      for (const { credential, held } of keys) if (held.includes("chats:read")) await readChat(credential, chatId);
      const { data } = await service.ok("listMessages", {
        credential: allOthers,
        path: { chatId },
        query: { limit: 100 },
      });
      assert.deepEqual(pluck(data, "sequence"), pluck(own.data, "sequence"));
      assert.ok(
        data.some(({ blocks }) =>
          blocks.some(({ withheld, captureIds }) => withheld === true && captureIds?.includes(note)),
        ),
      );
      await readAll(allOthers, { chatId });
      const chat = await until(
        "a title",
        () => service.ok("getChat", { path: { chatId } }),
        ({ title }) => title !== null,
      );
      assert.equal(chat.title, "About");
    }
    nothingFound();
  },
);

test("the search finds no message by what is withheld of it", { rules: ["boundary.chats"] }, async () => {
  const chatId = await start(talker, { captureIds: [note], message: "Briefly: what was said?" });
  const credential = await service.keyFor(["todos:read", "chats:read", "captures:read"]);
  const find = (query: string, as: string) =>
    service.ok("search", { query: { query, kinds: "message", limit: 50 }, credential: as });
  const own = (await find("canary", credential)).data.filter(({ parentId }) => parentId === chatId);
  assert.ok(own.length > 0);
  assert.deepEqual((await find("canary", allOthers)).data, []);
  assert.deepEqual((await find("withheld", allOthers)).data, [], "nor by the words in its place");
  const asked = (await find("what was said?", allOthers)).data.map(({ parentId }) => parentId);
  assert.ok(asked.includes(chatId), "what the person said carries nothing");
});

test("content read in another chat is withheld where it is repeated", { rules: ["boundary.blocks"] }, async () => {
  await start(talker, { captureIds: [note], message: "Briefly: what was said?" });
  const chatId = await start(talker, { message: "Chats only." });
  const own = await service.ok("listMessages", { credential: talker, path: { chatId }, query: { limit: 100 } });
  assert.match(own.data.at(-1)?.text ?? "", /^Briefly: .*canary/i);
  await readChat(allOthers, chatId);
  nothingFound();
});

test("MCP withholds what HTTP withholds: tools, resources and their lists", { rules: ["boundary.mcp"] }, async () => {
  const chatId = await start(talker, { captureIds: [note], message: "Briefly: what was said?" });
  const asked = [
    ["tools/list", {}],
    ["resources/list", {}],
    ["resources/read", { uri: `dayshift://chats/${chatId}` }],
    ["resources/read", { uri: `dayshift://captures/${note}` }],
    ["tools/call", { name: "list_messages", arguments: { chatId } }],
    ["tools/call", { name: "get_capture", arguments: { captureId: note } }],
    ["tools/call", { name: "list_captures", arguments: {} }],
    ["tools/call", { name: "list_tags", arguments: {} }],
    ["tools/call", { name: "list_chats", arguments: { query: "canar" } }],
  ] as const;
  const ask = async (credential: string) => {
    const answers: string[] = [];
    for (const [method, params] of asked) {
      answers.push((await post(service, { jsonrpc: "2.0", id: 1, method, params }, { credential })).body);
    }
    return answers.join("\n");
  };
  assert.match(await ask(talker), /CanaryBody/);
  assert.doesNotMatch(await ask(allOthers), /canary/i);
});

test("a turn without captures:read sees nothing of the rest of a chat", { rules: ["boundary.turns"] }, async () => {
  const chatId = await start(talker, { captureIds: [note], message: "Briefly: what was said?" });
  await service.ok("sendMessage", {
    credential: talker,
    path: { chatId },
    body: { message: "Briefly, again.", waitSeconds: 60 },
  });
  const request = {
    credential: allOthers,
    path: { chatId },
    body: { message: "What was said?", waitSeconds: 60 },
    headers: { "idempotency-key": "what" },
  };
  const first = await service.call("sendMessage", request);
  const again = await service.call("sendMessage", request);
  assert.equal(again.headers["idempotency-replayed"], "true");
  assert.deepEqual(again.body, first.body);
  const text = JSON.stringify(first.body);
  assert.ok(!/canary/i.test(text) && text.includes("I saw: "));
  const { replies } = first.body as ChatRun;
  assert.ok(
    replies.length > 0 && replies.every(({ blocks }) => blocks.every(({ withheld }) => withheld === undefined)),
  );
  assert.equal(model.leaks.length, 0);
  await readChat(allOthers, chatId);
  nothingFound();
});

test("a replay is seen with the scopes of its caller", { rules: ["boundary.replays"] }, async () => {
  const chatId = await start(talker, { captureIds: [note] });
  const run = await service.ok("sendMessage", {
    credential: talker,
    path: { chatId },
    body: { message: "Again", waitSeconds: 60 },
  });
  assert.match(JSON.stringify(run), /canary/i);
  assert.deepEqual(seenAnswer(run, scopes), run);
  assert.doesNotMatch(JSON.stringify(seenAnswer(run, others)), /canary/i);
});

test("a request for approval is withheld with its input", { rules: ["boundary.approvals"] }, async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Asks first" } });
  const chatId = await start(service.key, { captureIds: [note], agentId });
  const { data } = await service.ok("listApprovals", { query: { chatId, status: "pending" } });
  assert.match(JSON.stringify(data), /canary/i);
  const requests = (
    await service.ok("listMessages", { credential: allOthers, path: { chatId }, query: { limit: 100 } })
  ).data
    .flatMap(({ blocks }) => blocks)
    .filter((block) => block.type === "approval_request");
  assert.ok(requests.length > 0 && requests.every(({ withheld }) => withheld === true));
  await readChat(allOthers, chatId);
  await readAll(allOthers, { chatId });
  nothingFound();
  await service.ok("cancelChat", { path: { chatId } });
});

test("erasing a capture takes its words out of the chats", { rules: ["boundary.erase"] }, async () => {
  const { id: captureId } = await service.ok("createCapture", { body: { type: "note", content: "CanaryGone soon" } });
  model.captureIds.push(captureId);
  const chatId = await start(talker, { captureIds: [captureId] });
  const all = () => service.ok("listMessages", { path: { chatId }, query: { limit: 100 } });
  assert.match(JSON.stringify(await all()), /CanaryGone/);
  const find = async (query: string) =>
    (await service.ok("search", { query: { query, kinds: "message,capture", limit: 50 } })).data
      .filter(({ id, parentId }) => id === captureId || parentId === chatId)
      .map(({ kind }) => kind);
  assert.deepEqual([...new Set(await find("canarygone"))], ["message", "capture"]);
  await service.ok("deleteCapture", { path: { captureId }, query: { permanent: true } });
  model.captureIds.pop();
  assert.doesNotMatch(JSON.stringify(await all()), /CanaryGone/);
  assert.deepEqual(await find("canarygone"), []);
  assert.deepEqual(await find("Erased, with the capture"), [], "nor are the words in its place found");
});

test("the log shows nothing", { rules: ["boundary.logs"] }, () => {
  assert.doesNotMatch(service.log.join("\n"), /canary/i);
});

test("every scope set was tried, and every operation that reads", () => {
  assert.equal(keys.length, 127);
  const closed = publicTable.filter((record) => record.auth === "captures:read");
  for (const record of closed)
    assert.ok(
      keys.every(({ held }) => !mayCall(record, held, false)),
      record.id,
    );
});
