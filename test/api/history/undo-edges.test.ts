/** Undoing at the edges: what others did with the same record in the meantime, what has consequences, what is seen only by some. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { workspaceFile } from "../../../src/actors/store/files.ts";
import type { RecordChange } from "../../../src/schema/history.ts";
import type { Scope } from "../../../src/schema/scopes.ts";
import { verifyDeclared } from "../../helpers/journal.ts";
import { change } from "../../helpers/old-workspace.ts";
import { pluck } from "../../helpers/pluck.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, runEnd, until } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Bea", requiresApproval: false } });

const changes = async (query: Record<string, string>): Promise<RecordChange[]> =>
  (await service.ok("listRecordChanges", { query: { limit: "100", ...query } })).data;
const undo = (body: object) => service.ok("undoRecordChanges", { body: { onConflict: "skip", ...body } });
const todoNow = (todoId: string) => service.ok("getTodo", { path: { todoId } });
const newTodo = async (body: object) => (await service.ok("createTodo", { body })).id;
type ToolCall = readonly [tool: string, input: object];
const says = (...calls: readonly ToolCall[]) =>
  calls.map(([tool, input]) => `call ${tool} ${JSON.stringify(input)}`).join("\n");

/** Has an agent do these calls in a run of that todo, or of one of its own. */
async function runOf(calls: readonly ToolCall[], onTodo?: string) {
  const todoId = onTodo ?? (await newTodo({ title: "Work" }));
  const run = await service.ok("runTodo", { path: { todoId }, body: { agentId, message: says(...calls) } });
  await chatEnd(service, run.chatId);
  return run;
}

test("of two runs on one todo the later is undone first; the earlier waits for it", async () => {
  const todoId = await newTodo({ title: "Plan", priority: "low" });
  const first = await runOf([["update_todo", { todoId, title: "Plan A", priority: "high" }]], todoId);
  const second = await runOf([["update_todo", { todoId, title: "Plan B" }]], todoId);
  const early = await undo({ runId: first.id, dryRun: true });
  assert.deepEqual(
    early.left.map(({ reason, why, fields }) => [reason, why, fields]),
    [["changed_since", "title was changed since by Bea.", ["title"]]],
  );
  assert.deepEqual((await undo({ runId: second.id })).left, []);
  assert.deepEqual((await undo({ runId: first.id })).left, []);
  const { title, priority } = await todoNow(todoId);
  assert.deepEqual([title, priority], ["Plan", "low"]);
});

test("chats that were closed with a todo stay closed, and the change says so", async () => {
  const { id: careful } = await service.ok("createAgent", { body: { name: "Careful", requiresApproval: true } });
  const todoId = await newTodo({ title: "Ask Ana" });
  const { id: chatId } = await service.ok("createChat", {
    body: { todoId, agentId: careful, message: 'call create_todo {"title":"First ask"}', waitSeconds: 60 },
  });
  const run = await runOf([["update_todo", { todoId, status: "done" }]]);
  const [done] = await changes({ runId: run.id });
  assert.deepEqual(done?.undo, { state: "possible", why: "Chats that were closed with the todo stay closed." });
  const { closedChats } = await undo({ runId: run.id });
  assert.deepEqual(
    closedChats.map((chat) => [chat.chatId, chat.todoId]),
    [[chatId, todoId]],
  );
  assert.equal((await todoNow(todoId)).status, "ready");
  assert.equal((await service.ok("getChat", { path: { chatId } })).status, "cancelled");
});

test("a suggestion that was accepted stays a todo; the rest of the change goes back", async () => {
  await service.ok("createCapture", { body: { type: "note", content: "# Call\nTODO: send the offer" } });
  const suggestions = async () =>
    (await service.ok("listTodos", { query: { query: "offer", captureId: captureId() } })).data;
  const captures = (await service.ok("listCaptures", {})).data;
  const captureId = () => captures[0]?.id ?? assert.fail("There is no capture.");
  const [suggestion] = await until("it is suggested", suggestions, (found) => found.length > 0);
  const todoId = suggestion?.id ?? "";
  const run = await runOf([["update_todo", { todoId, priority: "high" }]]);
  const { undone, left } = await undo({ runId: run.id });
  assert.equal(undone.length, 1);
  assert.deepEqual(
    left.map(({ reason, why, fields }) => [reason, why, fields]),
    [["final", "A suggestion that was accepted stays a todo.", ["isSuggested"]]],
  );
  const { priority, isSuggested } = await todoNow(todoId);
  assert.deepEqual([priority, isSuggested], [null, false]);
});

