/** A small schema of its own, with what the real one leans on: STRICT, a trigram index kept by triggers, references. */
import type { TestContext } from "node:test";
import { ensureWorkspaceFile, type Migration } from "../../../src/actors/store/migrate.ts";
import { createPool, type Pool } from "../../../src/actors/store/pool.ts";
import { openStore, type Store } from "../../../src/actors/store/store.ts";
import { chooseTestDriver } from "../../helpers/driver.ts";
import { fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

/** The library of this run. */
export const driver = chooseTestDriver();

export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: "notes",
    sql: `
      CREATE TABLE notes (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, size INTEGER, weight REAL, body BLOB) STRICT;
      CREATE TABLE marks (note TEXT NOT NULL REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED) STRICT;
      CREATE VIRTUAL TABLE notes_search USING fts5 (title, content = 'notes', content_rowid = 'n', tokenize = 'trigram');
      INSERT INTO notes_search (notes_search, rank) VALUES ('secure-delete', 1);
      CREATE TRIGGER notes_inserted AFTER INSERT ON notes BEGIN
        INSERT INTO notes_search (rowid, title) VALUES (new.n, new.title);
      END;
      CREATE TRIGGER notes_deleted AFTER DELETE ON notes BEGIN
        INSERT INTO notes_search (notes_search, rowid, title) VALUES ('delete', old.n, old.title);
      END;
      CREATE TRIGGER notes_renamed AFTER UPDATE OF title ON notes BEGIN
        INSERT INTO notes_search (notes_search, rowid, title) VALUES ('delete', old.n, old.title);
        INSERT INTO notes_search (rowid, title) VALUES (new.n, new.title);
      END;
      CREATE TRIGGER notes_forbidden BEFORE INSERT ON notes WHEN new.title = 'forbidden' BEGIN
        SELECT RAISE(ROLLBACK, 'that ended the whole transaction');
      END;`,
  },
];

export const workspaceId = fakeId(0xab);

export interface Fixture {
  readonly dataDir: string;
  readonly file: string;
  readonly pool: Pool;
  readonly store: Store;
}

/** One open store on a fresh file; closed after the test, unless the test did. */
export function openFixture(t: Pick<TestContext, "after">): Fixture {
  const dataDir = tempDir(t);
  const file = ensureWorkspaceFile(dataDir, workspaceId, migrations);
  const pool = createPool({ maxIdle: 4 });
  const store = openStore({ file, workspaceId, pool, migrations });
  t.after(() => {
    store.close();
    pool.close();
  });
  return { dataDir, file, pool, store };
}

/** Runs the function in one committed transaction. */
export async function commitIn(store: Store, fn: () => void): Promise<void> {
  store.begin();
  fn();
  await store.commit();
}

export const insertNote = "INSERT INTO notes (id, title) VALUES (?, ?)";

export function countNotes(store: Store): number {
  return store.read((sql) => Number(sql.get("SELECT count(*) FROM notes")?.[0]));
}
