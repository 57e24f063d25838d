/** The drill on backups of earlier releases: the copy takes the steps that an upgrade would take, before it is looked over. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { assetsIn } from "../../../src/actors/files/assets.ts";
import { openDriver } from "../../../src/actors/store/driver.ts";
import { type Migration, newestVersion, workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { schemaVersionOf } from "../../../src/actors/store/rewrite.ts";
import { folderTarget } from "../../../src/server/backup/folder-target.ts";
import { type Verdict, verifyBackup } from "../../../src/server/backup/verify.ts";
import { change, idOf, oldWorkspace } from "../../helpers/old-workspace.ts";
import { backUpFiles } from "../../helpers/backups.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const migrations = workspaceMigrations();
const newest = newestVersion(migrations);
const quiet = (): void => undefined;

/** A directory as version 1.0.0 left it. */
function oldDirectory(dataDir: string): void {
  const folder = "src/gateway/directory/migrations";
  const driver = openDriver(join(dataDir, "directory.db"));
  driver.exec(
    "CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
  );
  for (const [at, name] of assetsIn("gateway/directory/migrations").slice(0, 2).entries()) {
    driver.exec(readFileSync(join(folder, name), "utf8"));
    driver.exec(`INSERT INTO migrations VALUES (${at + 1}, '${name}', 0)`);
  }
  driver.close();
}

/** Backs the folder up and has the drill look at it. */
async function drill(t: TestContext, dataDir: string, known: readonly Migration[] = migrations): Promise<Verdict> {
  const target = folderTarget(join(tempDir(t), "backups"));
  const isRemote = !existsSync(join(dataDir, "directory.db"));
  await backUpFiles(dataDir, target, isRemote);
  return verifyBackup({ target, snapshot: null, migrations: known, onProgress: quiet });
}

/** Every schema between that of 1.0.0 and this one. */
const older = Array.from({ length: newest - 4 }, (_, at) => at + 4);

test("files of every older schema are whole after migration, and their copies as they were", async (t) => {
  const dataDir = tempDir(t);
  oldDirectory(dataDir);
  const files = [...older, newest].map((version) => oldWorkspace(dataDir, version));
  const { findings, migrated, workspaces, todos } = await drill(t, dataDir);
  assert.deepEqual(findings, []);
  assert.deepEqual(migrated, ["directory", ...older.map(idOf)]);
  assert.deepEqual([workspaces, todos], [files.length, files.length]);
  assert.deepEqual(await Promise.all(files.map(schemaVersionOf)), [...older, newest]);
});

test("a broken invariant in an older file is found", async (t) => {
  const dataDir = tempDir(t);
  change(oldWorkspace(dataDir, 4), "UPDATE todo_lists SET is_default = 0");
  change(oldWorkspace(dataDir, 9), "PRAGMA foreign_keys=OFF; UPDATE todos SET list_n = 77");
  const { findings, migrated } = await drill(t, dataDir);
  assert.deepEqual(findings, [
    { where: idOf(4), problem: "There is not exactly one default list." },
    { where: idOf(9), problem: "1 rows refer to rows that do not exist (table todos)." },
  ]);
  assert.deepEqual(migrated, [idOf(4)]);
});

test("a step that fails is a finding, and the other files are looked at", async (t) => {
  const dataDir = tempDir(t);
  oldWorkspace(dataDir, 4);
  change(oldWorkspace(dataDir, newest), "CREATE TABLE later (a TEXT) STRICT");
  const step: Migration = { version: newest + 1, name: "later", sql: "CREATE TABLE later (a TEXT) STRICT" };
  const { findings, migrated } = await drill(t, dataDir, [...migrations, step]);
  const [finding = assert.fail("Nothing was found."), ...more] = findings;
  assert.deepEqual([finding.where, more, migrated], [idOf(newest), [], [idOf(4)]]);
  assert.match(
    finding.problem,
    new RegExp(
      `^Its schema has version ${newest} and cannot be brought to ${step.version}: Migration 00${step.version}-later of .* failed: .*already exists`,
    ),
  );
});

test("a directory of a newer release, and one whose steps fail, are findings", async (t) => {
  const dataDir = tempDir(t);
  oldDirectory(dataDir);
  const file = join(dataDir, "directory.db");
  change(file, "CREATE TABLE oauth_clients (a TEXT)");
  assert.match((await drill(t, dataDir)).findings.map(({ problem }) => problem).join(), /already exists/);
  change(file, "INSERT INTO migrations VALUES (9999, 'x', 0)");
  assert.match((await drill(t, dataDir)).findings.map(({ problem }) => problem).join(), /newer version/);
});
