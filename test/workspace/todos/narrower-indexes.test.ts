/** Todos of a file of version 21, in which more indexes held the assignees, as they are found and change now. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { inspectWorkspaceFile } from "../../../src/actors/store/inspect.ts";
import { newestVersion, workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import type { Store } from "../../../src/actors/store/store.ts";
import type { TodoListQuery } from "../../../src/schema/todo.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { changeTodo } from "../../../src/workspace/todos/change.ts";
import { type Filter, readFilter } from "../../../src/workspace/todos/filter.ts";
import { todoRows } from "../../../src/workspace/todos/page.ts";
import { eraseTodo } from "../../../src/workspace/erasure/erase-todo.ts";
import { rowOfN } from "../../../src/workspace/todos/queries.ts";
import { countTodos } from "../../../src/workspace/todos/summary.ts";
import { fakeId } from "../../helpers/ids.ts";
import { change, filledBefore, idOf } from "../../helpers/old-workspace.ts";
import { pluck } from "../../helpers/pluck.ts";

const version = 21;
const people = [fakeId(1), fakeId(2), fakeId(3)] as const;
const [ana, ben, cleo] = people;
const caller = {
  workspaceId: idOf(version),
  userId: ana,
  credentialType: "session",
  credentialId: fakeId(9),
  scopes: [],
} as const;

const filterOf = (sql: Sql, query: TodoListQuery): Filter => readFilter(sql, query, caller);
const asJson = (ids: readonly string[]): string => JSON.stringify(ids.map((id) => ({ type: "user", id })));

function add(sql: Sql, n: number, assigned: readonly string[], status = "ready", priority: number | null = null): void {
  sql.run(
    `INSERT INTO todos (n, id, title, status, priority, due_date, assignees, list_n, todo_list_id, created_at, updated_at)
     VALUES (?, ?, 'T', ?, ?, ?, ?, 1, 'l', 0, 0)`,
    n,
    fakeId(100 + n),
    status,
    priority,
    `2026-01-${String(1 + (n % 28)).padStart(2, "0")}`,
    asJson(assigned),
  );
  for (const id of assigned) {
    sql.run("INSERT INTO todo_assignees (assignee_id, shelf, status, todo_n) VALUES (?, 0, ?, ?)", id, status, n);
  }
}

const openOldFile = (t: TestContext, fill: (sql: Sql) => void) => filledBefore(t, version, fill);

async function write(store: Store, action: (sql: Sql) => void): Promise<void> {
  store.begin();
  action(store.sql);
  await store.commit();
}

async function problemsIn(file: string): Promise<readonly string[]> {
  const newest = newestVersion(workspaceMigrations());
  return (await inspectWorkspaceFile(file, { workspaceId: idOf(version), newest })).problems;
}

test("todos of before are found by their assignees whatever changes, and by nobody once they are erased", async (t) => {
  const { file, store } = await openOldFile(t, (sql) => {
    add(sql, 1, [ana, ben]);
    add(sql, 2, [ana], "done");
    add(sql, 3, []);
    add(sql, 4, [cleo, ana], "in_progress");
  });
  const found = (): (readonly number[])[] =>
    people.map((id) =>
      store.read((sql) =>
        sql
          .all("SELECT todo_n FROM todo_assignees WHERE assignee_id = ? ORDER BY todo_n", id)
          .map(([n]) => n as number),
      ),
    );
  const open = (id: string): number =>
    store.read((sql) => countTodos(sql, filterOf(sql, { assigneeId: id, status: "active" })));
  assert.deepEqual(found(), [[1, 2, 4], [1], [4]]);
  const ofPeople = (...ids: string[]) => ids.map((id) => ({ type: "user", id }) as const);
  await write(store, (sql) => {
    changeTodo(sql, rowOfN(sql, 1), { status: "done", completedAt: 1 }, 1);
    changeTodo(sql, rowOfN(sql, 2), { status: "ready", completedAt: null, assignees: ofPeople(ben, cleo) }, 1);
    changeTodo(sql, rowOfN(sql, 3), { assignees: ofPeople(ana), isArchived: true }, 1);
    changeTodo(sql, rowOfN(sql, 4), { isArchived: true }, 1);
  });
  assert.deepEqual(found(), [
    [1, 3, 4],
    [1, 2],
    [2, 4],
  ]);
  assert.deepEqual(people.map(open), [0, 1, 1]);
  assert.deepEqual(await problemsIn(file), []);
  await write(store, (sql) => {
    changeTodo(sql, rowOfN(sql, 4), { isArchived: false }, 2);
    for (const n of [1, 3]) {
      sql.run("DELETE FROM todo_texts WHERE todo_n = ?", n);
      eraseTodo(sql, rowOfN(sql, n));
    }
  });
  assert.deepEqual(found(), [[4], [2], [2, 4]]);
  assert.deepEqual(await problemsIn(file), []);
});

test("a file is unsound in which todos are listed for others than their assignees", async (t) => {
  const { file, store } = await openOldFile(t, (sql) => {
    add(sql, 1, [ana]);
  });
  store.close();
  change(file, `UPDATE todo_assignees SET status = 'done'`);
  assert.deepEqual(await problemsIn(file), [
    "Todos are found by others than their assignees.",
    "Todos are not found by an assignee.",
  ]);
});

test("todos of a priority come in the order of their due dates, from a day on", async (t) => {
  const { store } = await openOldFile(t, (sql) => {
    for (let n = 1; n <= 700; n += 1) add(sql, n, [ana], "ready", n % 2 === 0 ? 4 : null);
  });
  const listed = store.read((sql) => {
    const filter = filterOf(sql, { priority: "urgent", dueAfter: "2026-01-02" });
    return todoRows(sql, { filter, sort: "dueDate", descending: false }, 1000, undefined);
  });
  const wanted = Array.from({ length: 700 }, (_, at) => at + 1).filter((n) => n % 2 === 0 && n % 28 !== 0);
  const byDay = wanted.sort((one, other) => (one % 28) - (other % 28) || one - other);
  assert.deepEqual(pluck(listed, "n"), byDay);
});