test("what carried the words of a capture cannot be had back once the capture is erased, and nobody reads it", async () => {
  const { id: captureId } = await service.ok("createCapture", { body: { type: "note", content: "Kestrel nests" } });
  const todoId = await newTodo({ title: "Before" });
  const { id: chatId } = await service.ok("createChat", {
    body: { agentId, captureIds: [captureId], message: says(["get_capture", { captureId }]), waitSeconds: 60 },
  });
  await service.ok("sendMessage", {
    path: { chatId },
    body: { message: says(["update_todo", { todoId, content: "Kestrel nests" }]), waitSeconds: 60 },
  });
  const read = async (credential: string) =>
    JSON.stringify(await service.ok("listRecordChanges", { credential, query: { todoId } }));
  const blind: readonly Scope[] = ["todos:read", "todos:write"];
  assert.match(await read(service.key), /Kestrel/);
  const withoutCaptures = await read(await service.keyFor(blind));
  assert.doesNotMatch(withoutCaptures, /Kestrel/);
  assert.match(withoutCaptures, /"field":"content"/);
  await service.ok("deleteCapture", { path: { captureId }, query: { permanent: true } });
  assert.doesNotMatch(await read(service.key), /Kestrel/);
  const { undone, left } = await undo({ chatId });
  assert.deepEqual([undone, left.map(({ reason }) => reason)], [[], ["erased"]]);
  assert.equal((await service.ok("verifyAudit", {})).isIntact, true);
});

test("an agent that was assigned is unassigned and stops, though its end has moved the todo already", async () => {
  const todoId = await newTodo({ title: "hang" });
  const path = { todoId };
  await service.ok("updateTodo", { path, body: { assignees: [{ id: agentId, type: "agent" }] } });
  const [{ changeSetId } = assert.fail()] = await changes({ todoId });
  const { left } = await undo({ changeSetId, onConflict: "refuse" });
  const { status, assignees, latestRun } = await todoNow(todoId);
  assert.deepEqual(
    [left, status, pluck(assignees, "id"), latestRun?.status],
    [[], "ready", [service.userId], "cancelled"],
  );
});

test("what is as it was before hinders nothing", async () => {
  const todoId = await newTodo({ title: "One" });
  const run = await runOf([["update_todo", { todoId, title: "Two", priority: "high" }]]);
  await service.ok("updateTodo", { path: { todoId }, body: { title: "One" } });
  assert.deepEqual((await undo({ runId: run.id, onConflict: "refuse" })).left, []);
  const second = await runOf([["update_todo", { todoId, title: "Two" }]]);
  await service.ok("updateTodo", { path: { todoId }, body: { title: "One" } });
  const { undone, left } = await undo({ runId: second.id, onConflict: "refuse" });
  assert.deepEqual([undone, left.map(({ reason, why }) => [reason, why])], [[], [["done", "It is as it was before."]]]);
  const { title, priority } = await todoNow(todoId);
  assert.deepEqual([title, priority], ["One", null]);
});

test("the same undo twice at once is done once", async () => {
  const todoId = await newTodo({ title: "One" });
  const run = await runOf([["update_todo", { todoId, title: "Two" }]]);
  const answers = await Promise.all([undo({ runId: run.id }), undo({ runId: run.id }), undo({ runId: run.id })]);
  assert.equal(answers.flatMap(({ undone }) => undone).length, 1);
  const reasons = answers.flatMap(({ left }) => left.map(({ reason }) => reason));
  assert.deepEqual(reasons, ["done", "done"]);
  assert.equal((await changes({ todoId })).filter(({ undoes }) => undoes !== null).length, 1);
});

test("undone while the run goes on: refused with the way out, and then carried out", async () => {
  const todoId = await newTodo({ title: "Quiet" });
  const message = `${says(["update_todo", { todoId, title: "Loud" }])}\nhang`;
  const { id: runId, chatId } = await service.ok("runTodo", { path: { todoId }, body: { agentId, message } });
  await until(
    "it is at work",
    () => todoNow(todoId),
    ({ title }) => title === "Loud",
  );
  const { status, body } = await service.call("undoRecordChanges", { body: { runId } });
  assert.equal(status, 409);
  assert.match(JSON.stringify(body), /cancelChat/);
  await service.ok("cancelChat", { path: { chatId } });
  assert.equal((await undo({ runId })).undone.length, 1);
  assert.equal((await todoNow(todoId)).title, "Quiet");
});

