/** What was changed is listed and undone, field by field, as long as nobody has changed the same since. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { RecordChange } from "../../../src/schema/history.ts";
import { readingFile, recordsIn, verifyDeclared } from "../../helpers/journal.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const { dataDir, workspaceId } = service;

const changes = async (query: Record<string, string>): Promise<RecordChange[]> =>
  (await service.ok("listRecordChanges", { query: { limit: "100", ...query } })).data;
const undo = (body: object) => service.ok("undoRecordChanges", { body });
const refused = (body: object) => service.call("undoRecordChanges", { body });
const records = () => readingFile(dataDir, workspaceId, recordsIn);

const { id: agentId } = await service.ok("createAgent", { body: { name: "Bea", requiresApproval: false } });

/** Has the agent do these calls in a run, and answers the run. */
async function runOf(...calls: readonly (readonly [tool: string, input: object])[]) {
  const message = calls.map(([tool, input]) => `call ${tool} ${JSON.stringify(input)}`).join("\n");
  const { id: todoId } = await service.ok("createTodo", {
    body: { title: "Work", assignees: [{ type: "agent", id: agentId }] },
  });
  const run = await service.ok("runTodo", { path: { todoId }, body: { message } });
  await chatEnd(service, run.chatId);
  return run;
}

test("what an agent did in a run is listed with its fields, and undone to what was before", async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Call Ana", priority: "low" } });
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "Home" } });
  const before = records();
  const run = await runOf(
    ["update_todo", { todoId, title: "Call Ben", priority: "high", status: "done" }],
    ["create_todo", { title: "New one" }],
    ["update_todo_list", { todoListId, name: "House" }],
    ["delete_todo", { todoId }],
  );
  const listed = await changes({ runId: run.id });
  assert.deepEqual(
    listed.map(({ op, kind, actor, undo: { state } }) => [op, kind, actor.name, state]),
    [
      ["archived", "todo", "Bea", "possible"],
      ["updated", "todo_list", "Bea", "possible"],
      ["created", "todo", "Bea", "possible"],
      ["updated", "todo", "Bea", "possible"],
    ],
  );
  assert.deepEqual(listed.at(-1)?.fields, [
    { field: "title", from: "Call Ana", to: "Call Ben" },
    { field: "status", from: "ready", to: "done" },
    { field: "priority", from: "low", to: "high" },
  ]);
  const dry = await undo({ runId: run.id, dryRun: true });
  assert.deepEqual([dry.undone.length, dry.left], [4, []]);
  const made = await undo({ runId: run.id });
  assert.deepEqual(
    made.undone,
    listed.map(({ id }) => id),
  );
  const now = records();
  for (const [key, fields] of Object.entries(before)) assert.deepEqual(now[key], fields, key);
  const again = await undo({ runId: run.id });
  assert.deepEqual([again.undone, again.left.map(({ reason }) => reason)], [[], ["done", "done", "done", "done"]]);
});

test("an undo is a change: undoing it brings back what was undone", async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "One", content: "Words" } });
  await service.ok("updateTodo", { path: { todoId }, body: { title: "Two", content: null } });
  const [changed] = await changes({ todoId });
  await undo({ changeIds: [changed?.id] });
  const [undoing, undone] = await changes({ todoId });
  assert.deepEqual([undoing?.undoes, undone?.undo.state], [changed?.id, "done"]);
  const read = async () => {
    const { title, content } = await service.ok("getTodo", { path: { todoId } });
    return [title, content];
  };
  assert.deepEqual(await read(), ["One", "Words"]);
  await undo({ changeIds: [undoing?.id] });
  assert.deepEqual(await read(), ["Two", null]);
  const [, , first] = await changes({ todoId });
  assert.equal(first?.undo.state, "possible", "what was brought back can be undone again");
});

test("what a person changed since stays, by name: refused as a whole, or left", async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Plan", priority: "low" } });
  const run = await runOf(["update_todo", { todoId, title: "Plan it", priority: "high" }]);
  await service.ok("updateTodo", { path: { todoId }, body: { title: "Plan it all" } });
  const { status, body } = await refused({ runId: run.id });
  assert.equal(status, 409);
  assert.match(JSON.stringify(body), /title was changed since by /);
  assert.equal((await service.ok("getTodo", { path: { todoId } })).priority, "high");
  const { undone, left } = await undo({ runId: run.id, onConflict: "skip" });
  assert.deepEqual([undone.length, left.map(({ reason }) => reason)], [1, ["changed_since"]]);
  const todo = await service.ok("getTodo", { path: { todoId } });
  assert.deepEqual([todo.title, todo.priority], ["Plan it all", "low"]);
});

test("a list made by the agent that has a person's todos now stays", async () => {
  const run = await runOf(["create_todo_list", { name: "Of Bea" }]);
  const [made] = await changes({ runId: run.id });
  await service.ok("createTodo", { body: { title: "Mine", todoListId: made?.recordId ?? "" } });
  const { undone, left } = await undo({ runId: run.id, onConflict: "skip" });
  assert.deepEqual([undone, left.map(({ reason }) => reason)], [[], ["refused"]]);
  assert.match(left[0]?.why ?? "", /still holds todos/);
});

