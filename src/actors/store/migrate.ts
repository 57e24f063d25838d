/**
 * Brings a workspace file to the newest schema. Every step runs on a connection of its own, opened on the file itself and
 * used for exec only: DDL through ATTACH would land in memory, and a connection that prepared keeps its descriptors.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { asset, assetsIn } from "../files/assets.ts";
import { type Aside, openAside, openDriver, type Driver } from "./driver.ts";
import { makeFolder, nameFile, putFile, removeFile, workspaceFile } from "./files.ts";

export interface Migration {
  /** 1, 2, 3, …: what `user_version` says after it ran. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** "Dysh": marks our files to `file(1)` and to ourselves. */
export const applicationId = 0x44797368;

/** The version a file has after all of them. */
export function newestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

/** The migrations of a folder (`0001-name.sql`, …) in order. Throws when a number is missing or twice, or a name is odd. */
export function readMigrations(folder: string): Migration[] {
  return toMigrations(readdirSync(folder), (file) => readFileSync(join(folder, file), "utf8"));
}

/** Those of this program's workspaces. */
export function workspaceMigrations(): Migration[] {
  const folder = "workspace/migrations";
  return toMigrations(assetsIn(folder), (file) => asset(`${folder}/${file}`).toString());
}

function toMigrations(files: readonly string[], read: (file: string) => string): Migration[] {
  return files
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file, index) => {
      const [, digits, name] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? [];
      if (name === undefined || Number(digits) !== index + 1) {
        throw new Error(
          `Migration ${file}: expected a name like ${String(index + 1).padStart(4, "0")}-what-it-does.sql.`,
        );
      }
      return { version: index + 1, name, sql: read(file) };
    });
}

/**
 * The file of a workspace, made if it does not exist yet: a copy of the template of the newest schema that carries the
 * workspace's id. Idempotent; durable when it returns.
 */
export function ensureWorkspaceFile(dataDir: string, workspaceId: string, migrations: readonly Migration[]): string {
  const file = workspaceFile(dataDir, workspaceId);
  if (existsSync(file)) return file;
  putFile(ensureTemplate(dataDir, migrations), file, (temporary) => {
    // The id is a canonical UUID (workspaceFile checked it), so it can stand in the text.
    inTheMaking(temporary, (driver) =>
      driver.exec(`INSERT INTO meta (key, value) VALUES ('workspaceId', '${workspaceId}')`),
    );
  });
  return file;
}

/** Migrating takes 17 ms, copying 5: the template of a schema is made once. Its name holds the hash of what made it. */
function ensureTemplate(dataDir: string, migrations: readonly Migration[]): string {
  const hash = createHash("sha256").update(JSON.stringify(migrations)).digest("hex").slice(0, 16);
  const folder = join(dataDir, "templates");
  const template = join(folder, `v${newestVersion(migrations)}-${hash}.db`);
  if (existsSync(template)) return template;
  const temporary = `${template}.new`;
  makeFolder(folder);
  for (const suffix of ["", "-wal", "-shm"]) removeFile(temporary + suffix);
  buildSchema(temporary, migrations);
  nameFile(temporary, template);
  return template;
}

/** Makes a new file with the schema of these migrations. */
export function buildSchema(file: string, migrations: readonly Migration[]): void {
  writeFileSync(file, "", { flag: "wx", mode: 0o600 });
  inTheMaking(file, (driver) => runHere(driver, stepsOf(driver, migrations, file)));
}

/**
 * Brings a file from `version` to the newest, all steps in one transaction, after a copy of it was saved next to it
 * (`workspace.db.v<version>`). The file must not be attached anywhere. Throws when a step fails or leaves a broken
 * reference; the file is then as it was.
 */
export function migrateFile(file: string, version: number, migrations: readonly Migration[]): void {
  saveCopy(file, version);
  withDriver(file, (driver) => runHere(driver, stepsOf(driver, dueAfter(version, migrations), file)));
}

/**
 * Does the same to a copy that nobody has open or would miss, saving none next to it, and without stopping the event loop. Without
 * a log: a connection that a thread of the driver used may close a little after close(), and would lock the file to fold one in.
 */
