/** Every write leaves an entry in the journal: replaying the entries gives the content of the tables. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  newestRow,
  positionNamed,
  rowName,
  rowsAfter as journalAfter,
} from "../../../src/workspace/protocol/journal/read.ts";
import {
  readingFile,
  recordsIn,
  replay,
  type JournalRow,
  type Records,
  rowsAfter,
  unlinked,
  verifyDeclared,
} from "../../helpers/journal.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const { dataDir, workspaceId } = service;

let known: Records = {};
let last = 0;

/** The rows since the last time; fails when they do not lead from what was there then to what is there now. */
function rowsSince(): JournalRow[] {
  const { records, rows } = readingFile(dataDir, workspaceId, (sql) => ({
    records: recordsIn(sql),
    rows: rowsAfter(sql, last),
  }));
  assert.deepEqual(replay(known, rows), records);
  known = records;
  last = rows.at(-1)?.n ?? last;
  return rows;
}

/** The same in words: `created todo`, touches in brackets. */
function saidSince(): string[] {
  return rowsSince().map(({ op, kind }) => (op === "touched" ? `(${kind})` : `${op} ${kind}`));
}

test("a new workspace begins with the entries of its list and its assistant", () => {
  assert.deepEqual(saidSince().slice(0, 3), ["created todo_list", "created agent", "(member)"]);
});

test("a todo that is created, changed, archived, restored and erased", async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Call Ana", priority: "low" } });
  assert.deepEqual(saidSince(), ["created todo"]);
  await service.ok("updateTodo", { path: { todoId }, body: { title: "Call Ben", dueDate: "2027-01-01" } });
  const [changed] = rowsSince();
  assert.deepEqual(
    [changed?.op, changed?.operation, changed?.actorType, changed?.before, changed?.after],
    [
      "updated",
      "updateTodo",
      "user",
      { title: "Call Ana", dueDate: null },
      { title: "Call Ben", dueDate: "2027-01-01" },
    ],
  );
  await service.ok("updateTodo", { path: { todoId }, body: { title: "Call Ben" } });
  assert.deepEqual(saidSince(), []);
  await service.ok("deleteTodo", { path: { todoId } });
  await service.ok("restoreTodo", { path: { todoId } });
  assert.deepEqual(saidSince(), ["archived todo", "restored todo"]);
  await service.ok("deleteTodo", { path: { todoId }, query: { permanent: true } });
  assert.deepEqual(saidSince(), ["erased todo", "(todo_list)"]);
  const left = readingFile(dataDir, workspaceId, (sql) => rowsAfter(sql, 0));
  const images = left.filter(({ recordId }) => recordId === todoId).map((row) => [row.before, row.after]);
  assert.deepEqual(images.flat(), [null, null, null, null, null, null, null, null, null, null]);
});

test("lists, agents and skills; a skill touches its agent", async () => {
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "Home" } });
  await service.ok("updateTodoList", { path: { todoListId }, body: { name: "House" } });
  await service.ok("deleteTodoList", { path: { todoListId } });
  assert.deepEqual(saidSince(), ["created todo_list", "updated todo_list", "archived todo_list"]);
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Ada" } });
  await service.ok("updateAgent", { path: { agentId }, body: { instructions: "Be brief." } });
  const { id: skillId } = await service.ok("createAgentSkill", { path: { agentId }, body: { name: "Write" } });
  await service.ok("deleteAgentSkill", { path: { agentId, skillId } });
  await service.ok("deleteAgent", { path: { agentId } });
  assert.deepEqual(saidSince(), [
    "created agent",
    "updated agent",
    "created agent_skill",
    "(agent)",
    "archived agent_skill",
    "(agent)",
    "archived agent",
  ]);
});

test("a schedule is a field of its todo, and what it plans is touched", async () => {
  const schedule = { rrule: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0", timezone: "Europe/Berlin" };
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Water", schedule } });
  assert.deepEqual(saidSince(), ["created todo", "(scheduled_series)", "(scheduled_occurrence)"]);
  await service.ok("updateTodo", { path: { todoId }, body: { schedulePaused: true } });
  const [paused] = rowsSince();
  assert.deepEqual([paused?.before, paused?.after], [{ schedulePaused: false }, { schedulePaused: true }]);
  await service.ok("retireTodoSchedule", { path: { todoId }, body: {} });
  const [retired] = rowsSince();
  assert.deepEqual(
    [retired?.operation, retired?.after],
    ["retireTodoSchedule", { schedule: null, schedulePaused: false }],
  );
});

test("what an agent does in a run has the agent as its actor, and the service ends the run", async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Bea", requiresApproval: false } });
  const { id: todoId } = await service.ok("createTodo", {
    body: { title: 'call create_todo {"title":"From Bea"}', assignees: [{ type: "agent", id: agentId }] },
  });
  rowsSince();
  const run = await service.ok("runTodo", { path: { todoId }, body: {} });
  await chatEnd(service, run.chatId);
  const rows = rowsSince().filter(({ op }) => op !== "touched");
  assert.deepEqual(
    rows.slice(0, 4).map(({ actorType, operation, op, kind }) => [actorType, operation, op, kind]),
    [
      ["user", "runTodo", "created", "chat"],
      ["user", "runTodo", "created", "todo_run"],
      ["user", "runTodo", "updated", "todo"],
      ["agent", "createTodo", "created", "todo"],
    ],
  );
});

test("captures, what is generated of them, and their erasing, which takes the words out of every entry", async () => {
  const { id: captureId } = await service.ok("createCapture", {
    body: { type: "note", content: "TODO: call Kestrel" },
  });
  await service.ok("updateCapture", { path: { captureId }, body: { tags: ["birds"], title: "Kestrel" } });
  await service.pass(10_000);
  rowsSince();
  await service.ok("deleteCapture", { path: { captureId }, query: { permanent: true } });
  rowsSince();
  const left = readingFile(dataDir, workspaceId, (sql) => JSON.stringify(rowsAfter(sql, 0)));
  assert.doesNotMatch(left, /Kestrel/i);
});

test("a row is named by its position and its hash, so that a row of another history is not taken for it", () => {
  readingFile(dataDir, workspaceId, (sql) => {
    const newest = newestRow(sql) ?? assert.fail("The journal is empty.");
    const [beforeIt] = journalAfter(sql, newest.n - 2, 1);
    assert.equal(positionNamed(sql, rowName(newest)), newest.n);
    assert.equal(positionNamed(sql, rowName(beforeIt ?? newest)), newest.n - 1);
    const strange = [rowName({ ...newest, hash: "AAAAAAAA" }), rowName({ ...newest, n: newest.n + 1 }), "", "12", "1-"];
    assert.deepEqual(
      strange.map((name) => positionNamed(sql, name)),
      strange.map(() => undefined),
    );
  });
});

test("each entry names the one of its record before it, and each record its newest", () => {
  assert.deepEqual(readingFile(dataDir, workspaceId, unlinked), []);
});

test("no operation changes a kind of record that it does not declare", () => {
  verifyDeclared(dataDir, [workspaceId]);
});
