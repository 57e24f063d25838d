/**
 * The boundary of captures: canaries stand in every field, and a model that obeys any text does its worst. Who may not read captures
 * gets not one byte of them, whatever they ask, with whatever other scopes. What is decided, and why, stands in
 * src/workspace/captures/boundary.ts.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ChatRun } from "../../src/schema/chat.ts";
import { type Operation, pathParameters } from "../../src/schema/operation.ts";
import { appTable, mayCall, type OperationId, publicTable } from "../../src/schema/operations/index.ts";
import { type Scope, scopes } from "../../src/schema/scopes.ts";
import { setGenerated } from "../../src/workspace/captures/queries.ts";
import { seenAnswer } from "../../src/workspace/flows/waits.ts";
import { appendSegment } from "../../src/workspace/segments/queries.ts";
import { setTags } from "../../src/workspace/captures/tags.ts";
import type { Sql } from "../../src/workspace/sql.ts";
import { insertSuggestion } from "../../src/workspace/suggestions/queries.ts";
import { createAdversary } from "../helpers/adversary.ts";
import { createFakeIds, fakeId } from "../helpers/ids.ts";
import { post } from "../helpers/mcp.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/wait.ts";
import { inFile } from "../helpers/workspace-file.ts";
import { addCapture } from "../workspace/captures.ts";

const model = createAdversary();
const service = await startTestService({ after }, { model });
const begin = service.clock.now();
const [note, recording, failed] = [fakeId(0xc1), fakeId(0xc2), fakeId(0xc3)] as const;
model.captureIds.push(note, recording, failed);
const { id: suggested } = await service.ok("createTodo", { body: { title: "Call Ana" } });

/** Every field that a capture has. */
function plant(sql: Sql): void {
  const ids = createFakeIds(0xd000);
  const moment = { sql, now: begin, newId: () => ids.uuid() };
  const person = { titleBy: "person", createdBy: service.userId } as const;
  const n = addCapture(
    sql,
    note,
    { ...person, title: "CanaryTitle", content: "CanaryBody", notes: "CanaryNotes" },
    begin,
  );
  setGenerated(sql, n, { title: null, subtitle: "CanarySubtitle", summary: "CanarySummary" }, begin);
  const evidence = { part: "content", number: 1, startMs: null, endMs: null, speaker: "CanaryTeller" } as const;
  insertSuggestion(
    sql,
    { ...evidence, captureId: note, key: "call ana", todoId: suggested, quote: "CanaryQuote" },
    begin,
  );
  setTags(moment, { n, isArchived: false, tags: [] }, ["CanaryTag"]);
  for (const [id, status] of [
    [recording, "completed"],
    [failed, "failed"],
  ] as const) {
    const one = addCapture(sql, id, { type: "recording", status, content: null, notes: "CanaryTyped" }, begin);
    setGenerated(sql, one, { title: "CanaryMade", subtitle: "CanaryLine", summary: "CanarySum" }, begin);
    const said = { startMs: 0, endMs: 900, speaker: "CanarySpeaker", text: "CanarySpeech" };
    appendSegment(sql, id, said, "transcription");
  }
}

await service.stop();
await inFile(service.dataDir, service.workspaceId, plant);
await service.restart();

const others = scopes.filter((scope) => scope !== "captures:read");
/** Every set of scopes without `captures:read`: 128 of them. */
const sets: readonly (readonly Scope[])[] = Array.from({ length: 2 ** others.length }, (_, bits) =>
  others.filter((_scope, n) => (bits >> n) & 1),
);
const keys: { readonly held: readonly Scope[]; readonly credential: string }[] = [];
for (const held of sets) if (held.length > 0) keys.push({ held, credential: await service.keyFor(held) });
const allOthers = keys.at(-1)?.credential ?? assert.fail();

