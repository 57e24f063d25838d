/** Searches, lists and counts that are kept: whatever is written, undone or written twice, they say what is found from scratch. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import type { Store } from "../../../src/actors/store/store.ts";
import type { Caller } from "../../../src/schema/caller.ts";
import type { TodoListQuery } from "../../../src/schema/todo.ts";
import { encodePosition } from "../../../src/workspace/cursor.ts";
import type { Sql } from "../../../src/workspace/sql.ts";
import { insertTodoList } from "../../../src/workspace/todo-lists/queries.ts";
import { changeTodo, type TodoChange } from "../../../src/workspace/todos/change.ts";
import { readFilter } from "../../../src/workspace/todos/filter.ts";
import { insertTodo } from "../../../src/workspace/todos/insert.ts";
import { countTodos, todoRows } from "../../../src/workspace/todos/page.ts";
import { eraseTodo, setStatusForRun } from "../../../src/workspace/todos/queries.ts";
import { idOf } from "../../../src/workspace/todos/row.ts";
import { rowOfId } from "../../../src/workspace/todos/kept.ts";
import { groupsOf } from "../../../src/workspace/todos/tally.ts";
import { positionOf } from "../../../src/workspace/todos/stretch.ts";
import { fakeId } from "../../helpers/ids.ts";
import { withoutKeptTodos } from "../../helpers/kept-todos.ts";
import { openFresh } from "../../helpers/workspace-file.ts";

const workspaceId = fakeId(0xa);
const listId = fakeId(0xb);
const begin = Date.UTC(2026, 0, 5, 9);
const caller = { workspaceId, userId: fakeId(1), credentialType: "session", credentialId: fakeId(2) } as const;
const count = 4600;
/** Bytes for a tenth of their rows. */
const someRows = 500_000;
const somebody = { id: fakeId(7), type: "user" } as const;

/** Every second of so many todos is an invoice, of which a few have a date; all of them say something of a matter, a few are given to somebody. */
async function filled(t: TestContext): Promise<Store> {
  const store = openFresh(t, workspaceId, someRows);
  store.begin();
  insertTodoList(store.sql, listId, { name: "Inbox", emoji: null, color: null, isArchived: false }, true, begin);
  for (let at = 0; at < count; at += 1) addOne(store.sql, at);
  await store.commit();
  return store;
}

function addOne(sql: Sql, at: number): void {
  const isInvoice = at % 2 === 0;
  insertTodo(
    sql,
    fakeId(1000 + at),
    {
      title: isInvoice ? "Invoice" : "Voice in",
      content: `matter ${at % 11}`,
      priority: at % 9 === 0 ? "urgent" : null,
      type: at % 12 === 0 ? "responsibility" : "task",
      todoListId: listId,
      dueDate: isInvoice && at % 1000 !== 0 ? null : `2026-0${1 + (at % 9)}-1${at % 7}`,
      assignees: at % 50 === 0 ? [somebody] : [],
      captureId: null,
      isSuggested: false,
      source: "user_created",
      carried: null,
    },
    begin + at,
  );
  if (at % 26 === 0) setStatusForRun(sql, idAt(sql, newest(sql)), "done", begin + at);
}

