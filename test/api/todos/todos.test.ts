/** Todos: made, read, changed, archived, erased. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ErrorCode } from "../../../src/schema/errors.ts";
import type { Todo } from "../../../src/schema/todo.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, hanging, runEnd } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker", requiresApproval: false } });
const person = { id: service.userId, type: "user" } as const;
const agent = { id: agentId, type: "agent" } as const;

const create = (body: object): Promise<Todo> => service.ok("createTodo", { body });
const read = (todoId: string): Promise<Todo> => service.ok("getTodo", { path: { todoId } });
const update = (todoId: string, body: object): Promise<Todo> => service.ok("updateTodo", { path: { todoId }, body });

async function count(title: string): Promise<number | null> {
  return (await service.ok("listTodos", { query: { query: title, include: "totalCount" } })).totalCount;
}

const refusedCreations: readonly (readonly [what: string, body: object, code: ErrorCode, param: string | null])[] = [
  ["neither title nor content", {}, "validation_failed", "title"],
  ["nothing but a priority", { priority: "low" }, "validation_failed", "title"],
  ["an empty content alone", { content: "" }, "validation_failed", "title"],
  ["two lists", { title: "a", todoListId: agentId, todoListName: "b" }, "validation_failed", "todoListName"],
  ["an unknown list name", { title: "a", todoListName: "Nowhere" }, "validation_failed", "todoListName"],
  ["run without assignees", { title: "a", run: true }, "validation_failed", "run"],
  ["run without an agent", { title: "a", run: true, assignees: [person] }, "validation_failed", "run"],
  [
    "an agent called a user",
    { title: "a", assignees: [{ ...agent, type: "user" }] },
    "resource_not_found",
    "assignees[0].id",
  ],
  [
    "a user called an agent",
    { title: "a", assignees: [{ ...person, type: "agent" }] },
    "resource_not_found",
    "assignees[0].id",
  ],
  [
    "a strange kind",
    { title: "a", assignees: [{ ...person, type: "robot" }] },
    "validation_failed",
    "assignees[0].type",
  ],
  ["a long title", { title: "x".repeat(501) }, "validation_failed", "title"],
  ["a long content", { content: "x".repeat(100_001) }, "validation_failed", "content"],
  [
    "51 assignees",
    { title: "a", assignees: Array.from({ length: 51 }, () => person) },
    "validation_failed",
    "assignees",
  ],
  ["a strange priority", { title: "a", priority: "none" }, "validation_failed", "priority"],
  ["a status", { title: "a", status: "done" }, "validation_failed", "status"],
];

test("a todo that says nothing, goes nowhere or runs nobody is refused, and none is made [todos.create.title-or-content, todos.create.list-twice, todos.create.list-name-unknown, todos.create.run-needs-agent, todos.create.limits, todos.create.assignee-kind]", async () => {
  const before = (await service.ok("summariseTodos")).total;
  for (const [what, body, code, param] of refusedCreations) {
    const error = await service.refuses("createTodo", { body }, code);
    assert.equal(error.param, param, `${what}: ${error.message}`);
  }
  assert.equal((await service.ok("summariseTodos")).total, before);
});

test("the refusal of a list name lists the existing ones [todos.create.list-name-unknown]", async () => {
  await service.ok("createTodoList", { body: { name: "Groceries" } });
  const error = await service.refuses(
    "createTodo",
    { body: { title: "a", todoListName: "Grocery" } },
    "validation_failed",
  );
  assert.match(error.message, /Groceries/);
});

test("a new todo is ready, a task, in the default list, of the credential's owner [todos.create.defaults, todos.create.owner]", async () => {
  const lists = await service.ok("listTodoLists");
  const made = await create({ title: "Plain" });
  const { id, createdAt, updatedAt, ...rest } = made;
  assert.equal(createdAt, new Date(service.clock.now()).toISOString());
  assert.equal(updatedAt, createdAt);
  assert.deepEqual(await read(id), made);
  const nulls = ["content", "priority", "dueDate", "captureId", "scheduleError", "retiredAt", "retiredBy", "rrule"];
  nulls.push(
    "retirementRunPolicy",
    "timezone",
    "nextRunAt",
    "lastRunAt",
    "scheduleType",
    "scheduleStatus",
    "latestRun",
  );
  nulls.push("lastNotificationStatus", "lastNotificationSentAt", "minutesSaved", "minutesSavedReason");
  nulls.push("minutesSavedConfidence");
  assert.deepEqual(rest, {
    ...Object.fromEntries(nulls.map((name) => [name, null])),
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

test("everything that is given is kept, content to the letter [todos.create.markdown]", async () => {
  const content = "# Heading\r\n\n- [ ] one\t\n  **two** <script>&amp;</script> 🎉 \u00e9 e\u0301 ";
  const given = { title: "Full", content, priority: "urgent", type: "responsibility", dueDate: "2026-02-28" };
  const { id } = await create({ ...given, assignees: [agent, person] });
  const made: Record<string, unknown> = await read(id);
  for (const [name, value] of Object.entries(given)) assert.equal(made[name], value, name);
  assert.deepEqual(made["assignees"], [agent, person]);
  assert.equal((await create({ content: "Body only" })).title, null);
  assert.deepEqual((await create({ title: "Nobody", assignees: [] })).assignees, []);
});

test("a list name matches exactly first, then in any case [todos.create.list-name]", async () => {
  const upper = await service.ok("createTodoList", { body: { name: "HOUSE" } });
  const exact = await service.ok("createTodoList", { body: { name: "House" } });
  assert.equal((await create({ title: "a", todoListName: "House" })).todoListId, exact.id);
  assert.equal((await create({ title: "a", todoListName: "HOUSE" })).todoListId, upper.id);
  assert.equal((await create({ title: "a", todoListName: "house" })).todoListId, upper.id);
  const street = await service.ok("createTodoList", { body: { name: "Straße" } });
  assert.equal((await create({ title: "a", todoListName: "STRASSE" })).todoListId, street.id);
});

test("assigning an agent at creation starts nothing, run true starts it [todos.create.agent-idle, todos.create.run]", async () => {
  const idle = await create({ title: "Idle", assignees: [agent] });
  assert.deepEqual([idle.status, idle.latestRun], ["ready", null]);
  assert.deepEqual((await service.ok("listTodoRuns", { path: { todoId: idle.id } })).data, []);
  const started = await create({ title: "Started", assignees: [person, agent], run: true });
  assert.deepEqual([started.status, started.latestRun?.status], ["in_progress", "running"]);
  assert.equal((await runEnd(service, started.id)).status, "completed");
});

const refusedBatches: readonly (readonly [what: string, body: object, param: string])[] = [
  ["no items", { data: [] }, "data"],
  ["51 items", { data: Array.from({ length: 51 }, () => ({ title: "Atomic" })) }, "data"],
  ["an item without text", { data: [{ title: "Atomic" }, {}] }, "data[1].title"],
  [
    "a bad date in the fourth",
    { data: ["a", "b", "c", "d"].map((title, n) => (n === 3 ? { title, dueDate: "x" } : { title: "Atomic" })) },
    "data[3].dueDate",
  ],
  [
    "an unknown list name",
    { data: [{ title: "Atomic" }, { title: "Atomic", todoListName: "Nowhere" }] },
    "data[1].todoListName",
  ],
  ["a run without agent", { data: [{ title: "Atomic" }, { title: "Atomic", run: true }] }, "data[1].run"],
];

test("one invalid item refuses the whole batch, and nothing is made [todos.batch.atomic, todos.batch.size, requests.param-path]", async () => {
  for (const [what, body, param] of refusedBatches) {
    const error = await service.refuses("batchCreateTodos", { body }, "validation_failed");
    assert.equal(error.param, param, `${what}: ${error.message}`);
  }
  assert.equal(await count("Atomic"), 0);
});

test("a batch of 50 answers in the order of its input [todos.batch.order, todos.batch.size]", async () => {
  const titles = Array.from({ length: 50 }, (_, n) => `Batch ${n}`);
  const { data } = await service.ok("batchCreateTodos", { body: { data: titles.map((title) => ({ title })) } });
  assert.deepEqual(
    data.map((todo) => todo.title),
    titles,
  );
  assert.equal(await count("Batch"), 50);
});

const refusedUpdates: readonly (readonly [what: string, body: object, code: ErrorCode, param: string | null])[] = [
  ["a null title", { title: null }, "validation_failed", "title"],
  ["a blank title", { title: " " }, "validation_failed", "title"],
  ["an unknown list", { todoListId: agentId }, "resource_not_found", "todoListId"],
  ["an unknown assignee", { assignees: [{ id: agentId, type: "user" }] }, "resource_not_found", "assignees[0].id"],
  ["a list by name", { todoListName: "House" }, "validation_failed", "todoListName"],
  ["a strange status", { status: "active" }, "validation_failed", "status"],
  ["an id", { id: agentId }, "validation_failed", "id"],
  ["the archive flag", { isArchived: true }, "validation_failed", "isArchived"],
];

test("an update that cannot be is refused and changes nothing [todos.update.title-null]", async () => {
  const made = await create({ title: "Steady", content: "Body" });
  service.clock.advance(1000);
  for (const [what, body, code, param] of refusedUpdates) {
    const error = await service.refuses(
      "updateTodo",
      { path: { todoId: made.id }, body: { priority: "low", ...body } },
      code,
    );
    assert.equal(error.param, param, `${what}: ${error.message}`);
  }
  assert.deepEqual(await read(made.id), made);
});

test("a todo cannot lose both texts; empty content becomes null [todos.update.title-null]", async () => {
  const { id } = await create({ content: "Only body" });
  for (const content of [null, ""]) {
    await service.refuses("updateTodo", { path: { todoId: id }, body: { content } }, "validation_failed", "content");
  }
  const titled = await update(id, { title: "Now titled", content: "" });
  assert.deepEqual([titled.title, titled.content], ["Now titled", null]);
});

test("fields left out keep their values, null clears [todos.update.keeps, todos.update.clears]", async () => {
  const made = await create({ title: "Keep", content: "Body", priority: "high", dueDate: "2026-05-05" });
  service.clock.advance(1000);
  const changed = await update(made.id, { type: "responsibility" });
  const updatedAt = new Date(service.clock.now()).toISOString();
  assert.deepEqual(changed, { ...made, type: "responsibility", updatedAt });
  const cleared = await update(made.id, { content: null, priority: null, dueDate: null });
  assert.deepEqual(cleared, { ...changed, content: null, priority: null, dueDate: null });
  assert.deepEqual(await update(made.id, {}), cleared);
});

test("done completes, ready reopens, in_progress can be set [todos.update.done, todos.update.reopen]", async () => {
  const { id } = await create({ title: "Round" });
  for (const status of ["in_progress", "done", "ready", "done", "in_progress"]) {
    assert.equal((await update(id, { status })).status, status);
    assert.equal((await read(id)).status, status);
  }
});

test("done cancels the live chats of a todo, which stay readable; the run ends cancelled [todos.update.done]", async () => {
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

test("a todo moves to another list, and the counts follow [todos.update.list, lists.counts]", async () => {
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "Elsewhere" } });
  const { id } = await create({ title: "Moving" });
  assert.equal((await update(id, { todoListId })).todoListId, todoListId);
  const list = await service.ok("getTodoList", { path: { todoListId } });
  assert.deepEqual([list.todoCount, list.activeTodoCount], [1, 1]);
});

test("assignees are replaced as a whole; an agent that joins starts, one that stays does not start again [todos.update.assignees, todos.update.adding-agent]", async () => {
  const { id } = await create({ title: "Shared" });
  assert.deepEqual((await update(id, { assignees: [] })).assignees, []);
  assert.equal((await read(id)).latestRun, null);
  const joined = await update(id, { assignees: [person, agent] });
  assert.deepEqual(joined.assignees, [person, agent]);
  assert.equal(joined.latestRun?.status, "running");
  const run = await runEnd(service, id);
  const stayed = await update(id, { assignees: [agent] });
  assert.deepEqual(stayed.assignees, [agent]);
  assert.equal(stayed.latestRun?.id, run.id);
  assert.equal((await service.ok("listTodoRuns", { path: { todoId: id } })).data.length, 1);
});

test("archiving keeps the todo readable; again it changes nothing; restoring brings it back [todos.delete.archives, todos.get.archived, todos.restore]", async () => {
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
});

test("a todo that an agent has run cannot be erased, only archived [todos.delete.was-run]", async () => {
  const { id } = await create({ title: "Ran", assignees: [agent], run: true });
  await runEnd(service, id);
  const request = { path: { todoId: id }, query: { permanent: true } };
  await service.refuses("deleteTodo", request, "resource_conflict");
  await service.ok("deleteTodo", { path: { todoId: id } });
  await service.refuses("deleteTodo", request, "resource_conflict");
  assert.equal((await read(id)).isArchived, true);
});

test("erasing is final: nothing finds the todo again [todos.delete.erases]", async () => {
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

test("a todo whose list is archived comes back in the default list [todos.restore-list]", async () => {
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "Closing" } });
  const { id } = await create({ title: "Homeless", todoListId });
  await service.ok("deleteTodo", { path: { todoId: id } });
  await service.ok("deleteTodoList", { path: { todoListId } });
  assert.equal((await read(id)).todoListId, todoListId);
  const lists = await service.ok("listTodoLists");
  assert.equal((await service.ok("restoreTodo", { path: { todoId: id } })).todoListId, lists.data[0]?.id);
});
