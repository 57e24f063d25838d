/** Todo lists. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { pluck } from "../../helpers/pluck.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const lists = async (includeArchived?: boolean) =>
  (await service.ok("listTodoLists", includeArchived === undefined ? {} : { query: { includeArchived } })).data;
const create = (body: object) => service.ok("createTodoList", { body });
const update = (todoListId: string, body: object) => service.ok("updateTodoList", { path: { todoListId }, body });
const now = () => new Date(service.clock.now()).toISOString();
const read = (todoListId: string) => service.ok("getTodoList", { path: { todoListId } });

const wrong = [
  [{}, "name"],
  [{ name: "  " }, "name"],
  [{ name: "x".repeat(201) }, "name"],
  [{ name: "a", color: "red" }, "color"],
  [{ name: "a", color: "#12345" }, "color"],
  [{ name: "a", emoji: "x".repeat(17) }, "emoji"],
  [{ name: "a", isDefault: true }, "isDefault"],
] as const;

test("a list without a name, of a wrong colour or emoji is refused", { rules: ["lists.create"] }, async () => {
  for (const [body, param] of wrong) await service.refuses("createTodoList", { body }, "validation_failed", param);
  assert.equal((await lists()).length, 1);
});

test("the default list is not deleted", { rules: ["lists.delete-refused", "lists.default"] }, async () => {
  const [first] = await lists();
  const path = { todoListId: first?.id as string };
  assert.match((await service.refuses("deleteTodoList", { path }, "resource_conflict", null)).message, /default/);
  const archive = { path, body: { archived: true } };
  const error = await service.refuses("updateTodoList", archive, "resource_conflict", "archived");
  assert.match(error.message, /default/);
  const all = await lists(true);
  assert.deepEqual([pluck(all, "isDefault"), pluck(all, "isArchived")], [[true], [false]]);
  assert.equal((await update(path.todoListId, { name: "Home", archived: false })).name, "Home");
});

test("a list with unarchived todos stays", { rules: ["lists.delete-refused", "lists.delete"] }, async () => {
  const { id: todoListId } = await create({ name: "Full" });
  const { id: todoId } = await service.ok("createTodo", { body: { title: "In it", todoListId } });
  const path = { todoListId };
  const refused = async () => {
    assert.match((await service.refuses("deleteTodoList", { path }, "resource_conflict", null)).message, /Full/);
    await service.refuses("updateTodoList", { path, body: { archived: true } }, "resource_conflict", "archived");
  };
  await refused();
  await service.ok("updateTodo", { path: { todoId }, body: { status: "done" } });
  await refused();
  await service.ok("deleteTodo", { path: { todoId } });
  const gone = { object: "deleted", deleted: true, recoverable: true };
  assert.deepEqual(await service.ok("deleteTodoList", { path }), gone);
  assert.equal((await read(todoListId)).isArchived, true);
  assert.deepEqual(await service.ok("deleteTodoList", { path }), { ...gone, alreadyArchived: true });
});

test("emoji and colour are null when left out", { rules: ["lists.create"] }, async () => {
  const { id, createdAt, updatedAt, ...plain } = await create({ name: " Plain " });
  assert.deepEqual([createdAt, updatedAt], [now(), now()]);
  const states = { isDefault: false, isArchived: false, todoCount: 0, activeTodoCount: 0 };
  assert.deepEqual(plain, { object: "todo_list", name: "Plain", emoji: null, color: null, ...states });
  const full = await create({ name: "Full", emoji: "🛒", color: "#22AA66" });
  assert.deepEqual([full.emoji, full.color], ["🛒", "#22AA66"]);
  assert.deepEqual(await read(full.id), full);
  assert.notEqual(id, full.id);
});

test("fields left out stay, null clears, archived archives and restores", { rules: ["lists.update"] }, async () => {
  const made = await create({ name: "Before", emoji: "🛒", color: "#22aa66" });
  service.clock.advance(1000);
  assert.deepEqual(await update(made.id, { name: "Before" }), made);
  const renamed = await update(made.id, { name: "After" });
  assert.deepEqual(renamed, { ...made, name: "After", updatedAt: now() });
  assert.deepEqual(await update(made.id, { emoji: null, color: null }), { ...renamed, emoji: null, color: null });
  assert.equal((await update(made.id, { archived: true })).isArchived, true);
  assert.equal((await update(made.id, { archived: false })).isArchived, false);
  const nameless = { path: { todoListId: made.id }, body: { name: null } };
  await service.refuses("updateTodoList", nameless, "validation_failed", "name");
});

test("lists come on one page, default first; archived on demand", { rules: ["lists.order"] }, async () => {
  const [hidden, shown] = [await create({ name: "Hidden" }), await create({ name: "Shown" })];
  await service.ok("deleteTodoList", { path: { todoListId: hidden.id } });
  const { data, ...page } = await service.ok("listTodoLists");
  assert.deepEqual(page, { object: "list", hasMore: false, nextCursor: null });
  assert.deepEqual([data[0]?.isDefault, data.at(-1)?.id], [true, shown.id]);
  assert.ok(data.every((list) => !list.isArchived && list.id !== hidden.id));
  assert.deepEqual(await lists(false), data);
  const all = pluck(await lists(true), "id");
  assert.deepEqual([all[0], ...all.slice(-2)], [data[0]?.id, hidden.id, shown.id]);
  await update(hidden.id, { archived: false });
  assert.deepEqual(pluck(await lists(), "id").slice(-2), [hidden.id, shown.id]);
  await service.refuses("listTodoLists", { query: { limit: 1 } }, "unknown_parameter", "limit");
});

test("counts follow every change of a todo", { rules: ["lists.counts"] }, async () => {
  const { id: todoListId } = await create({ name: "Counted" });
  const counts = async () => {
    const { todoCount, activeTodoCount } = await read(todoListId);
    return [todoCount, activeTodoCount];
  };
  const body = { data: ["a", "b", "c"].map((title) => ({ title, todoListId })) };
  const { data } = await service.ok("batchCreateTodos", { body });
  const [one, two, three] = data.map((todo) => ({ todoId: todo.id }));
  assert.deepEqual(await counts(), [3, 3]);
  await service.ok("updateTodo", { path: one as { todoId: string }, body: { status: "done" } });
  assert.deepEqual(await counts(), [3, 2]);
  await service.ok("deleteTodo", { path: two as { todoId: string } });
  assert.deepEqual(await counts(), [2, 1]);
  await service.ok("deleteTodo", { path: three as { todoId: string }, query: { permanent: true } });
  assert.deepEqual(await counts(), [1, 0]);
  await service.ok("restoreTodo", { path: two as { todoId: string } });
  await service.ok("updateTodo", { path: one as { todoId: string }, body: { status: "ready" } });
  assert.deepEqual(await counts(), [2, 2]);
});

test("a workspace has at most 500 lists; archiving one makes room", { rules: ["lists.limit"] }, async () => {
  const { key: credential } = await service.addWorkspace("Full of lists");
  const add = { credential, body: { name: "One more" } };
  for (let n = 2; n < 500; n++) await service.ok("createTodoList", add);
  const path = { todoListId: (await service.ok("createTodoList", add)).id };
  assert.match((await service.refuses("createTodoList", add, "validation_failed", null)).message, /500/);
  await service.ok("deleteTodoList", { credential, path });
  await service.ok("createTodoList", add);
  await service.refuses("updateTodoList", { credential, path, body: { archived: false } }, "validation_failed", null);
});
