/** Searches against a plain reckoning: pages of what is committed, one after the other. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Store } from "../../../src/actors/store/store.ts";
import type { TodoListQuery } from "../../../src/schema/todo.ts";
import { encodePosition } from "../../../src/workspace/protocol/cursor.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { changeTodo } from "../../../src/workspace/todos/change.ts";
import { readFilter } from "../../../src/workspace/todos/filter.ts";
import { insertTodo } from "../../../src/workspace/todos/insert.ts";
import { positionOf, type Sort, todoRows } from "../../../src/workspace/todos/page.ts";
import { eraseTodo, rowOfN } from "../../../src/workspace/todos/queries.ts";
import type { TodoRow } from "../../../src/workspace/todos/row.ts";
import { fakeId } from "../../helpers/ids.ts";
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
  if (index % 6 === 1) sql.run("UPDATE todos SET sealed = ? WHERE n = ?", 1 + (index % 3), n);
  sql.run("UPDATE todos SET updated_at = ? WHERE n = ?", begin + ((index * 7919) % 1000), n);
}

/** What a scan of everything finds, in the order asked for. */
function scanned(sql: Sql, query: TodoListQuery, readsCaptures: boolean): string[] {
  const column = { updatedAt: "updated_at", dueDate: "due_date", priority: "priority", createdAt: "n" }[
    query.sort as Sort
  ];
  const direction = query.order === "asc" ? "ASC" : "DESC";
  const rows = sql.all(
    `SELECT id, title, content, sealed FROM todos WHERE is_archived = 0 AND (?1 IS NULL OR status = ?1)
       AND (?2 IS NULL OR type = ?2) AND (?3 IS NULL OR priority = 4) ORDER BY ${column} IS NULL, ${column} ${direction}, n ${direction}`,
    query.status ?? null,
    query.type ?? null,
    query.priority ?? null,
  );
  const holds = (text: string | null, isRedacted: boolean): boolean =>
    text !== null && (readsCaptures || !isRedacted) && text.toLowerCase().includes(query.query as string);
  return rows
    .filter(([, title, content, redacted]) => {
      const redaction = redacted as number;
      return holds(title as string, (redaction & 1) !== 0) || holds(content as string | null, (redaction & 2) !== 0);
    })
    .map(([id]) => id as string);
}

function paged(store: Store, query: TodoListQuery, limit: number, reader: typeof caller | typeof stranger): string[] {
  const sort = query.sort as Sort;
  const ids: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const rows: TodoRow[] = store.read((sql) => {
      const walk = { filter: readFilter(sql, query, reader), sort, descending: query.order !== "asc" };
      return todoRows(sql, walk, limit, cursor);
    });
    ids.push(...rows.map((row) => row.id));
    if (rows.length < limit) return ids;
    assert.equal(new Set(ids).size, ids.length, `${JSON.stringify(query)} meets a todo twice`);
    cursor = encodePosition(positionOf(sort, rows.at(-1) as TodoRow));
  }
}

function checkAll(store: Store, words: readonly string[], limit: number): void {
  for (const query of words) {
    for (const sort of sorts) {
      for (const order of ["asc", "desc"] as const) {
        for (const other of others) {
          const asked: TodoListQuery = { query, sort, order, ...other };
          for (const reader of [caller, stranger]) {
            const wanted = store.read((sql) => scanned(sql, asked, reader === caller));
            const label = `${JSON.stringify(asked)} ${reader === caller ? "" : "without captures"}`;
            assert.deepEqual(paged(store, asked, limit, reader), wanted, label);
          }
        }
      }
    }
  }
}

test("a search in any order finds what a scan finds, page by page, before and after a change", async (t) => {
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

test("a search goes on beyond the hits whose order is kept", async (t) => {
  const store = await filled(t, 2600);
  checkAll(store, ["matter"], 100);
});

test("the order of hits ends with the state it was read from, and a page goes on where the one before it ended", async (t) => {
  const store = await filled(t, 900);
  // No invoice has a date, so that none is met in the order of dates.
  const query: TodoListQuery = { query: "invoice", sort: "dueDate", order: "asc" };
  const walked = (): string[] => paged(store, query, 20, caller);
  const rest = (cursor: string): unknown[] =>
    store.read((sql) => {
      const walk = { filter: readFilter(sql, query, caller), sort: "dueDate", descending: false } as const;
      return todoRows(sql, walk, 1000, cursor).map((row) => row.id);
    });
  const ids = walked();
  const last = ids[19] as string;
  const n = store.read((sql) => sql.get("SELECT n FROM todos WHERE id = ?", last))?.[0] as number;
  const cursor = encodePosition([null, n]);
  await change(store, (sql) => sql.run("UPDATE todos SET due_date = '2026-01-01' WHERE n = ?", n));
  assert.deepEqual(walked(), [last, ...ids.filter((id) => id !== last)]);
  assert.deepEqual(rest(cursor), ids.slice(20));
  await change(store, (sql) => eraseTodo(sql, rowOfN(sql, n)));
  assert.deepEqual(
    walked(),
    ids.filter((id) => id !== last),
  );
  assert.deepEqual(rest(cursor), ids.slice(20));
});
