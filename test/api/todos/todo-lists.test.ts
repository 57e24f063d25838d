/** Todo lists. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const lists = async (includeArchived?: boolean) =>
  (await service.ok("listTodoLists", includeArchived === undefined ? {} : { query: { includeArchived } })).data;
const create = (body: object) => service.ok("createTodoList", { body });
const update = (todoListId: string, body: object) => service.ok("updateTodoList", { path: { todoListId }, body });
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

test("a list without a name, of a wrong colour or emoji is refused [lists.create]", async () => {
  for (const [body, param] of wrong) await service.refuses("createTodoList", { body }, "validation_failed", param);
  assert.equal((await lists()).length, 1);
});

test("the default list stays: neither deleted nor archived [lists.delete-refused, lists.default]", async () => {
  const [first] = await lists();
  const path = { todoListId: first?.id as string };
  await service.refuses("deleteTodoList", { path }, "resource_conflict");
  await service.refuses("updateTodoList", { path, body: { archived: true } }, "resource_conflict");
  const all = await lists(true);
  assert.deepEqual(
    all.map((list) => [list.isDefault, list.isArchived]),
    [[true, false]],
  );
});

test("a list with unarchived todos is not deleted, done ones count too [lists.delete-refused, lists.delete]", async () => {
  const { id: todoListId } = await create({ name: "Full" });
  const { id: todoId } = await service.ok("createTodo", { body: { title: "In it", todoListId } });
  const path = { todoListId };
  await service.refuses("deleteTodoList", { path }, "resource_conflict");
  await service.refuses("updateTodoList", { path, body: { archived: true } }, "resource_conflict");
  await service.ok("updateTodo", { path: { todoId }, body: { status: "done" } });
  await service.refuses("deleteTodoList", { path }, "resource_conflict");
  await service.ok("deleteTodo", { path: { todoId } });
  const gone = await service.ok("deleteTodoList", { path });
  assert.deepEqual([gone.deleted, gone.recoverable], [true, true]);
  assert.equal((await read(todoListId)).isArchived, true);
});

test("emoji and colour are null when left out [lists.create]", async () => {
  const plain = await create({ name: " Plain " });
  assert.deepEqual([plain.name, plain.emoji, plain.color], ["Plain", null, null]);
  assert.deepEqual([plain.isDefault, plain.isArchived, plain.todoCount, plain.activeTodoCount], [false, false, 0, 0]);
  const full = await create({ name: "Full", emoji: "🛒", color: "#22aa66" });
  assert.deepEqual([full.emoji, full.color], ["🛒", "#22aa66"]);
  assert.deepEqual(await read(full.id), full);
});

test("fields left out stay, null clears, archived archives and restores [lists.update]", async () => {
  const made = await create({ name: "Before", emoji: "🛒", color: "#22aa66" });
  const renamed = await update(made.id, { name: "After" });
  assert.deepEqual([renamed.name, renamed.emoji, renamed.color], ["After", "🛒", "#22aa66"]);
  const cleared = await update(made.id, { emoji: null, color: null });
  assert.deepEqual([cleared.name, cleared.emoji, cleared.color], ["After", null, null]);
  assert.equal((await update(made.id, { archived: true })).isArchived, true);
  assert.equal((await update(made.id, { archived: false })).isArchived, false);
  await service.refuses(
    "updateTodoList",
    { path: { todoListId: made.id }, body: { name: null } },
    "validation_failed",
    "name",
  );
});

test("lists come on one page, the default first; includeArchived adds archived ones [lists.order]", async () => {
  const { id } = await create({ name: "Hidden" });
  await service.ok("deleteTodoList", { path: { todoListId: id } });
  const shown = await service.ok("listTodoLists");
  assert.deepEqual([shown.hasMore, shown.nextCursor, shown.data[0]?.isDefault], [false, null, true]);
  assert.ok(shown.data.every((list) => !list.isArchived && list.id !== id));
  const all = await lists(true);
  assert.equal(all[0]?.isDefault, true);
  assert.ok(all.some((list) => list.id === id) && all.length > shown.data.length);
  await service.refuses("listTodoLists", { query: { limit: 1 } }, "unknown_parameter", "limit");
});

test("counts follow every change of a todo [lists.counts]", async () => {
  const { id: todoListId } = await create({ name: "Counted" });
  const counts = async () => {
    const { todoCount, activeTodoCount } = await read(todoListId);
    return [todoCount, activeTodoCount];
  };
  const body = {
    data: [
      { title: "a", todoListId },
      { title: "b", todoListId },
      { title: "c", todoListId },
    ],
  };
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

test("a workspace has at most 500 lists [lists.limit]", async () => {
  const { key: credential } = await service.addWorkspace("Full of lists");
  for (let n = 1; n < 500; n++) await service.ok("createTodoList", { credential, body: { name: `List ${n}` } });
  await service.refuses("createTodoList", { credential, body: { name: "One too many" } }, "validation_failed");
});
