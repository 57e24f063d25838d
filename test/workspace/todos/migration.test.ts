/** Suggestions of a file of version 13, which knew no sealed texts: those that nobody has accepted are sealed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ensureWorkspaceFile, readMigrations } from "../../../src/actors/store/migrate.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore } from "../../../src/actors/store/store.ts";
import { fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const migrations = readMigrations(fileURLToPath(new URL("../../../src/workspace/migrations", import.meta.url)));
const workspaceId = fakeId(0xa);

test("what was suggested and not accepted before there were seals is sealed, with its capture [boundary.suggestions]", async (t) => {
  const old = migrations.slice(0, 13);
  const file = ensureWorkspaceFile(tempDir(t), workspaceId, old);
  const pool = createPool({ maxIdle: 1 });
  t.after(() => pool.close());
  const before = openStore({ file, workspaceId, pool, migrations: old });
  before.begin();
  before.sql.run(
    "INSERT INTO todo_lists (id, name, name_key, is_default, created_at, updated_at) VALUES ('l', 'L', 'l', 1, 0, 0)",
  );
  before.sql.run(
    `INSERT INTO captures (id, type, status, created_by, created_at, updated_at) VALUES (?, 'note', 'completed', 'u', 0, 0)`,
    fakeId(1),
  );
  const rows = [
    ["Open", 1, 0, fakeId(1)],
    ["Dismissed", 1, 1, fakeId(1)],
    ["Accepted", 0, 0, fakeId(1)],
    ["A person's", 0, 0, null],
  ] as const;
  for (const [title, isSuggested, isArchived, captureId] of rows) {
    before.sql.run(
      `INSERT INTO todos (id, title, is_suggested, is_archived, capture_id, created_at, updated_at, list_n, todo_list_id)
       VALUES (?, ?, ?, ?, ?, 0, 0, 1, 'l')`,
      title,
      title,
      isSuggested,
      isArchived,
      captureId,
    );
  }
  await before.commit();
  before.close();

  const store = openStore({ file, workspaceId, pool, migrations });
  t.after(() => store.close());
  assert.deepEqual(
    store.sql.all(
      `SELECT t.title, t.sealed, c.capture_id FROM todos t LEFT JOIN todo_captures c ON c.todo_n = t.n ORDER BY t.n`,
    ),
    [
      ["Open", 1, fakeId(1)],
      ["Dismissed", 1, fakeId(1)],
      ["Accepted", 0, null],
      ["A person's", 0, null],
    ],
  );
});