export async function migrateCopy(file: string, version: number, migrations: readonly Migration[]): Promise<void> {
  const aside = openAside(file);
  try {
    await aside.exec(`PRAGMA journal_mode=DELETE; ${settings}`);
    await runAside(aside, stepsOf(aside, dueAfter(version, migrations), file));
  } finally {
    await aside.close();
  }
}

function dueAfter(version: number, migrations: readonly Migration[]): Migration[] {
  return migrations.filter((migration) => migration.version > version);
}

/** Removes the copies that migrations saved next to the file: what is erased from it must not live on in them. */
export function dropCopies(file: string): void {
  const copy = `${basename(file)}.v`;
  for (const name of readdirSync(dirname(file))) if (name.startsWith(copy)) removeFile(join(dirname(file), name));
}

function saveCopy(file: string, version: number): void {
  withDriver(file, (driver) => driver.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
  const log = `${file}-wal`;
  if (existsSync(log) && statSync(log).size > 0) {
    throw new Error(`${file} has a log that cannot be folded in: another connection holds the file.`);
  }
  putFile(file, `${file}.v${version}`);
}

/** Of the connection that carries the steps out. */
type Standing = Pick<Aside, "inTransaction">;

/** All in one transaction, statement by statement, no matter who runs them: see `runHere` and `runAside`. */
function* stepsOf(state: Standing, migrations: readonly Migration[], file: string): Generator<string, void, void> {
  try {
    yield "BEGIN IMMEDIATE";
    yield "CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID";
    for (const migration of migrations) yield* stepOf(state, migration, file);
    yield assertReferences;
    yield `PRAGMA application_id=${applicationId}; PRAGMA user_version=${newestVersion(migrations)}; COMMIT`;
  } catch (error) {
    if (state.inTransaction) yield "ROLLBACK";
    throw error;
  }
}

function* stepOf(state: Standing, migration: Migration, file: string): Generator<string, void, void> {
  const label = `Migration ${String(migration.version).padStart(4, "0")}-${migration.name} of ${file}`;
  try {
    yield migration.sql;
  } catch (error) {
    throw new Error(`${label} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (!state.inTransaction) throw new Error(`${label} ended the transaction: leave BEGIN and COMMIT to the migrator.`);
}

function runHere(driver: Driver, steps: Generator<string, void, void>): void {
  for (let step = steps.next(); step.done !== true;) {
    try {
      driver.exec(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next();
  }
}

/** The same on a thread of the driver: large files do not stop the event loop. */
async function runAside(aside: Aside, steps: Generator<string, void, void>): Promise<void> {
  for (let step = steps.next(); step.done !== true;) {
    try {
      await aside.exec(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next();
  }
}

// An exec-only connection cannot read; a CHECK that fails can be heard.
const assertReferences = `
  CREATE TEMP TABLE broken_references (count INTEGER CHECK (count = 0));
  INSERT INTO temp.broken_references SELECT count(*) FROM pragma_foreign_key_check;
  DROP TABLE temp.broken_references;`;

const settings =
  "PRAGMA synchronous=FULL; PRAGMA secure_delete=ON; PRAGMA cell_size_check=ON; " +
  "PRAGMA foreign_keys=OFF; PRAGMA temp_store=MEMORY; PRAGMA busy_timeout=250";

/**
 * Changes a file that gets its name, durably, when it is done. Without a log: what close() finds no room for when it folds one in
 * is not heard of, and stays behind under the other name; so it is heard of here.
 */
function inTheMaking(file: string, action: (driver: Driver) => void): void {
  const driver = openDriver(file);
  try {
    driver.exec(`PRAGMA journal_mode=MEMORY; ${settings}; PRAGMA synchronous=OFF`);
    action(driver);
    driver.exec("PRAGMA journal_mode=WAL");
  } finally {
    driver.close();
  }
}

/** foreign_keys is off as sqlite.org/lang_altertable.html#otheralter asks for; references are checked before the commit. */
function withDriver(file: string, action: (driver: Driver) => void): void {
  const driver = openDriver(file);
  try {
    driver.exec(`PRAGMA journal_mode=WAL; ${settings}`);
    action(driver);
  } finally {
    driver.close();
  }
}