test("of a batch of fifty, those that a person has edited since stay", async () => {
  const data = Array.from({ length: 50 }, (_, at) => ({ title: `Batch ${at}` }));
  const run = await runOf(["batch_create_todos", { data }]);
  const made = await changes({ runId: run.id });
  assert.equal(made.length, 50);
  for (const { recordId: todoId } of made.slice(0, 25)) {
    await service.ok("updateTodo", { path: { todoId }, body: { priority: "low" } });
  }
  const { undone, left } = await undo({ runId: run.id, onConflict: "skip" });
  assert.deepEqual([undone.length, left.length], [25, 25]);
  assert.ok(left.every(({ reason }) => reason === "changed_since"));
});

test("archived since, erased since, and a name taken in the meantime", async () => {
  const { id: gone } = await service.ok("createTodo", { body: { title: "Gone" } });
  const { id: put } = await service.ok("createTodo", { body: { title: "Put away" } });
  const { id: named } = await service.ok("createAgent", { body: { name: "Cleo" } });
  await service.ok("updateTodo", { path: { todoId: gone }, body: { priority: "low" } });
  await service.ok("deleteTodo", { path: { todoId: gone }, query: { permanent: true } });
  await service.ok("deleteTodo", { path: { todoId: put } });
  await service.ok("updateAgent", { path: { agentId: named }, body: { name: "Dora" } });
  await service.ok("createAgent", { body: { name: "Cleo" } });
  const states = async (query: Record<string, string>) => (await changes(query)).map(({ undo: { state } }) => state);
  assert.deepEqual(await states({ todoId: gone }), ["final", "erased", "erased"]);
  assert.deepEqual(await states({ todoId: put }), ["possible", "changed_since"]);
  const renamed = (await changes({})).find(
    ({ kind, op, recordId }) => kind === "agent" && op === "updated" && recordId === named,
  );
  const { left } = await undo({ changeIds: [renamed?.id], onConflict: "skip" });
  assert.match(left[0]?.why ?? "", /already named "Cleo"/);
});

test("schedules come back as a new series; a schedule that was set goes", async () => {
  const schedule = { rrule: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0", timezone: "Europe/Berlin" };
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Water", schedule } });
  await service.ok("updateTodo", { path: { todoId }, body: { schedule: null } });
  const [ended] = await changes({ todoId });
  await undo({ changeIds: [ended?.id] });
  const todo = await service.ok("getTodo", { path: { todoId } });
  assert.deepEqual([todo.rrule, todo.scheduleStatus], [schedule.rrule, "pending"]);
  const [back] = await changes({ todoId });
  await undo({ changeIds: [back?.id] });
  assert.equal((await service.ok("getTodo", { path: { todoId } })).rrule, null);
});

test("while the agent is at work nothing of its run is undone", async () => {
  const { id: careful } = await service.ok("createAgent", { body: { name: "Careful", requiresApproval: true } });
  const chat = await service.ok("createChat", {
    body: { message: 'call create_todo {"title":"Ask first"}', agentId: careful, waitSeconds: 60 },
  });
  const { status, body } = await refused({ chatId: chat.id });
  assert.equal(status, 409);
  assert.match(JSON.stringify(body), /cancelChat/);
});

test("an import is one set of changes, and undone as one", async () => {
  const todos = ["One", "Two"].map((title, at) => ({ externalId: `${at}`, title }));
  const imported = await service.ok("createImport", { body: { source: "elsewhere", todos } });
  const [one, two] = imported.todos.map(({ todoId }) => todoId ?? assert.fail("Not imported."));
  const [change] = await changes({ todoId: one as string });
  assert.deepEqual([change?.operation, change?.op], ["createImport", "created"]);
  const { undone, left } = await undo({ changeSetId: change?.changeSetId });
  assert.deepEqual(left, []);
  assert.ok(undone.length >= 2);
  for (const todoId of [one, two])
    assert.equal((await service.ok("getTodo", { path: { todoId: todoId as string } })).isArchived, true);
});

test("exactly one way to choose, and only changes that exist", async () => {
  for (const body of [{}, { runId: agentId, chatId: agentId }]) assert.equal((await refused(body)).status, 400);
  assert.equal((await refused({ changeIds: ["1-AAAAAAAA"] })).status, 404);
  for (const name of ["runId", "chatId", "changeSetId"]) assert.equal((await refused({ [name]: agentId })).status, 404);
});

test("a change needs the scopes of its record, to be seen and to be undone", async () => {
  const { id } = await service.ok("createAgent", { body: { name: "Erik" } });
  const [made] = (await changes({})).filter(({ recordId }) => recordId === id);
  const credential = await service.keyFor(["todos:read", "todos:write"]);
  const { data } = await service.ok("listRecordChanges", { credential, query: { limit: "100" } });
  assert.ok(data.every(({ kind }) => ["todo", "todo_list", "todo_run"].includes(kind)));
  const { left } = await service.ok("undoRecordChanges", {
    credential,
    body: { changeIds: [made?.id ?? ""], onConflict: "skip" },
  });
  assert.deepEqual(
    left.map(({ reason }) => reason),
    ["missing_scope"],
  );
});

test("no operation changes a kind of record that it does not declare", () => {
  verifyDeclared(dataDir, [workspaceId]);
});