const asked: readonly TodoListQuery[] = [
  { query: "invoice", sort: "dueDate", order: "asc" },
  { query: "invoice", sort: "dueDate", order: "desc" },
  { query: "invoice", sort: "updatedAt", order: "asc", type: "responsibility", priority: "urgent" },
  { query: "invoice", sort: "priority", order: "desc", status: "done" },
  { query: "invoice", sort: "createdAt", order: "desc", type: "responsibility", priority: "urgent" },
  { query: "invoice", sort: "createdAt", order: "asc", status: "done" },
  { query: "matter", sort: "createdAt", order: "desc", status: "done", type: "responsibility" },
  { query: "invoice", sort: "dueDate", order: "asc", createdSince: new Date(begin + 20).toISOString() },
  { type: "responsibility", priority: "urgent", sort: "dueDate", order: "asc" },
  { type: "responsibility", sort: "updatedAt", order: "desc" },
  { status: "done", priority: "urgent", sort: "dueDate", order: "desc" },
  { status: "done", type: "responsibility", sort: "priority", order: "asc" },
  { dueAfter: "2026-03-01", dueBefore: "2026-03-31", sort: "createdAt", order: "desc" },
  { dueBefore: "2026-02-15", sort: "priority", order: "asc" },
  { type: "task", status: "ready", sort: "updatedAt", order: "asc" },
  { type: "task", sort: "updatedAt", order: "desc" },
  { sort: "createdAt", order: "desc" },
  { sort: "createdAt", order: "asc", status: "done" },
  { sort: "dueDate", order: "asc" },
  { sort: "priority", order: "desc", status: "active" },
  { sort: "updatedAt", order: "desc" },
  { sort: "updatedAt", order: "asc", includeArchived: true },
  { sort: "createdAt", order: "desc", assigneeId: fakeId(7) },
  { sort: "dueDate", order: "desc", assigneeId: fakeId(7), status: "active" },
  { sort: "createdAt", order: "desc", unassigned: true, todoListId: listId },
  { sort: "createdAt", order: "desc", updatedSince: new Date(begin + 200).toISOString() },
  { sort: "createdAt", order: "asc", createdSince: new Date(begin + 200).toISOString() },
  { sort: "dueDate", order: "asc", createdSince: new Date(begin + 200).toISOString() },
  {
    dueAfter: "2026-02-01",
    dueBefore: "2026-02-28",
    sort: "priority",
    order: "asc",
    createdSince: new Date(begin + 2000).toISOString(),
  },
];

/** What is only counted. */
const counted: readonly TodoListQuery[] = [
  {},
  { query: "matter 7" },
  { query: "invoice", priority: "urgent" },
  { status: "active", includeArchived: true },
  { createdSince: new Date(begin + count - 30).toISOString() },
];

function reader(readsCaptures: boolean): Caller {
  return { ...caller, scopes: readsCaptures ? ["captures:read"] : [] };
}

/** The ids that a search finds, read in so many pages. */
function found(sql: Sql, query: TodoListQuery, readsCaptures: boolean, pages: number, limit: number): string[] {
  const filter = readFilter(sql, query, reader(readsCaptures));
  const sort = query.sort ?? "createdAt";
  const walk = { filter, sort, descending: query.order === "desc" };
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const rows = todoRows(sql, walk, limit, cursor);
    ids.push(...rows.map(idOf));
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) break;
    cursor = encodePosition(positionOf(sort, last));
  }
  return ids;
}

/** The first two pages, or so many that they go on beyond the hits that are kept; of who may read captures in every second round. */
function compare(store: Store, round: number, pages = 2): void {
  const limit = 40;
  store.read((sql) => {
    for (const [at, query] of asked.entries()) {
      const readsCaptures = (at + round) % 2 === 0;
      const wanted = found(withoutKeptTodos(sql), query, readsCaptures, 1, pages * limit);
      assert.deepEqual(found(sql, query, readsCaptures, pages, limit), wanted, JSON.stringify(query));
      const filter = readFilter(sql, query, reader(readsCaptures));
      assert.equal(countTodos(sql, filter), countTodos(withoutKeptTodos(sql), filter), JSON.stringify(query));
    }
    for (const [at, query] of counted.entries()) {
      const filter = readFilter(sql, query, reader((at + round) % 2 === 0));
      assert.deepEqual(groupsOf(sql, filter), groupsOf(withoutKeptTodos(sql), filter), JSON.stringify(query));
    }
  });
}

type Act = (sql: Sql, n: number, pick: number) => void;

const changes: readonly TodoChange[] = [
  { title: "Invoice of the end" },
  { title: "Nothing of it" },
  { dueDate: "2025-12-31" },
  { dueDate: "2026-05-15" },
  { dueDate: null },
  { status: "done" },
  { status: "ready" },
  { isArchived: true },
  { isArchived: false },
  { type: "responsibility" },
  { priority: "urgent" },
  { assignees: [somebody] },
  { assignees: [] },
];