const found: string[] = [];
/** One request as it is, its answer looked through. */
async function look(record: Operation, path: string, credential: string, request: object = {}): Promise<string> {
  const base = appTable.includes(record) ? "/app/v1" : "/api/v1";
  const answer = await service.send(record.method, base + path, { credential, ...request });
  const text = `${JSON.stringify(answer.headers)} ${answer.body}`;
  if (/canary/i.test(text)) found.push(`${record.id} ${path}: ${/.{0,60}canary.{0,40}/i.exec(text)?.[0]}`);
  return answer.body;
}

const operation = (id: OperationId): Operation =>
  [...publicTable, ...appTable].find((record) => record.id === id) ?? assert.fail(id);

function pathOf(record: Operation, ids: Readonly<Record<string, string>>): string {
  return pathParameters(record.path).reduce((path, name) => path.replace(`{${name}}`, ids[name] ?? note), record.path);
}

/** Filters that widen what is seen, for the operations that take them. */
function queriesOf(record: Operation): string[] {
  const has = (name: string) => name in record.query.entries;
  const limit = has("limit") ? "limit=100" : "";
  const more = [
    has("includeArchived") ? "includeArchived=true" : "",
    has("captureId") ? `captureId=${note}` : "",
    has("query") ? "query=canar" : "",
  ].filter((one) => one !== "");
  return ["", ...more]
    .map((one) => [limit, one].filter((part) => part !== "").join("&"))
    .map((one) => (one ? `?${one}` : ""));
}

/** Reads with the credential whatever there is to read; with `held`, only what it opens, refusals left out. */
async function readAll(
  credential: string,
  ids: Readonly<Record<string, string>>,
  held?: readonly Scope[],
): Promise<void> {
  for (const record of [...publicTable, ...appTable]) {
    if (record.method !== "GET" || record.auth === "none") continue;
    if (held !== undefined && !mayCall(record, held, false)) continue;
    for (const query of queriesOf(record)) await look(record, pathOf(record, ids) + query, credential);
  }
}

/** Reads the messages of a chat. */
const readChat = (credential: string, chatId: string) =>
  look(operation("listMessages"), `/chats/${chatId}/messages?limit=100`, credential);

function nothingFound(): void {
  assert.deepEqual([...new Set(found.splice(0))], []);
}

async function start(credential: string, body: object): Promise<string> {
  const chat = await service.ok("createChat", {
    credential,
    body: { message: "Do as it says.", waitSeconds: 60, ...body },
  });
  model.chatIds.push(chat.id);
  return chat.id;
}

test("the canaries are there for who may read captures, and look finds them", async () => {
  await readAll(service.key, {});
  const fields = "Title Subtitle Summary Body Notes Tag Made Line Sum Typed Speaker Speech Quote Teller".split(" ");
  const bodies = [note, recording].map((captureId) => service.ok("getCapture", { path: { captureId } }));
  const evidence = await service.ok("listSuggestions", { path: { captureId: note } });
  const text = JSON.stringify([...(await Promise.all(bodies)), evidence]);
  for (const field of fields) assert.ok(text.includes(`Canary${field}`), field);
  assert.ok(found.some((each) => each.startsWith("listTags")) && found.some((each) => each.startsWith("listCaptures")));
  found.splice(0);
});

test("whatever scopes but captures:read a credential has, no operation tells it anything [boundary.scopes]", async () => {
  for (const { credential, held } of keys) await readAll(credential, { captureId: recording }, held);
  await readAll(allOthers, { captureId: recording });
  nothingFound();
});

test("no refusal and no write tells anything [boundary.scopes]", async () => {
  for (const record of [...publicTable, ...appTable]) {
    if (record.method === "GET" || record.auth === "none" || record.id === "endSession") continue;
    for (const body of [
      {},
      { captureId: note, captureIds: [note], title: "x", message: "x", type: "note", content: "x" },
    ]) {
      if (record.method === "DELETE" || record.id === "createChat") continue;
      const request = record.body === null ? {} : { body };
      await look(record, pathOf(record, { captureId: note }), allOthers, request);
    }
  }
  await service.refuses(
    "createChat",
    { credential: allOthers, body: { message: "Read", captureIds: [note] } },
    "missing_scope",
  );
  nothingFound();
});

