/** Erasing: what is gone is gone from the disk, not only from the answers. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openDriver } from "../../src/actors/store/driver.ts";
import { workspaceFile } from "../../src/actors/store/files.ts";
import { checkErasures } from "../../src/server/doctor/erasures.ts";
import { filesWith as filesIn } from "../helpers/files-with.ts";
import { startTestService } from "../helpers/service.ts";
import { asTimePasses, eventually } from "../helpers/settle.ts";
import { chatEnd, until } from "../helpers/wait.ts";
import { pluck } from "../helpers/pluck.ts";

const service = await startTestService({ after });

const filesWith = (word: string): string[] => filesIn(service.dataDir, word);
const permanent = { permanent: true };

test("the trigrams of erased texts leave the index within a minute", { rules: ["todos.delete.erases"] }, async () => {
  const letters = "җҙқҝ";
  const pairs = Array.from({ length: 3 }, (_, at) => Buffer.from(letters.slice(at, at + 2)).toString("latin1"));
  const traces = (): string[] => pairs.filter((pair) => filesWith(pair).length > 0);
  const long = " and so it goes on".repeat(60);
  // Where a tenth of a segment was taken out, FTS5 rewrites it by itself.
  const others = Array.from({ length: 50 }, (_, at) => ({ title: `Other ${at}` }));
  await service.ok("batchCreateTodos", { body: { data: others } });
  const { id: todoId } = await service.ok("createTodo", { body: { title: letters, content: long } });
  const capture = { type: "note", content: `${letters}${long}` } as const;
  const { id: captureId } = await service.ok("createCapture", { body: capture });
  await service.ok("deleteTodo", { path: { todoId }, query: permanent });
  await service.ok("deleteCapture", { path: { captureId }, query: permanent });
  assert.notDeepEqual(traces(), [], "the index still has them");
  const { id } = await service.ok("createTodo", { body: { title: "Written while the index is rewritten" } });
  const began = service.clock.now();
  await service.restart();
  await asTimePasses(service.clock, "the trigrams are gone", () => traces().length === 0, 1000);
  assert.ok(service.clock.now() - began < 60_000);
  const { data } = await service.ok("listTodos", { query: { query: "while the index" } });
  assert.deepEqual(pluck(data, "id"), [id]);
});

test("an erased todo leaves nothing on the disk", { rules: ["todos.delete.erases"] }, async () => {
  const body = { title: "Canary Kestrel", content: `Long words. ${"Canary Kestrel sings. ".repeat(500)}` };
  const { id: todoId } = await service.ok("createTodo", { body, headers: { "idempotency-key": "kestrel" } });
  await service.ok("updateTodo", { path: { todoId }, body: { content: "Canary Kestrel sings another song." } });
  assert.notDeepEqual(filesWith("canary kestrel"), []);
  await service.ok("deleteTodo", { path: { todoId }, query: permanent });
  assert.deepEqual(filesWith("canary kestrel"), []);
});

test("an erased chat leaves nothing on the disk", { rules: ["chats.erase"] }, async () => {
  const message = 'Canary Merlin\ncall list_todos {"query":"Canary Merlin"}';
  const headers = { "idempotency-key": "merlin" };
  const { id: chatId } = await service.ok("createChat", { body: { message, waitSeconds: 60 }, headers });
  await service.ok("sendMessage", {
    path: { chatId },
    body: { message: "Canary Merlin again", waitSeconds: 60 },
    headers: { "idempotency-key": "merlin again" },
  });
  await chatEnd(service, chatId, ["completed"]);
  assert.notDeepEqual(filesWith("canary merlin"), []);
  await service.ok("deleteChat", { path: { chatId }, query: permanent });
  assert.deepEqual(filesWith("canary merlin"), []);
});

test("an erased capture leaves nothing on the disk", { rules: ["captures.erase"] }, async () => {
  const body = {
    type: "note",
    content: `# Canary Osprey\n${"Canary Osprey dives. ".repeat(500)}`,
    tags: ["Canary Osprey"],
  };
  const { id: captureId } = await service.ok("createCapture", { body, headers: { "idempotency-key": "osprey" } });
  const changed = { notes: "Canary Osprey at noon", title: "Canary Osprey again", tags: ["Canary Osprey", "other"] };
  await service.ok("updateCapture", { path: { captureId }, body: changed });
  assert.notDeepEqual(filesWith("canary osprey"), []);
  await service.ok("deleteCapture", { path: { captureId }, query: permanent });
  assert.deepEqual(filesWith("canary osprey"), []);
});

test(
  "the answer of an undo is replayed without the words of what was erased since",
  { rules: ["idempotency.erased"] },
  async () => {
    const { id: todoId } = await service.ok("createTodo", { body: { title: "Canary Kite" } });
    const { id: captureId } = await service.ok("createCapture", {
      body: { type: "note", content: "# Canary Kite\nCalls." },
    });
    const { id: chatId } = await service.ok("createChat", { body: { message: "hang", title: "Canary Kite", todoId } });
    await service.ok("updateTodo", { path: { todoId }, body: { status: "done" } });
    await service.ok("updateCapture", { path: { captureId }, body: { notes: "At noon" } });
    const { data } = await service.ok("listRecordChanges");
    const meant = data.filter(({ recordId, op }) => op === "updated" && [todoId, captureId].includes(recordId));
    const body = { changeIds: pluck(meant, "id"), onConflict: "skip" };
    const request = { body, headers: { "idempotency-key": "kite" } };
    const { closedChats } = await service.ok("undoRecordChanges", request);
    assert.deepEqual(closedChats, [{ chatId, title: "Canary Kite", todoId }]);
    await service.ok("deleteChat", { path: { chatId }, query: permanent });
    await service.ok("deleteCapture", { path: { captureId }, query: permanent });
    await service.ok("deleteTodo", { path: { todoId }, query: permanent });
    const { changes, ...again } = await service.ok("undoRecordChanges", request);
    assert.deepEqual(new Set(pluck(changes, "recordTitle")), new Set([null]));
    assert.deepEqual(again.closedChats, [{ chatId, title: null, todoId }]);
    assert.deepEqual(filesWith("canary kite"), []);
  },
);

test(
  "a suggestion that goes with its capture goes from recorded answers, too",
  { rules: ["captures.erased", "idempotency.erased"] },
  async () => {
    const { id: captureId } = await service.ok("createCapture", {
      body: { type: "note", content: "TODO: Canary Egret" },
    });
    const suggested = await until(
      "the suggestion",
      () => service.ok("listTodos", { query: { captureId } }),
      ({ data }) => data.length === 1,
    );
    const changes = suggested.data.map(({ id }) => ({ todoId: id, archived: true }));
    const request = { body: { changes }, headers: { "idempotency-key": "egret" } };
    const [made] = (await service.ok("bulkUpdateTodos", request)).data;
    assert.equal(made?.todo?.title, "Canary Egret");
    await service.ok("deleteCapture", { path: { captureId }, query: permanent });
    const [again] = (await service.ok("bulkUpdateTodos", request)).data;
    assert.deepEqual([again?.outcome, again?.todo?.title], ["changed", null]);
    assert.deepEqual(filesWith("canary egret"), []);
  },
);

test("what an agent erases is gone from the disk too", { rules: ["todos.delete.erases"] }, async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Tidier", requiresApproval: false } });
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Canary Hobby" } });
  const message = `call delete_todo {"todoId":"${todoId}","permanent":true}`;
  const { id: chatId } = await service.ok("createChat", { body: { message, agentId, waitSeconds: 60 } });
  const { data } = await service.ok("listApprovals", { query: { chatId } });
  await service.ok("decideApproval", { path: { approvalId: data[0]?.id ?? "" }, body: { decision: "approve" } });
  await chatEnd(service, chatId, ["completed"]);
  await service.refuses("getTodo", { path: { todoId } }, "resource_not_found");
  await service.ok("deleteChat", { path: { chatId }, query: permanent }); // its question names the todo
  assert.deepEqual(filesWith("canary hobby"), []);
});

test("while another program reads the file an erasure is owed", { rules: ["todos.delete.erases"] }, async (t) => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Canary Harrier" } });
  const other = openDriver(workspaceFile(service.dataDir, service.workspaceId));
  t.after(() => other.close());
  other.exec("BEGIN");
  other.prepare("SELECT count(*) FROM todos").get([]);
  await service.ok("deleteTodo", { path: { todoId }, query: permanent });
  await service.refuses("getTodo", { path: { todoId } }, "resource_not_found");
  assert.notDeepEqual(filesWith("canary harrier"), []);
  const owed = checkErasures(service.dataDir);
  assert.equal(owed.level, "note");
  assert.match(owed.message, new RegExp(`${service.workspaceId}.*another program has the file open`));
  for (let minute = 0; minute < 5; minute++) {
    service.clock.advance(60_000);
    await service.ok("listTodos");
  }
  other.exec("ROLLBACK");
  service.clock.advance(30_000);
  await eventually("the words are gone", () => filesWith("canary harrier").length === 0);
  await eventually("nothing is owed", () => checkErasures(service.dataDir).level === "fine");
});

test("a closed workspace that owes an erasure is opened for it", { rules: ["todos.delete.erases"] }, async (t) => {
  const { id: workspaceId, key: credential } = await service.addWorkspace("Owing");
  const { id: todoId } = await service.ok("createTodo", { credential, body: { title: "Canary Buzzard" } });
  const other = openDriver(workspaceFile(service.dataDir, workspaceId));
  t.after(() => other.close());
  other.exec("BEGIN");
  other.prepare("SELECT count(*) FROM todos").get([]);
  await service.ok("deleteTodo", { credential, path: { todoId }, query: permanent });
  await service.restart();
  other.exec("ROLLBACK");
  await asTimePasses(service.clock, "the words are gone", () => filesWith("canary buzzard").length === 0, 1000);
});