test("changes have the order in which they were made, also when the clock was set back between them", async () => {
  const todoId = await newTodo({ title: "Zero" });
  const now = service.clock.now();
  const first = await runOf([["update_todo", { todoId, title: "One" }]]);
  service.clock.setWall(now - 24 * 60 * 60_000);
  const second = await runOf([["update_todo", { todoId, title: "Two" }]]);
  service.clock.setWall(now + 60_000);
  const listed = await changes({ todoId });
  assert.deepEqual(
    listed.slice(0, 2).map(({ runId }) => runId),
    [second.id, first.id],
  );
  assert.ok((listed[0]?.at ?? "") < (listed[1]?.at ?? ""), "by its time the later change is the earlier one");
  await undo({ changeIds: listed.slice(0, 2).map(({ id }) => id) });
  assert.equal((await todoNow(todoId)).title, "Zero");
});

test("with tree, what the runs did that the run started is undone too", async () => {
  const { id: helper } = await service.ok("createAgent", { body: { name: "Helper", requiresApproval: false } });
  const todoId = await newTodo({ title: "Of a person" });
  const childTodo = await newTodo({ title: "For the helper" });
  const message = says(["update_todo", { todoId, title: "Of the helper" }]);
  const run = await runOf([["run_todo", { todoId: childTodo, agentId: helper, message }]]);
  const [asked] = (await service.ok("listApprovals", { query: { chatId: run.chatId, status: "pending" } })).data;
  await service.ok("decideApproval", { path: { approvalId: asked?.id ?? "" }, body: { decision: "approve" } });
  await chatEnd(service, run.chatId, ["completed"]);
  await runEnd(service, childTodo);
  assert.equal((await todoNow(todoId)).title, "Of the helper");
  const alone = await undo({ runId: run.id, dryRun: true });
  const whole = await undo({ runId: run.id, dryRun: true, tree: true });
  assert.equal(whole.undone.length, alone.undone.length + 1);
  await undo({ runId: run.id, tree: true });
  assert.equal((await todoNow(todoId)).title, "Of a person");
});

test("of a list that was renamed, a todo that changed lists, and a name that is taken, each is left or goes back by itself", async () => {
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "Old list" } });
  const { id: otherId } = await service.ok("createTodoList", { body: { name: "Other" } });
  const todoId = await newTodo({ title: "Mover", todoListId });
  const run = await runOf([
    ["update_todo", { todoId, todoListId: otherId, title: "Moved" }],
    ["update_todo_list", { todoListId, archived: true, name: "Closed" }],
  ]);
  await service.ok("createTodoList", { body: { name: "Old list" } });
  const { undone } = await undo({ runId: run.id });
  assert.equal(undone.length, 2);
  const list = await service.ok("getTodoList", { path: { todoListId } });
  assert.equal(list.isArchived, false);
  assert.deepEqual([(await todoNow(todoId)).title, (await todoNow(todoId)).todoListId], ["Mover", todoListId]);
});

test("a todo whose list was archived in the meantime comes back in the default list, and the change says so", async () => {
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "Spring" } });
  const todoId = await newTodo({ title: "Prune the roses", todoListId });
  const run = await runOf([["delete_todo", { todoId }]]);
  await service.ok("updateTodoList", { path: { todoListId }, body: { archived: true } });
  const why = "Its list is archived: it comes back in the default one.";
  const [archived] = await changes({ runId: run.id });
  assert.deepEqual(archived?.undo, { state: "possible", why });
  const { undone, left } = await undo({ runId: run.id, onConflict: "refuse" });
  assert.deepEqual(undone, [archived.id]);
  assert.deepEqual(left, [{ changeId: archived.id, reason: "final", why, fields: ["todoListId"] }]);
  const { isArchived, todoListId: inList } = await todoNow(todoId);
  assert.equal(isArchived, false);
  assert.notEqual(inList, todoListId);
});