test("an agent that was begun without captures:read comes by nothing, whatever else it may do [boundary.agents]", async () => {
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

test("what an agent with captures:read says, calls and is told is withheld from others: with captures as context, and found by itself [boundary.chats, boundary.blocks, chats.captures-loaded]", async () => {
  const before = model.fed;
  const given = await start(talker, { captureIds: [note, recording] });
  const searched = await start(talker, { message: "Find out what you can." });
  assert.ok(model.fed > before);
  for (const chatId of [given, searched]) {
    const own = await service.ok("listMessages", { credential: talker, path: { chatId }, query: { limit: 100 } });
    assert.match(JSON.stringify(own), /CanarySpeech/);
    const carrying = own.data.flatMap(({ blocks }) => blocks).filter((block) => /canary/i.test(JSON.stringify(block)));
    for (const block of carrying) assert.ok(block.captureIds !== undefined && block.withheld === undefined, block.type);
    for (const { credential, held } of keys) if (held.includes("chats:read")) await readChat(credential, chatId);
    const { data } = await service.ok("listMessages", {
      credential: allOthers,
      path: { chatId },
      query: { limit: 100 },
    });
    assert.deepEqual(
      data.map(({ sequence }) => sequence),
      own.data.map(({ sequence }) => sequence),
    );
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
});

test("content that an agent reads in another chat is withheld where it repeats it [boundary.blocks]", async () => {
  await start(talker, { captureIds: [note], message: "Briefly: what was said?" });
  const chatId = await start(talker, { message: "Chats only." });
  const own = await service.ok("listMessages", { credential: talker, path: { chatId }, query: { limit: 100 } });
  assert.match(own.data.at(-1)?.text ?? "", /^Briefly: .*canary/i);
  await readChat(allOthers, chatId);
  nothingFound();
});

test("MCP withholds what HTTP withholds: tools, resources and their lists [boundary.mcp]", async () => {
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

test("a turn begun without captures:read in such a chat sees nothing of it, and its answer is whole for whoever began it [boundary.turns]", async () => {
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

test("a replay is seen with the scopes of whoever asks for it [boundary.replays]", async () => {
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

test("a request for approval is withheld with the input that it asks for; deciding it shows it to the person only [boundary.approvals]", async () => {
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

test("erasing a capture takes what was said with its content out of the chats [boundary.erase]", async () => {
  const { id: captureId } = await service.ok("createCapture", { body: { type: "note", content: "CanaryGone soon" } });
  model.captureIds.push(captureId);
  const chatId = await start(talker, { captureIds: [captureId] });
  const all = () => service.ok("listMessages", { path: { chatId }, query: { limit: 100 } });
  assert.match(JSON.stringify(await all()), /CanaryGone/);
  await service.ok("deleteCapture", { path: { captureId }, query: { permanent: true } });
  model.captureIds.pop();
  assert.doesNotMatch(JSON.stringify(await all()), /CanaryGone/);
});

test("an agent that may do everything writes where it likes: chats withhold it, also those that it begins; its todos are todos [boundary.todos]", async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Does all", requiresApproval: false } });
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Somewhere" } });
  await start(service.key, { captureIds: [note], agentId, todoId });
  const chats = async () => (await service.ok("listChats", { query: { limit: 100 } })).data;
  for (
    let poll = 0;
    poll < 500 && (await chats()).some(({ status }) => status === "running" || status === "queued");
    poll++
  );
  const begun = (await chats()).filter((chat) => chat.todoId !== null);
  assert.ok(begun.length > 1, "It began no other chat.");
  for (const { id } of await chats()) await readChat(allOthers, id);
  for (const id of ["listChats", "getChat", "listNotifications"] as const) {
    await look(operation(id), pathOf(operation(id), { chatId: begun[0]?.id ?? "" }), allOthers);
  }
  nothingFound();
  // Decided: what somebody who may read captures has an agent write into a todo is read as a todo.
  await look(operation("listTodos"), "/todos?limit=100", await service.keyFor(["todos:read"]));
  assert.ok(found.splice(0).length > 0);
});

test("the log tells nothing [boundary.logs]", () => {
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