const acts = {
  create: (sql, _, pick) => addOne(sql, pick),
  change: (sql, n, pick) => {
    changeTodo(sql, n, changes[pick % changes.length] as TodoChange, begin + pick);
    // As who changed it is answered what it is now: it is in memory then.
    if (pick % 4 > 0) rowOfId(sql, idAt(sql, n));
  },
  erase: (sql, n) => eraseTodo(sql, n),
  eraseLast: (sql) => eraseTodo(sql, newest(sql)),
  run: (sql, n, pick) => setStatusForRun(sql, idAt(sql, n), pick % 5 > 1 ? "done" : "ready", begin + pick),
  seal: (sql, n, pick) => sql.runOn(n, "UPDATE todos SET sealed = ? WHERE n = ?", pick % 4, n),
  archiveMany: (sql, n) => {
    for (let one = n; one < n + 150; one += 1) changeTodo(sql, one, { isArchived: true }, begin);
  },
  restoreMany: (sql, n) => {
    for (let one = n; one < n + 300; one += 1) changeTodo(sql, one, { isArchived: false }, begin);
  },
  undeclared: (sql, n) => sql.run("UPDATE todos SET due_date = '2026-02-02' WHERE n = ?", n),
} as const satisfies Readonly<Record<string, Act>>;

function newest(sql: Sql): number {
  return sql.get("SELECT max(n) FROM todos")?.[0] as number;
}

function idAt(sql: Sql, n: number): string {
  return sql.get("SELECT id FROM todos WHERE n = ?", n)?.[0] as string;
}

/** The first todo at the place or behind it, counted so that the first and the last ones come often. */
function todoAt(sql: Sql, pick: number): number {
  const place = [pick % 60, newest(sql) - (pick % 60), pick][pick % 3] as number;
  return (
    (sql.get("SELECT n FROM todos WHERE n >= ? ORDER BY n LIMIT 1", place)?.[0] as number | undefined) ?? newest(sql)
  );
}

interface Step {
  readonly name: keyof typeof acts;
  readonly pick: number;
}

interface Group {
  readonly steps: readonly Step[];
  readonly end: "commit" | "undo" | "twice" | "in part";
}

const names = Object.keys(acts) as (keyof typeof acts)[];
const often = ["create", "change", "change", "change", "run", "archiveMany"] as const;
const group = fc.record<Group>({
  steps: fc.array(fc.record({ name: fc.constantFrom(...names, ...often, ...often), pick: fc.nat({ max: count }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  end: fc.constantFrom("commit", "commit", "commit", "undo", "twice", "in part"),
});

function carryOut(sql: Sql, steps: readonly Step[]): void {
  for (const { name, pick } of steps) acts[name](sql, todoAt(sql, pick), pick);
}

async function write(store: Store, { steps, end }: Group, round: number): Promise<void> {
  store.begin();
  if (end === "in part") store.savepoint();
  carryOut(store.sql, steps);
  if (end === "in part") {
    store.rollbackTo();
    carryOut(store.sql, steps.slice(1));
  }
  if (end === "twice" || end === "undo") store.rollback();
  if (end === "undo") return;
  if (end === "twice") {
    store.begin();
    carryOut(store.sql, steps);
  }
  const committed = store.commit();
  compare(store, round);
  await committed;
}

test("searches and lists that are kept find, and counts say, what a look from scratch does, whatever was written meanwhile [todos.list.query]", async (t) => {
  const store = await filled(t);
  compare(store, 0);
  for (const [at, one] of fc
    .sample(group, { seed: 11, numRuns: Number(process.env["DAYSHIFT_WALKS"] ?? 45) })
    .entries()) {
    await write(store, one, at);
    compare(store, at);
    compare(store, at + 1, at % 6 === 0 ? 55 : 1);
  }
});

test("the last of a first page and another one move to its front at once, and both are there [todos.list.query]", async (t) => {
  const store = await filled(t);
  const query: TodoListQuery = { sort: "dueDate", order: "asc" };
  const first = store.read((sql) => found(sql, query, true, 1, 40));
  const others = store.read((sql) => found(sql, { ...query, order: "desc" }, true, 1, 40));
  store.begin();
  const moved = [others[0], first.at(-1)].map((id) => id as string);
  for (const [at, id] of moved.entries()) {
    const n = store.sql.get("SELECT n FROM todos WHERE id = ?", id)?.[0] as number;
    changeTodo(store.sql, n, { dueDate: `2025-01-0${at + 1}` }, begin);
    rowOfId(store.sql, id);
  }
  await store.commit();
  assert.deepEqual(
    store.read((sql) => found(sql, query, true, 1, 40)),
    [...moved, ...first.slice(0, 38)],
  );
});
