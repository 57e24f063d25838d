/** Todos: made, read, changed, archived, erased. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ErrorCode } from "../../../src/schema/errors.ts";
import type { Todo } from "../../../src/schema/todo.ts";
import { pluck } from "../../helpers/pluck.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, hanging, runEnd } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker", requiresApproval: false } });
const person = { id: service.userId, type: "user" } as const;
const agent = { id: agentId, type: "agent" } as const;
const { id: helperId } = await service.ok("createAgent", { body: { name: "Helper", requiresApproval: false } });
const helper = { id: helperId, type: "agent" } as const;

const create = (body: object): Promise<Todo> => service.ok("createTodo", { body });
const read = (todoId: string): Promise<Todo> => service.ok("getTodo", { path: { todoId } });
const update = (todoId: string, body: object): Promise<Todo> => service.ok("updateTodo", { path: { todoId }, body });

async function count(title: string): Promise<number | null> {
  return (await service.ok("listTodos", { query: { query: title, include: "totalCount" } })).totalCount;
}

const { id: archivedList } = await service.ok("createTodoList", { body: { name: "Archived" } });
await service.ok("deleteTodoList", { path: { todoListId: archivedList } });
const { id: retired } = await service.ok("createAgent", { body: { name: "Retired" } });
await service.ok("deleteAgent", { path: { agentId: retired } });
const assigned = (id: string, type: string) => ({ title: "a", assignees: [{ id, type }] });

type Refused = readonly [body: object, code: ErrorCode, param: string, words?: RegExp];

const refusedCreations: readonly Refused[] = [
  [{}, "validation_failed", "title", /title, a content/],
  [{ priority: "low" }, "validation_failed", "title"],
  [{ content: "" }, "validation_failed", "title", /title, a content/],
  [{ title: " " }, "validation_failed", "title", /empty/],
  [{ title: "a", todoListId: agentId, todoListName: "b" }, "validation_failed", "todoListName", /not both/],
  [{ title: "a", todoListName: "Nowhere" }, "validation_failed", "todoListName", /"Nowhere".*"Inbox"/],
  [{ title: "a", todoListName: "Archived" }, "validation_failed", "todoListName", /"Inbox"/],
  [{ title: "a", todoListId: agentId }, "resource_not_found", "todoListId", /no todo list/],
  [{ title: "a", todoListId: archivedList }, "resource_conflict", "todoListId", /archived/],
  [{ title: "a", captureId: agentId }, "resource_not_found", "captureId", /no capture/],
  [assigned(agentId, "user"), "resource_not_found", "assignees[0].id", /no person/],
  [assigned(service.userId, "agent"), "resource_not_found", "assignees[0].id", /no agent/],
  [assigned(retired, "agent"), "resource_conflict", "assignees[0].id", /archived/],
  [assigned(agentId, "robot"), "validation_failed", "assignees[0].type"],
  [{ title: "a", assignees: [person, { id: archivedList, type: "agent" }] }, "resource_not_found", "assignees[1].id"],
  [{ title: "a", run: true }, "validation_failed", "run", /agent/],
  [{ title: "a", run: true, assignees: [] }, "validation_failed", "run", /agent/],
  [{ title: "a", run: true, assignees: [person] }, "validation_failed", "run"],
  [{ title: "x".repeat(501) }, "validation_failed", "title"],
  [{ title: "a", content: "x".repeat(100_001) }, "validation_failed", "content"],
  [{ title: "a", assignees: Array.from({ length: 51 }, () => person) }, "validation_failed", "assignees"],
  [{ title: "a", dueDate: "2026-02-30" }, "validation_failed", "dueDate", /exists/],
  [{ title: "a", priority: "none" }, "validation_failed", "priority"],
  [{ title: "a", status: "done" }, "validation_failed", "status"],
  [{ title: "a", schedule: {} }, "validation_failed", "schedule", /exactly one/],
  [{ title: "a", schedule: { rrule: "FREQ=MINUTELY" } }, "validation_failed", "schedule.rrule", /HOURLY/],
];

test(
  "a todo that says nothing, goes nowhere or runs nobody is refused, and none is made",
  {
    rules: [
      "todos.create.title-or-content",
      "todos.create.list-twice",
      "todos.create.list-name-unknown",
      "todos.create.run-needs-agent",
      "todos.create.limits",
      "todos.create.assignee-kind",
    ],
  },
  async () => {
    const before = (await service.ok("summariseTodos")).total;
    for (const [body, code, param, words = /./] of refusedCreations) {
      assert.match((await service.refuses("createTodo", { body }, code, param)).message, words);
    }
    assert.equal((await service.ok("summariseTodos")).total, before);
  },
);

test("a new todo has its defaults", { rules: ["todos.create.defaults", "todos.create.owner"] }, async () => {
  const lists = await service.ok("listTodoLists");
  const made = await create({ title: "Plain" });
  const { id, createdAt, updatedAt, ...rest } = made;
  assert.equal(createdAt, new Date(service.clock.now()).toISOString());
  assert.equal(updatedAt, createdAt);
  assert.deepEqual(await read(id), made);
  const nulls =
    "content priority dueDate captureId scheduleError retiredAt retiredBy retirementRunPolicy rrule timezone nextRunAt " +
    "lastRunAt scheduleType scheduleStatus latestRun lastNotificationStatus lastNotificationSentAt " +
    "minutesSaved minutesSavedReason minutesSavedConfidence";
  assert.deepEqual(rest, {
    ...Object.fromEntries(nulls.split(" ").map((name) => [name, null])),
    object: "todo",
    title: "Plain",
    status: "ready",
    type: "task",
    todoListId: lists.data[0]?.id,
    assignees: [person],
    isArchived: false,
    isSuggested: false,
    source: "user_created",
  });
});

test("everything that is given is stored, content to the letter", { rules: ["todos.create.markdown"] }, async () => {
  const content = "# Heading\r\n\n- [ ] one\t\n  **two** <script>&amp;</script> 🎉 \u00e9 e\u0301 ";
  const given = { title: "Full", content, priority: "urgent", type: "responsibility", dueDate: "2026-02-28" };
  const { id: captureId } = await service.ok("createCapture", { body: { type: "note", content: "A note." } });
  const made = await create({ ...given, captureId, assignees: [agent, person, agent] });
  assert.deepEqual(await read(made.id), { ...made, ...given, captureId, assignees: [agent, person] });
  assert.equal((await create({ content: "Body only" })).title, null);
  assert.deepEqual((await create({ title: "Nobody", assignees: [] })).assignees, []);
});

test("a list name matches exactly, then in any case", { rules: ["todos.create.list-name"] }, async () => {
  const names = ["straße", "Straße", "Straße"];
  const ids: string[] = [];
  for (const name of names) ids.push((await service.ok("createTodoList", { body: { name } })).id);
  const [lower, first, second] = ids;
  const target = async (todoListName: string) => (await create({ title: "a", todoListName })).todoListId;
  assert.deepEqual([await target("straße"), await target("STRASSE")], [lower, lower]);
  const { id, todoListId } = await create({ title: "a", todoListName: "Straße" });
  assert.equal(todoListId, first);
  await update(id, { todoListId: second });
  await service.ok("deleteTodoList", { path: { todoListId: first ?? "" } });
  assert.equal(await target("Straße"), second);
});

/** The agent that answers in the chat of the latest run. */
async function answering({ latestRun }: Todo): Promise<string | null> {
  return (await service.ok("getChat", { path: { chatId: latestRun?.chatId ?? "" } })).agentId;
}

