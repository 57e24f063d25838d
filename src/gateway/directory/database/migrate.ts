/** Numbered, append-only changes of the directory's schema. */
import { asset, assetsIn } from "../../../actors/files/assets.ts";
import { type Db, isConstraint, statement, integer } from "./db.ts";
import { ApiError } from "../../../schema/errors.ts";

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

const folder = "gateway/directory/migrations";

/** The migrations of this version, in order. */
function readMigrations(): readonly Migration[] {
  return assetsIn(folder)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
    .map((file) => ({
      number: Number(file.slice(0, 4)),
      name: file,
      sql: asset(`${folder}/${file}`).toString(),
    }));
}

/** Brings the schema up to date, each migration in one transaction; answers how many were due. A directory written by a newer version is refused. */
export async function migrate(db: Db, now: number): Promise<number> {
  const isNew = (await db.get("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'")) === undefined;
  if (isNew)
    await db.run(
      "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
    );
  const migrations = readMigrations();
  const version = await currentVersion(db);
  const newest = migrations.at(-1)?.number ?? 0;
  if (version > newest) {
    throw new ApiError(
      "internal_error",
      `The directory was written by a newer version (schema ${version}; this one knows ${newest}). Start that version or newer.`,
    );
  }
  const due = migrations.filter(({ number }) => number > version);
  for (const migration of due) await apply(db, migration, now);
  return due.length;
}

async function currentVersion(db: Db): Promise<number> {
  const row = await db.get("SELECT coalesce(max(number), 0) AS version FROM migrations");
  return row === undefined ? 0 : integer(row, "version");
}

/** The row of the migration comes first: when another gateway applied it in the meantime, its key refuses the whole batch. */
async function apply(db: Db, migration: Migration, now: number): Promise<void> {
  const { number, name } = migration;
  const record = statement("INSERT INTO migrations (number, name, applied_at) VALUES (?, ?, ?)", number, name, now);
  try {
    await db.batch([record, ...statementsOf(migration.sql).map((sql) => statement(sql))]);
  } catch (error) {
    if (!isConstraint(error) || (await currentVersion(db)) < number) throw error;
  }
}

function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/^--.*$/gm, "")
    .split(/;\s*$/m)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
