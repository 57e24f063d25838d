/** The journal of a workspace, compared with its tables: an entry too few or wrong shows as a difference. */
import assert from "node:assert/strict";
import { workspaceFile } from "../../src/actors/store/files.ts";
import { createPool } from "../../src/actors/store/pool.ts";
import { unpack } from "../../src/actors/runtime/ids.ts";
import { createReader } from "../../src/actors/store/reader.ts";
import type { Operation } from "../../src/schema/operation.ts";
import { appTable, publicTable } from "../../src/schema/operations/index.ts";
import { agentRecord, skillRecord } from "../../src/workspace/agents/recorded.ts";
import { captureRecord } from "../../src/workspace/captures/recorded.ts";
import { chatRecord } from "../../src/workspace/chats/row.ts";
import type { Recorded, Sql } from "../../src/workspace/protocol/sql.ts";
import { todoListRecord } from "../../src/workspace/todo-lists/queries.ts";
import { todoRecord } from "../../src/workspace/todos/row.ts";
import { runRecord } from "../../src/workspace/todos/run-rows.ts";

const kinds: readonly Recorded[] = [
  todoRecord,
  todoListRecord,
  chatRecord,
  agentRecord,
  skillRecord,
  captureRecord,
  runRecord,
];

type Fields = Readonly<Record<string, unknown>>;
/** The own fields of every record, by kind and id. */
export type Records = Readonly<Record<string, Fields>>;

/** A row of the journal. */
export interface JournalRow {
  readonly n: number;
  readonly operation: string | null;
  readonly actorType: string | null;
  readonly kind: string;
  readonly recordId: string;
  readonly op: string;
  readonly before: Fields | null;
  readonly after: Fields | null;
  readonly captures: readonly string[] | null;
}

/** Reads the file of a workspace that a service of this process has open. */
export function readingFile<T>(dataDir: string, workspaceId: string, read: (sql: Sql) => T): T {
  const pool = createPool({ maxIdle: 1 });
  const reader = createReader(pool, workspaceFile(dataDir, workspaceId));
  try {
    return reader.read(read as (sql: Sql) => never);
  } finally {
    reader.release();
    pool.close();
  }
}

/** What the tables hold. */
export function recordsIn(sql: Sql): Records {
  const all = kinds.flatMap((record) =>
    sql.all(`SELECT id FROM ${record.table}`).map(([id]) => {
      return [`${record.kind} ${id}`, record.image(sql, id as string)?.fields ?? {}] as const;
    }),
  );
  return Object.fromEntries(all);
}

/** The rows of the journal after that one. */
export function rowsAfter(sql: Sql, n: number): JournalRow[] {
  return sql
    .all(
      "SELECT n, cause ->> 0, cause ->> 1, kind, record_id, op, before, after, captures FROM changes WHERE n > ? ORDER BY n",
      n,
    )
    .map((row) => ({
      n: row[0] as number,
      operation: row[1] as string | null,
      actorType: row[2] as string | null,
      kind: row[3] as string,
      recordId: row[4] as string,
      op: row[5] as string,
      before: imageIn(row[6] as string | null),
      after: imageIn(row[7] as string | null),
      captures: row[8] === null ? null : (JSON.parse(row[8] as string) as string[]),
    }));
}

/** What the records are after these rows, from what they were before. */
export function replay(records: Records, rows: readonly JournalRow[]): Records {
  const now: Record<string, Fields> = { ...records };
  for (const { kind, recordId, op, after } of rows) {
    const key = `${kind} ${recordId}`;
    if (op === "erased") delete now[key];
    else if (op !== "touched") now[key] = { ...now[key], ...after };
  }
  return now;
}

function imageIn(stored: string | null): Fields | null {
  if (stored === null) return null;
  return JSON.parse(unpack(stored)) as Fields;
}

/** Entries that do not name the one of their record before them, and records that do not name their newest. */
export function unlinked(sql: Sql): string[] {
  const entries = sql.all(
    `SELECT kind || ' ' || record_id || ', entry ' || n FROM (
       SELECT *, lag(n) OVER (PARTITION BY record_id ORDER BY n) AS wanted FROM changes WHERE op <> 'touched')
     WHERE previous IS NOT wanted`,
  );
  const records = kinds.flatMap(({ table }) =>
    sql.all(
      `SELECT '${table} ' || id FROM ${table} r
       WHERE last_change IS NOT (SELECT max(n) FROM changes WHERE record_id = r.id AND op <> 'touched')`,
    ),
  );
  return [...entries, ...records].map(([what]) => what as string);
}

/** What entries say that the operations which wrote them do not: `updateTodo changes a chat`. */
export function undeclared(sql: Sql, table: readonly Pick<Operation, "id" | "changes">[]): string[] {
  const written = sql.all("SELECT DISTINCT cause ->> 0, kind FROM changes WHERE op <> 'touched' ORDER BY 1, 2");
  return written.flatMap(([operation, kind]) => {
    const record = table.find(({ id }) => id === operation);
    const isSaid = record === undefined || record.changes?.some((change) => change.kind === kind) === true;
    return isSaid ? [] : [`${operation} changes ${kind}`];
  });
}

/** Fails when an operation of these workspaces changed a kind of record that it does not declare. */
export function verifyDeclared(dataDir: string, workspaceIds: readonly string[]): void {
  const table = [...publicTable, ...appTable];
  const found = workspaceIds.flatMap((id) => readingFile(dataDir, id, (sql) => undeclared(sql, table)));
  assert.deepEqual(found, [], "Say in `changes` of the operation what it changes.");
}