test("only run true starts an agent", { rules: ["todos.create.agent-idle", "todos.create.run"] }, async () => {
  const idle = await create({ title: "Idle", assignees: [agent] });
  assert.deepEqual([idle.status, idle.latestRun], ["ready", null]);
  assert.deepEqual((await service.ok("listTodoRuns", { path: { todoId: idle.id } })).data, []);
  const body = { title: "Started", assignees: [person, agent, helper], run: true };
  const started = await create(body);
  assert.deepEqual([started.status, started.latestRun?.status], ["in_progress", "running"]);
  assert.equal(await answering(started), agentId);
  assert.equal((await runEnd(service, started.id)).status, "completed");
  const { data } = await service.ok("batchCreateTodos", { body: { data: [body, { ...body, run: false }] } });
  assert.deepEqual([data[0]?.latestRun?.status, data[1]?.latestRun], ["running", null]);
});

/** In a batch, as its second item. */
const refusedItems: readonly Refused[] = [
  [{}, "validation_failed", "title"],
  [{ content: "" }, "validation_failed", "title"],
  [{ title: "" }, "validation_failed", "title"],
  [{ title: "a", todoListId: agentId }, "resource_not_found", "todoListId"],
  [{ title: "a", todoListName: "Nowhere" }, "validation_failed", "todoListName"],
  [assigned(agentId, "user"), "resource_not_found", "assignees[0].id"],
  [{ title: "a", run: true }, "validation_failed", "run"],
  [{ title: "a", dueDate: "x" }, "validation_failed", "dueDate"],
  [{ title: "a", schedule: { rrule: "X" } }, "validation_failed", "schedule.rrule"],
];

