/** A node of a newer version takes over: what the store holds of an older schema is migrated there, and an attempt that broke off is begun again. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openDriver } from "../../src/actors/store/driver.ts";
import { newestVersion, workspaceMigrations } from "../../src/actors/store/migrate.ts";
import { wholeDatabase } from "../../src/actors/store/pages/files.ts";
import { directoryName, workspaceName } from "../../src/actors/store/pages/names.ts";
import { createReplica } from "../../src/actors/store/pages/replica.ts";
import { createWorkspaceCopies } from "../../src/actors/store/pages/workspaces.ts";
import { workspaceFile } from "../../src/actors/store/files.ts";
import { idOf, oldWorkspace } from "../helpers/old-workspace.ts";
import { bytesOf, createFakeStore, type FakeStore } from "../helpers/page-store.ts";
import { startTestService } from "../helpers/service.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const released = { workspace: 42, directory: 11 };
const folder = "src/gateway/directory/migrations";
const directoryMigrations = readdirSync(folder).sort();

/** The directory of a service that knew so many migrations. */
function oldDirectory(t: TestContext, version: number): string {
  const file = join(tempDir(t), "directory.db");
  const driver = openDriver(file);
  driver.exec(
    "CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT",
  );
  for (const [at, name] of directoryMigrations.slice(0, version).entries()) {
    driver.exec(readFileSync(join(folder, name), "utf8"));
    driver.exec(`INSERT INTO migrations (number, name, applied_at) VALUES (${at + 1}, '${name}', 0)`);
  }
  driver.close();
  return file;
}

/** Appends a whole file as a node of the earlier version left it. */
async function put(store: FakeStore, name: string, file: string): Promise<void> {
  const owned = await store.node().own("earlier version");
  await owned.append({ files: new Map([[name, wholeDatabase(file)]]) });
  await owned.release();
}

/** Asks a copy of what the store holds of a file. */
function asked(t: TestContext, store: FakeStore, name: string, sql: string): unknown {
  const file = join(tempDir(t), "copy.db");
  writeFileSync(file, bytesOf(store.files.get(name) ?? assert.fail(name)));
  const driver = openDriver(file);
  const row = driver.prepare(sql).get([]);
  driver.close();
  return row;
}

test("the directory is migrated in the store by the node that takes over", async (t) => {
  const store = createFakeStore();
  await put(store, directoryName, oldDirectory(t, released.directory));
  const service = await startTestService(t, {
    pageStore: () => store.node(),
    configuration: { secretKey: "5".repeat(64) },
  });
  await service.ok("createTodo", { body: { title: "After it" } });
  await service.stop();
  assert.deepEqual(asked(t, store, directoryName, "SELECT max(number) FROM migrations"), [directoryMigrations.length]);
  assert.deepEqual(asked(t, store, directoryName, "PRAGMA integrity_check"), ["ok"]);
});

test("a workspace of a released schema is migrated whole, also when the node before ended in the middle", async (t) => {
  const store = createFakeStore();
  const id = idOf(released.workspace);
  const name = workspaceName(id);
  await put(store, name, oldWorkspace(tempDir(t), released.workspace));
  const take = async (): Promise<string | Error> => {
    const dataDir = tempDir(t);
    const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
    const replica = createReplica(await store.node().own("newer version"), lose);
    const fetching = createWorkspaceCopies(replica, dataDir, workspaceMigrations()).fetch(id);
    return Promise.race([fetching.then(() => workspaceFile(dataDir, id)), lost]);
  };
  store.fate = () => "refused";
  assert.match(String(await take()), /the store is not there/);
  assert.deepEqual(asked(t, store, name, "PRAGMA user_version"), [released.workspace]);
  store.fate = () => "as usual";
  store.expire();
  const file = await take();
  assert.deepEqual(asked(t, store, name, "PRAGMA user_version"), [newestVersion(workspaceMigrations())]);
  assert.deepEqual(asked(t, store, name, "SELECT title FROM todos"), ["Old"]);
  assert.ok(readFileSync(String(file)).equals(bytesOf(store.files.get(name) ?? assert.fail())));
});
