/** Todo lists: what is refused, the counts, archiving. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ensureWorkspaceFile, workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore } from "../../../src/actors/store/store.ts";
import { initialise } from "../../../src/workspace/initialise.ts";
import { defaultTodoListId } from "../../../src/workspace/todo-lists/queries.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { begin, inbox, setting, type Setting, unknown } from "../todos/setting.ts";

const list = (space: Setting, name: string) => space.run("createTodoList", { body: { name } }).id;
const counts = (space: Setting, todoListId: string) => {
  const { todoCount, activeTodoCount } = space.run("getTodoList", { path: { todoListId } });
  return [todoCount, activeTodoCount];
};

test("an unknown list is 404 whatever is asked of it", (t) => {
  const space = setting(t);
  const path = { todoListId: unknown };
  for (const id of ["getTodoList", "updateTodoList", "deleteTodoList"] as const) {
    space.refuses(id, { path }, "resource_not_found", null);
  }
});

test("the default list is neither deleted nor archived", (t) => {
  const space = setting(t);
  const path = { todoListId: inbox };
  space.refuses("deleteTodoList", { path }, "resource_conflict", null, /default/);
  space.refuses("updateTodoList", { path, body: { archived: true } }, "resource_conflict", "archived", /default/);
  assert.equal(space.run("updateTodoList", { path, body: { name: "Home", archived: false } }).name, "Home");
});

test("a list is not archived while it holds todos or suggestions", (t) => {
  const space = setting(t);
  const todoListId = list(space, "Garden");
  const todo = space.run("createTodo", { body: { title: "Mow", todoListId } });
  const refused = () => {
    space.refuses("deleteTodoList", { path: { todoListId } }, "resource_conflict", null, /Garden/);
    space.refuses(
      "updateTodoList",
      { path: { todoListId }, body: { archived: true } },
      "resource_conflict",
      "archived",
    );
  };
  refused();
  space.run("updateTodo", { path: { todoId: todo.id }, body: { status: "done" } });
  refused();
  space.sql.run("UPDATE todos SET is_suggested = 1");
  refused();
  space.run("deleteTodo", { path: { todoId: todo.id } });
  assert.deepEqual(space.run("deleteTodoList", { path: { todoListId } }), {
    object: "deleted",
    deleted: true,
    recoverable: true,
  });
  assert.equal(space.run("deleteTodoList", { path: { todoListId } }).alreadyArchived, true);
});

test("the 501st list is refused, and archiving one makes room", (t) => {
  const space = setting(t);
  let last = "";
  for (let count = 2; count <= 500; count += 1) last = list(space, `List ${count}`);
  space.refuses("createTodoList", { body: { name: "One more" } }, "validation_failed", null, /500/);
  space.run("deleteTodoList", { path: { todoListId: last } });
  list(space, "One more");
  space.refuses("updateTodoList", { path: { todoListId: last }, body: { archived: false } }, "validation_failed", null);
});

test("a new list shows what was sent, and can be changed and cleared", (t) => {
  const space = setting(t);
  const made = space.run("createTodoList", { body: { name: "  Groceries ", emoji: "🛒", color: "#22AA66" } });
  assert.deepEqual(made, {
    object: "todo_list",
    id: fakeId(3),
    name: "Groceries",
    emoji: "🛒",
    color: "#22AA66",
    isDefault: false,
    isArchived: false,
    todoCount: 0,
    activeTodoCount: 0,
    createdAt: new Date(begin).toISOString(),
    updatedAt: new Date(begin).toISOString(),
  });
  space.now += 1000;
  const path = { todoListId: made.id };
  assert.deepEqual(space.run("updateTodoList", { path, body: { name: "Groceries" } }), made);
  const changed = space.run("updateTodoList", { path, body: { name: "Food", emoji: null, color: null } });
  assert.deepEqual(changed, {
    ...made,
    name: "Food",
    emoji: null,
    color: null,
    updatedAt: new Date(space.now).toISOString(),
  });
});

test("lists come with the default one first; archived ones only when asked for", (t) => {
  const space = setting(t);
  const [one, two] = [list(space, "One"), list(space, "Two")];
  space.run("deleteTodoList", { path: { todoListId: one } });
  const shown = (query: object) => space.run("listTodoLists", { query }).data.map(({ id }) => id);
  assert.deepEqual(shown({}), [inbox, two]);
  assert.deepEqual(shown({ includeArchived: false }), [inbox, two]);
  assert.deepEqual(shown({ includeArchived: true }), [inbox, one, two]);
  assert.equal(space.run("getTodoList", { path: { todoListId: one } }).isArchived, true);
  space.run("updateTodoList", { path: { todoListId: one }, body: { archived: false } });
  assert.deepEqual(shown({}), [inbox, one, two]);
});

test("counts follow the todos through every change", (t) => {
  const space = setting(t);
  const garden = list(space, "Garden");
  const { id: todoId } = space.run("createTodo", { body: { title: "Mow", todoListId: garden } });
  const path = { todoId };
  const expect = (ofGarden: number[], ofInbox: number[]) => {
    assert.deepEqual([counts(space, garden), counts(space, inbox)], [ofGarden, ofInbox]);
  };
  expect([1, 1], [0, 0]);
  space.run("updateTodo", { path, body: { status: "done" } });
  expect([1, 0], [0, 0]);
  space.run("updateTodo", { path, body: { todoListId: inbox } });
  expect([0, 0], [1, 0]);
  space.run("updateTodo", { path, body: { status: "in_progress" } });
  expect([0, 0], [1, 1]);
  space.run("deleteTodo", { path });
  expect([0, 0], [0, 0]);
  space.run("restoreTodo", { path });
  expect([0, 0], [1, 1]);
  space.run("deleteTodo", { path, query: { permanent: true } });
  expect([0, 0], [0, 0]);
});

test("a suggestion counts once it is accepted", (t) => {
  const space = setting(t);
  const { id: todoId } = space.run("createTodo", { body: { title: "Mow" } });
  space.sql.run("UPDATE todos SET is_suggested = 1");
  assert.deepEqual(counts(space, inbox), [0, 0]);
  space.run("updateTodo", { path: { todoId } });
  assert.deepEqual(counts(space, inbox), [1, 1]);
});

test("a connection that goes from one workspace to another has the default list of the other", async (t) => {
  const [dataDir, migrations, ids] = [tempDir(t), workspaceMigrations(), createFakeIds()];
  const pool = createPool({ maxIdle: 1 });
  t.after(() => pool.close());
  const found: string[] = [];
  for (const workspaceId of [fakeId(0xa1), fakeId(0xa2)]) {
    const file = ensureWorkspaceFile(dataDir, workspaceId, migrations);
    const store = openStore({ file, workspaceId, pool, migrations });
    store.begin();
    initialise(store.sql, { now: begin, newId: () => ids.uuid(), members: [] });
    await store.commit();
    found.push(store.read(defaultTodoListId), store.read(defaultTodoListId));
    store.close();
  }
  assert.deepEqual(found, [fakeId(1), fakeId(1), fakeId(3), fakeId(3)]);
});