test("batches are atomic", { rules: ["todos.batch.atomic", "todos.batch.size", "requests.param-path"] }, async () => {
  const atomic = { title: "Atomic" };
  const refuses = (data: object[], code: ErrorCode, param: string) =>
    service.refuses("batchCreateTodos", { body: { data } }, code, param);
  await refuses([], "validation_failed", "data");
  await refuses(
    Array.from({ length: 51 }, () => atomic),
    "validation_failed",
    "data",
  );
  for (const [item, code, param] of refusedItems) await refuses([atomic, item], code, `data[1].${param}`);
  await refuses([atomic, atomic, atomic, { title: "d", dueDate: "x" }], "validation_failed", "data[3].dueDate");
  assert.equal(await count("Atomic"), 0);
});

test("a batch of 50 answers in input order", { rules: ["todos.batch.order", "todos.batch.size"] }, async () => {
  const titles = Array.from({ length: 50 }, (_, n) => `Batch ${n}`);
  const { data, ...page } = await service.ok("batchCreateTodos", {
    body: { data: titles.map((title) => ({ title })) },
  });
  assert.deepEqual(pluck(data, "title"), titles);
  assert.deepEqual(page, { object: "list", hasMore: false, nextCursor: null });
  assert.equal(await count("Batch"), 50);
});

const refusedUpdates: readonly Refused[] = [
  [{ title: null }, "validation_failed", "title"],
  [{ title: " " }, "validation_failed", "title"],
  [{ todoListId: agentId }, "resource_not_found", "todoListId"],
  [{ todoListId: archivedList }, "resource_conflict", "todoListId"],
  [{ assignees: [{ id: agentId, type: "user" }] }, "resource_not_found", "assignees[0].id"],
  [{ assignees: [{ id: service.userId, type: "agent" }] }, "resource_not_found", "assignees[0].id"],
  [{ todoListName: "House" }, "validation_failed", "todoListName"],
  [{ status: "active" }, "validation_failed", "status"],
  [{ id: agentId }, "validation_failed", "id"],
  [{ captureId: agentId }, "validation_failed", "captureId"],
  [{ isArchived: true }, "validation_failed", "isArchived"],
  [{ schedule: { rrule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" } }, "validation_failed", "schedule.rrule"],
  [{ schedulePaused: true }, "occurrence_required", "schedulePaused"],
  [{ schedulePaused: false }, "occurrence_required", "schedulePaused"],
  [{ schedule: null, schedulePaused: true }, "occurrence_required", "schedulePaused"],
];

test("an update that cannot be is refused and changes nothing", { rules: ["todos.update.title-null"] }, async () => {
  const made = await create({ title: "Steady", content: "Body" });
  service.clock.advance(1000);
  for (const [body, code, param] of refusedUpdates) {
    await service.refuses("updateTodo", { path: { todoId: made.id }, body: { priority: "low", ...body } }, code, param);
  }
  assert.deepEqual(await read(made.id), made);
});

test("a todo cannot lose both texts; empty content becomes null", { rules: ["todos.update.title-null"] }, async () => {
  const { id } = await create({ content: "Only body" });
  for (const content of [null, ""]) {
    await service.refuses("updateTodo", { path: { todoId: id }, body: { content } }, "validation_failed", "content");
  }
  const titled = await update(id, { title: "Now titled", content: "" });
  assert.deepEqual([titled.title, titled.content], ["Now titled", null]);
});

test("done cancels the live chats of a todo, which stay", { rules: ["todos.update.done"] }, async () => {
  const made = await create({ title: "hang", assignees: [agent], run: true });
  await hanging(service);
  const chatId = made.latestRun?.chatId as string;
  const { id: ended } = await service.ok("createChat", { body: { message: "Hello", todoId: made.id } });
  await chatEnd(service, ended);
  assert.equal((await update(made.id, { status: "done" })).status, "done");
  const chat = await chatEnd(service, chatId);
  assert.deepEqual([chat.status, chat.isArchived], ["cancelled", false]);
  assert.equal((await service.ok("getChat", { path: { chatId: ended } })).status, "completed");
  assert.equal((await runEnd(service, made.id)).status, "cancelled");
  assert.equal((await read(made.id)).status, "done");
});

test("a todo moves to another list with its counts", { rules: ["todos.update.list", "lists.counts"] }, async () => {
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "Elsewhere" } });
  const { id } = await create({ title: "Moving" });
  assert.equal((await update(id, { todoListId })).todoListId, todoListId);
  const list = await service.ok("getTodoList", { path: { todoListId } });
  assert.deepEqual([list.todoCount, list.activeTodoCount], [1, 1]);
});

