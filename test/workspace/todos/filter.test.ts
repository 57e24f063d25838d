/** Every filter, sort and order against the model of the list, with seeded data, walked to the end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Caller } from "../../../src/schema/caller.ts";
import { encodePosition } from "../../../src/workspace/protocol/cursor.ts";
import { readFilter } from "../../../src/workspace/todos/filter.ts";
import { positionOf, todoRows } from "../../../src/workspace/todos/page.ts";
import { countTodos, minutesSavedBy, summarise } from "../../../src/workspace/todos/summary.ts";
import { changeTodo } from "../../../src/workspace/todos/change.ts";
import { insertTodo } from "../../../src/workspace/todos/insert.ts";
import { eraseTodo } from "../../../src/workspace/erasure/erase-todo.ts";
import { rowOfN } from "../../../src/workspace/todos/queries.ts";
import { type TodoRow, toTodo } from "../../../src/workspace/todos/row.ts";
import type { Todo } from "../../../src/schema/todo.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { fakeId } from "../../helpers/ids.ts";
import { pluck } from "../../helpers/pluck.ts";
import { listed, type TodoQuery } from "../../helpers/todo-list.ts";
import { addCapture } from "../captures.ts";
import { openTestFile, type TestFile } from "../sql.ts";

type Random = () => number;

const size = 1500;
const begin = Date.UTC(2026, 0, 5, 9);
const people = [fakeId(1), fakeId(2), fakeId(3), fakeId(4)] as const;
const lists = [fakeId(11), fakeId(12), fakeId(13)] as const;
const captures = [fakeId(21), fakeId(22), fakeId(23)] as const;
const caller: Caller = {
  workspaceId: fakeId(31),
  userId: people[0],
  credentialType: "session",
  credentialId: fakeId(32),
  scopes: ["captures:read"],
};
/** The same person, with a credential that may not read captures. */
const stranger: Caller = { ...caller, scopes: [] };
const titles = [
  "Straße fegen",
  "STRASSE",
  "Αγορά ΟΔΟΣ",
  "50% off_season",
  'a*b "quoted"',
  "İstanbul",
  "zq",
  "ordinary",
  "x",
];
const dates = ["2026-01-01", "2026-02-28", "2026-03-05", "2027-01-01"] as const;

/** Options of each part of a query; the first says nothing. */
const options: { [Part in keyof TodoQuery]-?: readonly TodoQuery[Part][] } = {
  status: [undefined, "ready", "in_progress", "done", "active"],
  priority: [undefined, "urgent", "high", "medium", "low", "none"],
  type: [undefined, "task", "responsibility"],
  todoListId: [undefined, ...lists, fakeId(99)],
  captureId: [undefined, captures[0], fakeId(99)],
  assigneeId: [undefined, people[1], people[3], fakeId(99)],
  assignedToMe: [undefined, true, false],
  unassigned: [undefined, true, false],
  includeArchived: [undefined, true, false],
  updatedSince: [
    undefined,
    ...[900_000, 1_500_000, 1_900_000].map((later) => new Date(begin + later).toISOString()),
    "2030-01-01T00:00:00Z",
  ],
  createdSince: [undefined, new Date(begin + 500_000).toISOString(), "2030-01-01T00:00:00Z"],
  dueBefore: [undefined, dates[1], "1999-01-01"],
  dueAfter: [undefined, dates[1], "2099-01-01"],
  query: [
    undefined,
    "strasse",
    "ße",
    "ΟΔΌΣ",
    "οδος",
    "%",
    "_s",
    "0% o",
    "*b",
    '"q',
    "zq",
    "z",
    "e",
    "body",
    "BODY 1",
    "nowhere",
    "qz",
  ],
  sort: [undefined, "createdAt", "updatedAt", "dueDate", "priority"],
  order: [undefined, "asc", "desc"],
};

function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

function fill(file: TestFile, random: Random, count: number): Todo[] {
  const { sql } = file;
  for (const [index, id] of lists.entries()) {
    const row = [id, id, id, index === 0, begin, begin];
    sql.run(
      `INSERT INTO todo_lists (id, name, name_key, is_default, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)`,
      ...row,
    );
  }
  for (const id of captures) addCapture(sql, id);
  file.command(() => {
    for (let index = 0; index < count; index += 1) addOne(sql, random, index);
  });
  return stored(sql).map((row) => toTodo(row, null));
}

