/** Files as programs of earlier schemas left them. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { TestContext } from "node:test";
import { openDriver } from "../../src/actors/store/driver.ts";
import { workspaceFile } from "../../src/actors/store/files.ts";
import { buildSchema, ensureWorkspaceFile, workspaceMigrations } from "../../src/actors/store/migrate.ts";
import { createPool } from "../../src/actors/store/pool.ts";
import { openStore, type Store } from "../../src/actors/store/store.ts";
import type { Sql } from "../../src/workspace/protocol/sql.ts";
import { tempDir } from "./temp-dir.ts";

const listId = "0192f7a4-8d3b-7c21-9e5f-0000000000a1";
const todoId = "0192f7a4-8d3b-7c21-9e5f-0000000000b1";

/** The id of the workspace whose file has that version. */
export function idOf(version: number): string {
  return `0192f7a4-8d3b-7c21-9e5f-0000000000${String(version).padStart(2, "0")}`;
}

/** Writes the file of a workspace as a program left it that knew migrations up to `version`: a list with a todo. Answers its path. */
export function oldWorkspace(dataDir: string, version: number): string {
  const file = workspaceFile(dataDir, idOf(version));
  mkdirSync(dirname(file), { recursive: true });
  buildSchema(file, workspaceMigrations().slice(0, version));
  change(
    file,
    `INSERT INTO meta (key, value) VALUES ('workspaceId', '${idOf(version)}');
     INSERT INTO todo_lists (n, id, name, name_key, is_default, created_at, updated_at) VALUES (1, '${listId}', 'Inbox', 'inbox', 1, 0, 0);
     INSERT INTO todos (n, id, title, list_n, todo_list_id, created_at, updated_at) VALUES (1, '${todoId}', 'Old', 1, '${listId}', 0, 0)`,
  );
  return file;
}

/** Runs statements on a file that nobody has open. */
export function change(file: string, sql: string): void {
  const driver = openDriver(file);
  driver.exec(sql);
  driver.close();
}

/** The file of the workspace of that version, opened by this program; closed after the test. */
export function openNow(t: TestContext, file: string, version: number): Store {
  const pool = createPool({ maxIdle: 0 });
  const store = openStore({ file, workspaceId: idOf(version), pool, migrations: workspaceMigrations() });
  t.after(() => {
    store.close();
    pool.close();
  });
  return store;
}

/** What `fill` wrote into a file of that version in addition to a list `l`, as this program finds it; closed after the test. */
export async function filledBefore(t: TestContext, version: number, fill: (sql: Sql) => void): Promise<Opened> {
  const migrations = workspaceMigrations().slice(0, version);
  const file = ensureWorkspaceFile(tempDir(t), idOf(version), migrations);
  const pool = createPool({ maxIdle: 0 });
  const before = openStore({ file, workspaceId: idOf(version), pool, migrations });
  before.begin();
  before.sql.run(
    "INSERT INTO todo_lists (id, name, name_key, is_default, created_at, updated_at) VALUES ('l', 'L', 'l', 1, 0, 0)",
  );
  fill(before.sql);
  await before.commit();
  before.close();
  pool.close();
  return { file, store: openNow(t, file, version) };
}

interface Opened {
  readonly file: string;
  readonly store: Store;
}