test("a joining agent starts once", { rules: ["todos.update.assignees", "todos.update.adding-agent"] }, async () => {
  const { id } = await create({ title: "Shared", assignees: [agent] });
  const stays = await update(id, { assignees: [agent, person], title: "B" });
  assert.deepEqual([stays.assignees, stays.status, stays.latestRun], [[agent, person], "ready", null]);
  const joined = await update(id, { assignees: [agent, helper] });
  assert.deepEqual([joined.assignees, joined.status], [[agent, helper], "in_progress"]);
  assert.equal(joined.latestRun?.status, "running");
  assert.equal(await answering(joined), helperId);
  const run = await runEnd(service, id);
  const stayed = await update(id, { assignees: [helper] });
  assert.deepEqual([stayed.assignees, stayed.latestRun?.id], [[helper], run.id]);
  assert.deepEqual((await update(id, { assignees: [] })).assignees, []);
  assert.equal((await service.ok("listTodoRuns", { path: { todoId: id } })).data.length, 1);
});

test("an archived or finished todo starts no agent", { rules: ["todos.update.adding-agent"] }, async () => {
  const { id } = await create({ title: "Put away" });
  const path = { todoId: id };
  await service.ok("deleteTodo", { path });
  await service.refuses("updateTodo", { path, body: { assignees: [agent] } }, "resource_conflict", "assignees");
  await service.ok("restoreTodo", { path });
  const done = await update(id, { status: "done", assignees: [agent] });
  assert.deepEqual([done.status, done.latestRun, done.assignees], ["done", null, [agent]]);
});

test(
  "archiving keeps a todo readable, again changes nothing, restoring reverses it",
  { rules: ["todos.delete.archives", "todos.get.archived", "todos.restore"] },
  async () => {
    const made = await create({ title: "Put away" });
    const path = { todoId: made.id };
    service.clock.advance(1000);
    const first = await service.ok("deleteTodo", { path });
    assert.deepEqual(first, { object: "deleted", deleted: true, recoverable: true });
    const archived = await read(made.id);
    assert.equal(archived.isArchived, true);
    service.clock.advance(1000);
    const again = await service.ok("deleteTodo", { path, query: { permanent: false } });
    assert.deepEqual(again, { object: "deleted", deleted: true, recoverable: true, alreadyArchived: true });
    assert.deepEqual(await read(made.id), archived);
    const restored = await service.ok("restoreTodo", { path });
    assert.deepEqual({ ...restored, updatedAt: "" }, { ...made, updatedAt: "" });
    assert.equal((await service.ok("restoreTodo", { path })).isArchived, false);
  },
);

test("a todo that an agent has run cannot be erased, only archived", { rules: ["todos.delete.was-run"] }, async () => {
  const { id } = await create({ title: "Ran", assignees: [agent], run: true });
  await runEnd(service, id);
  const request = { path: { todoId: id }, query: { permanent: true } };
  assert.match((await service.refuses("deleteTodo", request, "resource_conflict", null)).message, /has run/);
  await service.ok("deleteTodo", { path: { todoId: id } });
  await service.refuses("deleteTodo", request, "resource_conflict");
  assert.equal((await read(id)).isArchived, true);
});

test("erasing is final: nothing lists the todo again", { rules: ["todos.delete.erases"] }, async () => {
  for (const archiveFirst of [false, true]) {
    const { id } = await create({ title: "Unspeakable" });
    const path = { todoId: id };
    if (archiveFirst) await service.ok("deleteTodo", { path });
    const gone = await service.ok("deleteTodo", { path, query: { permanent: true } });
    assert.deepEqual(gone, { object: "deleted", deleted: true, recoverable: false });
    await service.refuses("getTodo", { path }, "resource_not_found");
    await service.refuses("restoreTodo", { path }, "resource_not_found");
    await service.refuses("updateTodo", { path, body: {} }, "resource_not_found");
    await service.refuses("deleteTodo", { path, query: { permanent: true } }, "resource_not_found");
    await service.refuses("listTodoRuns", { path }, "resource_not_found");
  }
  assert.equal(await count("Unspeakable"), 0);
});

test("a todo whose list is archived comes back in the default list", { rules: ["todos.restore-list"] }, async () => {
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "Closing" } });
  const { id } = await create({ title: "Homeless", todoListId });
  await service.ok("deleteTodo", { path: { todoId: id } });
  await service.ok("deleteTodoList", { path: { todoListId } });
  assert.equal((await read(id)).todoListId, todoListId);
  const lists = await service.ok("listTodoLists");
  assert.equal((await service.ok("restoreTodo", { path: { todoId: id } })).todoListId, lists.data[0]?.id);
});
