/** Files of earlier schemas with many todos: how long they take to open, and whether they answer as the list is worded. */
import { join } from "node:path";
import { ensureWorkspaceFile, workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore, type Store } from "../../../src/actors/store/store.ts";
import type { Caller } from "../../../src/schema/caller.ts";
import type { Todo } from "../../../src/schema/todo.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { readFilter } from "../../../src/workspace/todos/filter.ts";
import { positionOf, todoRows } from "../../../src/workspace/todos/page.ts";
import { fakeId } from "../../helpers/ids.ts";
import { listed, type TodoQuery } from "../../helpers/todo-list.ts";
import type { Bench } from "../bench.ts";
import { createDraw, type Draw } from "../draw.ts";
import { drawOldTodos, listIds, type OldTodo, ownerId, writeOldTodos } from "../old-todos.ts";
import { drawFilters, drawSearch, drawText, inSomeOrder, type World } from "../random-queries.ts";

const group = "Files of earlier schemas";
/** 1.0.0, the last one without redaction, the last one with an index of our own for searches, and one with that of SQLite. */
const versions = [4, 13, 23, 26];
const workspaceId = fakeId(0xa);
const queries = 60;
/** Todos of a list that are compared. */
const depth = 250;
const reader = { userId: ownerId, scopes: ["todos:read", "captures:read"] } as unknown as Caller;
const outsider = { userId: ownerId, scopes: ["todos:read"] } as unknown as Caller;

export async function measureMigrations(bench: Bench): Promise<void> {
  for (const version of versions) {
    bench.say(`version ${version}, ${bench.scale.todos} todos`);
    const todos = drawOldTodos(createDraw(8), bench.scale.todos, version);
    const { store, took } = await reopened(join(bench.folder(), `${version}`), version, todos);
    const differing = store.read((sql) => differences(sql, todos));
    store.close();
    const what = `a file of version ${version}`;
    const note = `${bench.scale.todos} todos, a tenth of them redacted where the schema knows it`;
    bench.add({ id: `old-${version}`, group, what: `opening ${what}`, value: took, unit: "ms", target: null, note });
    bench.add({
      id: `old-${version}-differing`,
      group,
      what: `lists of ${what} that differ from what the contract words`,
      value: differing.length,
      unit: `of ${2 * queries}`,
      target: { atMost: 0 },
      note: differing.slice(0, 5).join(", "),
    });
  }
}

/** The file written by a program of that version, opened by this one; milliseconds of CPU. */
async function reopened(
  dataDir: string,
  version: number,
  todos: readonly OldTodo[],
): Promise<{ readonly store: Store; readonly took: number }> {
  const migrations = workspaceMigrations().slice(0, version);
  const file = ensureWorkspaceFile(dataDir, workspaceId, migrations);
  const before = openStore({ file, workspaceId, pool: createPool({ maxIdle: 0 }), migrations });
  before.begin();
  writeOldTodos(before.sql, version, todos);
  await before.commit();
  before.close();
  const start = process.cpuUsage();
  const store = openStore({ file, workspaceId, pool: createPool({ maxIdle: 0 }), migrations: workspaceMigrations() });
  const { user, system } = process.cpuUsage(start);
  return { store, took: (user + system) / 1000 };
}

/** The queries that somebody is answered otherwise than by looking at every todo. */
function differences(sql: Sql, todos: readonly OldTodo[]): string[] {
  const draw = createDraw(9);
  const world: World = { listIds, from: 0, to: todos.length };
  const views = [
    { caller: reader, seen: asTodos(todos, false) },
    { caller: outsider, seen: asTodos(todos, true) },
  ];
  const paths = Array.from({ length: queries }, (_, at) => drawPath(draw, world, at));
  return paths.flatMap((path) =>
    views
      .filter(({ caller, seen }) => {
        const query = queryOf(path);
        const wanted = listed(seen, query, ownerId).slice(0, depth);
        return answered(sql, query, caller).join() !== wanted.map(({ id }) => id).join();
      })
      .map(({ caller }) => `\`${path}\` (${caller.scopes.join()})`),
  );
}

function drawPath(draw: Draw, world: World, at: number): string {
  return at % 2 === 0 ? inSomeOrder(draw, drawFilters(draw, world)) : drawSearch(draw, world, drawText(draw));
}

function queryOf(path: string): TodoQuery {
  const { searchParams } = new URL(path, "http://localhost");
  searchParams.delete("limit");
  const given = [...searchParams].map(([name, value]) => [name, value === "true" ? true : value]);
  return { sort: "createdAt", order: "desc", ...Object.fromEntries(given) } as TodoQuery;
}

/** The ids of the first todos of the list, in pages. */
function answered(sql: Sql, query: TodoQuery, caller: Caller): string[] {
  const { sort = "createdAt", order } = query;
  const list = { filter: readFilter(sql, query, caller), sort, descending: order === "desc" };
  const ids: string[] = [];
  let cursor: string | undefined;
  while (ids.length < depth) {
    const rows = todoRows(sql, list, Math.min(100, depth - ids.length), cursor);
    const last = rows.at(-1);
    if (last === undefined) break;
    ids.push(...rows.map(({ id }) => id));
    cursor = JSON.stringify(positionOf(sort, last));
  }
  return ids;
}

/** As the interface shows them; without the texts that are redacted, for who may not read captures. */
function asTodos(todos: readonly OldTodo[], isOutside: boolean): Todo[] {
  return todos.map(({ redacted, ...todo }) => ({
    ...todo,
    title: isOutside && (redacted & 1) !== 0 ? null : todo.title,
    content: isOutside && (redacted & 2) !== 0 ? null : todo.content,
  })) as unknown as Todo[];
}