function addOne(sql: Sql, random: Random, index: number): void {
  const assignees = people.filter(() => random() < 0.3).map((id) => ({ id, type: "user" as const }));
  insertTodo(
    sql,
    fakeId(1000 + index),
    {
      title: random() < 0.9 ? `${pick(random, titles)} ${Math.floor(random() * 50)}` : null,
      content: `${random() < 0.4 ? "Body" : "text"} ${Math.floor(random() * 20)}`,
      priority: pick(random, [null, "urgent", "high", "medium", "low"]),
      type: pick(random, ["task", "task", "responsibility"]),
      todoListId: pick(random, [lists[0], lists[0], lists[0], lists[1], lists[2]]),
      dueDate: pick(random, [null, ...dates]),
      assignees,
      captureId: pick(random, [null, null, null, ...captures]),
      isSuggested: random() < 0.1,
      source: "user_created",
      carried: null,
    },
    begin + Math.floor(index / 3) * 2000,
  );
  const n = index + 1;
  if (random() < 0.4) changeTodo(sql, rowOfN(sql, n), { status: pick(random, ["in_progress", "done"]) }, 0);
  if (random() < 0.2) changeTodo(sql, rowOfN(sql, n), { isArchived: true }, 0);
  if (random() < 0.4) sql.run("UPDATE todos SET redacted = ? WHERE n = ?", Math.floor(random() * 4), n);
  if (random() < 0.3) sql.run("UPDATE todos SET minutes_saved = ? WHERE n = ?", index % 7, n);
  sql.run("UPDATE todos SET updated_at = ? WHERE n = ?", begin + Math.floor(random() * 400) * 5000, n);
}

function stored(sql: Sql): TodoRow[] {
  const walk = (archived: boolean, captureId?: string) => {
    const query = { includeArchived: archived, ...(captureId !== undefined && { captureId }) };
    const filter = readFilter(sql, query, caller);
    return todoRows(sql, { filter, sort: "createdAt", descending: false }, 100_000, undefined);
  };
  const rows = [true, false].flatMap((archived) => [undefined, ...captures].flatMap((id) => walk(archived, id)));
  const suggested = sql.all("SELECT id FROM todos WHERE is_suggested = 1 AND capture_id IS NULL");
  for (const [id] of suggested) sql.run("UPDATE todos SET is_suggested = 0 WHERE id = ?", id as string);
  return suggested.length > 0 ? stored(sql) : [...new Map(rows.map((row) => [row.id, row])).values()];
}

function expected(all: readonly Todo[], query: TodoQuery): string[] {
  return pluck(listed(all, query, caller.userId), "id");
}

function walked(sql: Sql, query: TodoQuery, limit: number, reader: Caller): string[] {
  const sort = query.sort ?? "createdAt";
  const walk = { filter: readFilter(sql, query, reader), sort, descending: query.order !== "asc" };
  const ids: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const rows = todoRows(sql, walk, limit, cursor);
    ids.push(...rows.map((row) => row.id));
    if (rows.length < limit) return ids;
    cursor = encodePosition(positionOf(sort, rows.at(-1) as TodoRow));
  }
}

function check(sql: Sql, all: readonly Todo[], query: TodoQuery, limit: number): void {
  checkFor(caller, sql, all, query, limit);
  if (query.query !== undefined) checkFor(stranger, sql, withoutRedacted(sql, all), query, limit);
}

/** The todos with nothing in the place of what a stranger does not find them by. */
function withoutRedacted(sql: Sql, all: readonly Todo[]): Todo[] {
  const redactions = new Map(
    sql.all("SELECT id, redacted FROM todos").map(([id, redacted]) => [id, redacted as number]),
  );
  return all.map((todo) => {
    const redaction = redactions.get(todo.id) ?? 0;
    return { ...todo, title: redaction & 1 ? null : todo.title, content: redaction & 2 ? null : todo.content };
  });
}

function checkFor(reader: Caller, sql: Sql, all: readonly Todo[], query: TodoQuery, limit: number): void {
  const ids = expected(all, query);
  assert.deepEqual(walked(sql, query, limit, reader), ids, JSON.stringify(query));
  const filter = readFilter(sql, query, reader);
  assert.equal(countTodos(sql, filter), ids.length, `count ${JSON.stringify(query)}`);
  const found = new Set(ids);
  assert.equal(summarise(sql, filter).total, ids.length, `summary ${JSON.stringify(query)}`);
  const saved = all.filter((todo) => found.has(todo.id) && todo.status === "done");
  const minutes = saved.reduce((sum, todo) => sum + (todo.minutesSaved ?? 0), 0);
  assert.equal(minutesSavedBy(sql, filter), minutes, `minutes ${JSON.stringify(query)}`);
}

test("each filter, in every sort and both orders, lists exactly the todos it should, in order", (t) => {
  const file = openTestFile(t);
  const all = fill(file, seeded(7), size);
  for (const part of Object.keys(options) as (keyof TodoQuery)[]) {
    if (part === "sort" || part === "order") continue;
    for (const value of options[part].slice(part === "status" ? 0 : 1)) {
      for (const sort of ["createdAt", "updatedAt", "dueDate", "priority"] as const) {
        for (const order of ["asc", "desc"] as const) {
          check(file.sql, all, { ...(value !== undefined && { [part]: value }), sort, order }, 100);
        }
      }
    }
  }
});