test("a paused schedule that was replaced comes back paused", async () => {
  const schedule = { rrule: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0" };
  const todoId = await newTodo({ title: "Water", schedule });
  await service.ok("updateTodo", { path: { todoId }, body: { schedulePaused: true } });
  const other = { rrule: "FREQ=WEEKLY;BYDAY=MO" };
  const run = await runOf([["update_todo", { todoId, schedule: other, schedulePaused: true }]]);
  await undo({ runId: run.id });
  const { rrule, scheduleStatus } = await todoNow(todoId);
  assert.deepEqual([rrule, scheduleStatus], [schedule.rrule, "disabled"]);
});

test("no operation changes a kind of record that it does not declare", () => {
  verifyDeclared(service.dataDir, [service.workspaceId]);
});

test("records of kinds that the credential may not read are not named", async () => {
  const { id: captureId } = await service.ok("createCapture", { body: { type: "note", content: "Sesame" } });
  await service.ok("updateCapture", { path: { captureId }, body: { title: "Sesame of the note" } });
  await service.ok("updateAgent", { path: { agentId }, body: { description: "New" } });
  const mine = (await changes({})).filter(({ kind }) => kind === "capture" || kind === "agent");
  const changeIds = mine.map(({ id }) => id);
  assert.ok(mine.some(({ recordTitle }) => recordTitle === "Sesame of the note"));
  const credential = await service.keyFor(["todos:read", "todos:write"]);
  const body = { changeIds, dryRun: true, onConflict: "skip" };
  const answer = await service.ok("undoRecordChanges", { credential, body });
  assert.equal(answer.changes.length, changeIds.length);
  assert.ok(answer.changes.every(({ recordTitle }) => recordTitle === null));
  assert.doesNotMatch(JSON.stringify(answer), /Sesame|Bea/);
});

test(
  "a zone that was stored in another case when it was changed is the same zone",
  { rules: ["requests.zone-names"] },
  async (t) => {
    const own = await startTestService(t);
    const daily = (timezone: string) => ({ schedule: { rrule: "FREQ=DAILY;BYHOUR=8", timezone } });
    const hours = (timezone: string) => ({ timezone, windows: [{ days: ["monday"], start: "09:00", end: "17:00" }] });
    const { id: todoId } = await own.ok("createTodo", { body: { title: "Water", ...daily("Europe/Paris") } });
    await own.ok("updateTodo", { path: { todoId }, body: daily("Europe/Berlin") });
    const { id } = await own.ok("createAgent", { body: { name: "Ada" } });
    await own.ok("updateAgent", { path: { agentId: id }, body: { workingHours: hours("Europe/Paris") } });
    await own.ok("updateAgent", { path: { agentId: id }, body: { workingHours: hours("Europe/Berlin") } });
    await own.stop();
    // As a program before 0048 wrote them; what they are about was rewritten since.
    const lower = (column: string): string =>
      `${column} = replace(replace(${column}, 'Europe/P', 'europe/p'), 'Europe/B', 'europe/b')`;
    change(workspaceFile(own.dataDir, own.workspaceId), `UPDATE changes SET ${lower("before")}, ${lower("after")}`);
    await own.restart();
    for (const recordId of [todoId, id]) {
      const { data } = await own.ok("listRecordChanges", { query: { limit: 100 } });
      const last = data.find((entry) => entry.recordId === recordId) ?? assert.fail("There is no entry.");
      assert.doesNotMatch(JSON.stringify(data), /europe/);
      assert.deepEqual(
        (await own.ok("undoRecordChanges", { body: { changeIds: [last.id], onConflict: "skip" } })).left,
        [],
      );
    }
    assert.equal((await own.ok("getTodo", { path: { todoId } })).timezone, "Europe/Paris");
    assert.equal((await own.ok("getAgent", { path: { agentId: id } })).workingHours?.timezone, "Europe/Paris");
  },
);

test("what is undone at once is limited in characters; parts of it are undone one after the other", async () => {
  const content = "ü".repeat(100_000);
  const ids: string[] = [];
  for (let n = 0; n < 26; n++) ids.push(await newTodo({ title: `Long ${n}`, content }));
  for (const todoId of ids) {
    await service.ok("updateTodo", { path: { todoId }, body: { content: "é".repeat(100_000) } });
  }
  const changeIds = await changesOf(ids);
  for (const dryRun of [true, false]) {
    const body = { changeIds, dryRun };
    await service.refuses("undoRecordChanges", { body }, "validation_failed");
  }
  const half = changeIds.slice(0, 13);
  assert.deepEqual((await undo({ changeIds: half })).undone, half.toReversed());
  assert.equal((await todoNow(ids[0] ?? "")).content, content);
});

/** Of each todo, the change that came last. */
async function changesOf(ids: readonly string[]): Promise<string[]> {
  const last = ids.map(async (todoId) => (await changes({ todoId }))[0]?.id ?? "");
  return Promise.all(last);
}
