/** Searches against the model of the list: pages of what is committed, one after the other. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Store } from "../../../src/actors/store/store.ts";
import type { Todo, TodoListQuery } from "../../../src/schema/todo.ts";
import { encodePosition } from "../../../src/workspace/protocol/cursor.ts";
import type { Scan } from "../../../src/workspace/protocol/context.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { changeTodo } from "../../../src/workspace/todos/change.ts";
import { readFilter } from "../../../src/workspace/todos/filter.ts";
import { insertTodo } from "../../../src/workspace/todos/insert.ts";
import { positionOf, type Sort, todoRows } from "../../../src/workspace/todos/page.ts";
import { eraseTodo } from "../../../src/workspace/erasure/erase-todo.ts";
import { rowOfN } from "../../../src/workspace/todos/queries.ts";
import { type TodoRow, toTodo } from "../../../src/workspace/todos/row.ts";
import { fakeId } from "../../helpers/ids.ts";
import { pluck } from "../../helpers/pluck.ts";
import { listed } from "../../helpers/todo-list.ts";
import { openFresh } from "../../helpers/workspace-file.ts";

const workspaceId = fakeId(0xa);
const listId = fakeId(0xb);
const begin = Date.UTC(2026, 0, 5, 9);
const caller = {
  workspaceId,
  userId: fakeId(1),
  credentialType: "session",
  credentialId: fakeId(2),
  scopes: ["captures:read"],
} as const;
const stranger = { ...caller, scopes: [] };
const sorts = ["createdAt", "updatedAt", "dueDate", "priority"] as const;
/** What else is asked for; few of those with a word may have it. */
const others = [{}, { status: "done" }, { type: "responsibility" }, { type: "task", priority: "urgent" }] as const;

/** A store with committed todos: one in three is an invoice, none of which has a date; every one of them is a matter. */
async function filled(t: TestContext, count: number): Promise<Store> {
  const store = openFresh(t, workspaceId);
  await change(store, (sql) => {
    sql.run(
      "INSERT INTO todo_lists (id, name, name_key, is_default, created_at, updated_at) VALUES (?, 'a', 'a', 1, 0, 0)",
      listId,
    );
    for (let index = 0; index < count; index += 1) addOne(sql, index);
  });
  return store;
}

async function change(store: Store, action: (sql: Sql) => void): Promise<void> {
  store.begin();
  action(store.sql);
  await store.commit();
}

function addOne(sql: Sql, index: number): void {
  const isInvoice = index % 3 === 0;
  insertTodo(
    sql,
    fakeId(1000 + index),
    {
      title: `${isInvoice ? "Invoice" : "Voice in"} ${index % 11}`,
      content: index % 5 === 0 ? "Matter of Öl" : "matter",
      priority: ([null, "low", "medium", "high", "urgent"] as const)[(index * 7) % 5] ?? null,
      type: index % 4 === 0 ? "responsibility" : "task",
      todoListId: listId,
      dueDate: isInvoice ? null : `2026-0${1 + (index % 9)}-1${index % 7}`,
      assignees: [],
      captureId: null,
      isSuggested: false,
      source: "user_created",
      carried: null,
    },
    begin + index,
  );
  const n = index + 1;
  if (index % 5 === 2) changeTodo(sql, rowOfN(sql, n), { status: "done" }, begin);
  if (index % 17 === 4) changeTodo(sql, rowOfN(sql, n), { isArchived: true }, begin);
  if (index % 6 === 1) sql.run("UPDATE todos SET redacted = ? WHERE n = ?", 1 + (index % 3), n);
  sql.run("UPDATE todos SET updated_at = ? WHERE n = ?", begin + ((index * 7919) % 1000), n);
}

/** Every todo as that reader finds it: without the texts that are redacted. */
function everyTodo(sql: Sql, readsCaptures: boolean): Todo[] {
  const filter = readFilter(sql, {}, caller);
  const active = todoRows(sql, { filter, sort: "createdAt", descending: false }, 100_000, undefined);
  const redactions = new Map(sql.all("SELECT n, redacted FROM todos").map(([n, redacted]) => [n, redacted as number]));
  return active.map((row) => {
    const redaction = readsCaptures ? 0 : (redactions.get(row.n) ?? 0);
    const todo = toTodo(row, null);
    return { ...todo, title: redaction & 1 ? null : todo.title, content: redaction & 2 ? null : todo.content };
  });
}

interface Reading {
  readonly reader: typeof caller | typeof stranger;
  readonly limit: number;
  /** How many todos a slice passes; all when left out. */
  readonly slice?: number | undefined;
}

/** All pages, one after the other. */
function paged(store: Store, query: TodoListQuery, { reader, limit, slice }: Reading): string[] {
  const sort = query.sort as Sort;
  const ids: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const scan = slice === undefined ? undefined : { rows: slice, reached: null };
    let rows: TodoRow[];
    for (;;) {
      rows = store.read((sql) => {
        const walk = { filter: readFilter(sql, query, reader), sort, descending: query.order !== "asc", scan };
        return todoRows(sql, walk, limit, cursor);
      });
      if (!scan?.reached) break;
    }
    ids.push(...rows.map((row) => row.id));
    if (rows.length < limit) return ids;
    assert.equal(new Set(ids).size, ids.length, `${JSON.stringify(query)} meets a todo twice`);
    cursor = encodePosition(positionOf(sort, rows.at(-1) as TodoRow));
  }
}

function checkAll(store: Store, words: readonly string[], limit: number, slice?: number): void {
  for (const reader of [caller, stranger]) {
    const all = store.read((sql) => everyTodo(sql, reader === caller));
    for (const query of words) {
      for (const sort of sorts) {
        for (const order of ["asc", "desc"] as const) {
          for (const other of others) {
            const asked: TodoListQuery = { query, sort, order, ...other };
            const label = `${JSON.stringify(asked)} ${reader === caller ? "" : "without captures"}`;
            const ids = paged(store, asked, { reader, limit, slice });
            assert.deepEqual(ids, pluck(listed(all, asked, caller.userId), "id"), label);
          }
        }
      }
    }
  }
}

test("a search in any order finds what the model finds, page by page, before and after a change", async (t) => {
  const store = await filled(t, 900);
  const words = ["invoice", "voice i", "öl", "matter", "ce 1", "1", "nowhere"];
  checkAll(store, words, 40);
  await change(store, (sql) => {
    changeTodo(sql, rowOfN(sql, 1), { status: "done" }, begin);
    eraseTodo(sql, rowOfN(sql, 4));
    sql.run("UPDATE todos SET due_date = '2025-12-31', priority = 4, updated_at = ? WHERE n = 7", begin + 5000);
    addOne(sql, 900);
  });
  checkAll(store, words, 40);
});

test("a search for a very common text finds them all", async (t) => {
  const store = await filled(t, 2600);
  checkAll(store, ["matter"], 100);
});

test("texts are looked through in slices that find as much as all at once", async (t) => {
  const store = await filled(t, 300);
  checkAll(store, ["1", "öl", "qz"], 20, 30);
  const scan: Scan = { rows: 30, reached: null };
  let slices = 0;
  do {
    store.read((sql) => {
      const filter = readFilter(sql, { query: "qz" }, caller);
      return todoRows(sql, { filter, sort: "createdAt", descending: true, scan }, 26, undefined);
    });
    slices += 1;
  } while (scan.reached !== null);
  const active = store.sql.get("SELECT count(*) FROM todos WHERE visibility = 0")?.[0] as number;
  assert.equal(slices, Math.floor(active / 30) + 1);
});