test("filters together do what each of them does", (t) => {
  const file = openTestFile(t);
  const random = seeded(11);
  const all = fill(file, random, size);
  for (let round = 0; round < 1200; round += 1) {
    const query: Record<string, unknown> = {};
    for (const part of Object.keys(options) as (keyof TodoQuery)[]) {
      const value =
        random() < 0.25 || part === "sort" || part === "order" ? pick<unknown>(random, options[part]) : undefined;
      if (value !== undefined) query[part] = value;
    }
    check(file.sql, all, query, 1 + Math.floor(random() * 60));
  }
});

test("of most todos, those that somebody is assigned to are counted by those that only others are", (t) => {
  const file = openTestFile(t);
  const random = seeded(23);
  fill(file, random, 2 * size);
  const [me, other, third] = people;
  const given = [[], [other], [me, other], [other, third], [me], [me], [me], [me], [me, third], [me]];
  for (let n = 1; n <= 2 * size; n += 1) {
    const assignees = pick(random, given).map((id) => ({ id, type: "user" as const }));
    changeTodo(file.sql, rowOfN(file.sql, n), { assignees }, begin + n);
  }
  const all = stored(file.sql).map((row) => toTodo(row, null));
  const filters: readonly TodoQuery[] = [
    {},
    { type: "task" },
    { status: "active" },
    { dueAfter: dates[0] },
    { todoListId: lists[0], dueAfter: dates[0] },
    { updatedSince: new Date(begin).toISOString() },
    { createdSince: new Date(begin).toISOString() },
    { query: "e" },
    { query: "text" },
  ];
  for (const filter of filters) {
    for (const assigneeId of [me, other]) check(file.sql, all, { ...filter, assigneeId }, 60);
  }
});

test("of many todos, what less than a tenth of them changed is listed in every order", (t) => {
  const file = openTestFile(t);
  fill(file, seeded(29), 5000);
  file.sql.run("UPDATE todos SET updated_at = ? + n WHERE n % 12 = 5", begin + 10_000_000);
  const all = stored(file.sql).map((row) => toTodo(row, null));
  const updatedSince = new Date(begin + 9_000_000).toISOString();
  for (const rest of [{}, { status: "active" }, { type: "task", assigneeId: caller.userId }] as const) {
    for (const sort of ["createdAt", "updatedAt", "dueDate", "priority"] as const) {
      for (const order of ["asc", "desc"] as const) check(file.sql, all, { ...rest, updatedSince, sort, order }, 60);
    }
  }
});

test("a list since a moment begins right, whatever is erased or created, and whatever the clock does", (t) => {
  const file = openTestFile(t);
  const random = seeded(19);
  fill(file, random, 60);
  for (let round = 0; round < 120; round += 1) {
    const newest = file.sql.get("SELECT max(n) FROM todos")?.[0] as number;
    for (let n = newest; n > newest - Math.floor(random() * 9); n -= 1) eraseTodo(file.sql, rowOfN(file.sql, n));
    for (let more = Math.floor(random() * 9); more > 0; more -= 1) addAt(file.sql, begin + random() * 100_000, round);
    const all = stored(file.sql).map((row) => toTodo(row, null));
    for (const since of [20_000, 50_000, 80_000, 100_000]) {
      const createdSince = new Date(begin + since).toISOString();
      for (const sort of ["createdAt", "dueDate"] as const) {
        const query = { createdSince, sort };
        assert.deepEqual(walked(file.sql, query, 5, caller), expected(all, query), JSON.stringify(query));
      }
    }
  }
});

function addAt(sql: Sql, now: number, round: number): void {
  const texts = { title: `In round ${round}`, content: null, dueDate: dates[round % dates.length] as string };
  const rest = {
    priority: null,
    type: "task",
    assignees: [],
    captureId: null,
    isSuggested: false,
    carried: null,
  } as const;
  insertTodo(sql, fakeId(1), { ...texts, ...rest, todoListId: lists[0], source: "user_created" }, Math.floor(now));
}

test("paging lists every todo once even where all have the same key", (t) => {
  const file = openTestFile(t);
  const all = fill(file, seeded(13), 300);
  file.sql.run("UPDATE todos SET updated_at = ?, due_date = '2026-01-01', priority = 3", begin);
  const same = all.map((todo) => ({
    ...todo,
    updatedAt: new Date(begin).toISOString(),
    dueDate: "2026-01-01",
    priority: "high" as const,
  }));
  for (const sort of ["updatedAt", "dueDate", "priority"] as const) {
    for (const order of ["asc", "desc"] as const) check(file.sql, same, { sort, order }, 7);
  }
});
