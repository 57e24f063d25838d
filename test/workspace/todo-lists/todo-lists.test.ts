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
import { begin, inbox, setting, type Setting } from "../todos/setting.ts";

const list = (space: Setting, name: string) => space.run("createTodoList", { body: { name } }).id;
const counts = (space: Setting, todoListId: string) => {
  const { todoCount, activeTodoCount } = space.run("getTodoList", { path: { todoListId } });
  return [todoCount, activeTodoCount];
};

test("a list is not archived while it contains a suggestion", (t) => {
  const space = setting(t);
  const todoListId = list(space, "Garden");
  const { id: todoId } = space.run("createTodo", { body: { title: "Mow", todoListId } });
  space.sql.run("UPDATE todos SET is_suggested = 1");
  space.refuses("deleteTodoList", { path: { todoListId } }, "resource_conflict", null, /Garden/);
  space.run("deleteTodo", { path: { todoId } });
  assert.equal(space.run("deleteTodoList", { path: { todoListId } }).deleted, true);
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
