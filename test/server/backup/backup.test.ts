/** Backups of a running service, and what comes back of them. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { openDriver } from "../../../src/actors/store/driver.ts";
import { workspaceFile, workspaceFolder } from "../../../src/actors/store/files.ts";
import { newestVersion, workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import type { Outcome } from "../../../src/server/backup/backup.ts";
import { folderTarget } from "../../../src/server/backup/folder-target.ts";
import { type Manifest, manifestFolder, objectKey, parseManifest } from "../../../src/server/backup/manifest.ts";
import { restoreAll, restoreWorkspace } from "../../../src/server/backup/restore.ts";
import type { Target } from "../../../src/server/backup/target/target.ts";
import { verifyBackup } from "../../../src/server/backup/verify.ts";
import { askService } from "../../../src/server/base/control.ts";
import { ownerEmail, ownerPassword } from "../../helpers/owner.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { asTimePasses } from "../../helpers/settle.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { until } from "../../helpers/wait.ts";

const migrations = workspaceMigrations();
const newest = newestVersion(migrations);
const quiet = (): void => undefined;

async function backUp(service: TestService, to: string): Promise<Outcome> {
  service.clock.advance(1000);
  return (await askService(service.dataDir, "backup", { to }, quiet)) as Outcome;
}

async function prepare(t: TestContext) {
  const service = await startTestService(t);
  const place = join(tempDir(t), "backups");
  return {
    service,
    place,
    target: folderTarget(place),
    create: (title: string) => service.ok("createTodo", { body: { title } }),
  };
}

/** A service on restored files. */
async function startOn(t: TestContext, dataDir: string): Promise<TestService> {
  const service = await startTestService(t, { configuration: { dataDir } });
  return service;
}

async function manifestOf(target: Target): Promise<{ key: string; manifest: Manifest }> {
  const key = (await target.list(manifestFolder)).at(-1) ?? assert.fail("There is no snapshot.");
  return { key, manifest: parseManifest(await target.getText(key)) };
}

test("what was acknowledged before the backup is in it, what came later is not, and keys still work", async (t) => {
  const { service, place, target, create } = await prepare(t);
  const writes = await Promise.all(Array.from({ length: 40 }, (_, at) => create(`Before ${at}`)));
  const outcome = await backUp(service, place);
  assert.deepEqual([outcome.total, outcome.unchanged], [1, 0]);
  await create("After");
  const dataDir = join(tempDir(t), "restored");
  await restoreAll({ target, dataDir, snapshot: null, onProgress: quiet });
  const other = await startOn(t, dataDir);
  const found = await other.ok("listTodos", { credential: service.key, query: { limit: 100 } });
  const { manifest } = await manifestOf(target);
  const session = await other.ok("createSession", { body: { email: ownerEmail, password: ownerPassword } });
  const { isIntact, head } = await other.ok("verifyAudit", { credential: session.token });
  assert.deepEqual([isIntact, head], [true, manifest.workspaces[0]?.head], "the history ends where the manifest says");
  assert.deepEqual(new Set(found.data.map(({ id }) => id)), new Set(writes.map(({ id }) => id)));
});

test("writes continue while a backup is made", async (t) => {
  const { service, place, create } = await prepare(t);
  await create("First");
  const making = backUp(service, place);
  const during = await Promise.all(Array.from({ length: 20 }, (_, at) => create(`During ${at}`)));
  assert.equal((await making).total, 1);
  assert.equal(during.length, 20);
});

test("a workspace that did not change costs nothing, and the oldest backups go with what only they need", async (t) => {
  const service = await startTestService(t, { configuration: { backupKeep: 2 } });
  const place = join(tempDir(t), "backups");
  const target = folderTarget(place);
  await service.addWorkspace("Quiet");
  await backUp(service, place);
  const first = await target.list("objects/");
  const same = await backUp(service, place);
  assert.equal(same.unchanged, 2);
  for (const title of ["One", "Two"]) {
    await service.ok("createTodo", { body: { title } });
    const outcome = await backUp(service, place);
    assert.deepEqual([outcome.total, outcome.unchanged], [2, 1]);
  }
  assert.equal((await target.list(manifestFolder)).length, 2);
  const left = new Set(await target.list("objects/"));
  assert.ok(
    first.some((key) => !left.has(key)),
    "an object that nothing names any more is gone",
  );
  const verdict = await verifyBackup({ target, snapshot: null, migrations, onProgress: quiet });
  assert.deepEqual([verdict.findings, verdict.workspaces, verdict.todos], [[], 2, 2]);
});

test("files and folders of a backup are the operator's alone", { skip: process.platform === "win32" }, async (t) => {
  const { service, place } = await prepare(t);
  await backUp(service, place);
  for (const file of readdirSync(place, { recursive: true, withFileTypes: true })) {
    const { mode } = statSync(join(file.parentPath, file.name));
    assert.equal(mode & 0o077, 0, file.name);
  }
  assert.equal(statSync(join(service.dataDir, "control.sock")).mode & 0o077, 0);
});

test(
  "a target that takes no folders is refused, and the service continues",
  { skip: process.platform !== "linux" },
  async (t) => {
    const { service, create } = await prepare(t);
    await assert.rejects(backUp(service, "/proc/nope"), /ENOENT.*\/proc\/nope/);
    await create("After");
  },
);

test("on a schedule: the first at once, the next when it is due, none twice after a restart", async (t) => {
  const place = join(tempDir(t), "backups");
  const target = folderTarget(place);
  const service = await startTestService(t, { configuration: { backupTo: place, backupHours: 6 } });
  const made = async (): Promise<number> => (await target.list(manifestFolder)).length;
  // A moment passes before each look: the timer is set once the place has been looked at, however long that takes.
  const look = (): Promise<number> => (service.clock.advance(1), made());
  const waitFor = (count: number): Promise<number> => until(`${count} backups`, look, (seen) => seen === count);
  service.clock.advance(1);
  await waitFor(1);
  await service.restart();
  service.clock.advance(1000);
  await service.ok("listTodos");
  assert.equal(await made(), 1);
  await service.pass(6 * 3_600_000);
  await waitFor(2);
});

test("a damaged object is found, and never restored", async (t) => {
  const { service, place, target } = await prepare(t);
  await backUp(service, place);
  const { manifest } = await manifestOf(target);
  const { sha256, size } = manifest.workspaces[0]?.files[0] ?? assert.fail("The workspace has no file.");
  const path = join(place, objectKey(sha256));
  const sound = readFileSync(path);
  const damaged: readonly (readonly [string, Buffer, RegExp])[] = [
    ["cut short", sound.subarray(0, sound.length / 2), /unexpected end|damaged/i],
    ["of other content", gzipSync(Buffer.alloc(size)), /another checksum/],
    ["that unpacks to more than it says", gzipSync(Buffer.alloc(size + 1)), /longer than/],
    ["no archive at all", Buffer.from("nonsense"), /header|incorrect/i],
  ];
  for (const [what, content, says] of damaged) {
    writeFileSync(path, content);
    await assert.rejects(verifyBackup({ target, snapshot: null, migrations, onProgress: quiet }), says, what);
    const dataDir = join(tempDir(t), "restored");
    await assert.rejects(restoreAll({ target, dataDir, snapshot: null, onProgress: quiet }), says, what);
    assert.equal(existsSync(workspaceFile(dataDir, service.workspaceId)), false, what);
  }
});

test("a manifest that points out of the folder, or is of another format, is refused", async (t) => {
  const { service, place, target } = await prepare(t);
  await backUp(service, place);
  const { key, manifest } = await manifestOf(target);
  const paths = ["../evil", "/etc/passwd", "a/../../b", "C:evil", "a\\b", "", "a//b", "."];
  for (const path of paths) {
    const files = [{ ...(manifest.common[0] ?? assert.fail("No directory.")), path }];
    writeFileSync(join(place, key), JSON.stringify({ ...manifest, common: files }));
    const dataDir = join(tempDir(t), "restored");
    await assert.rejects(restoreAll({ target, dataDir, snapshot: null, onProgress: quiet }), /manifest/, path);
    assert.equal(existsSync(dataDir), false, "nothing was written");
  }
  writeFileSync(join(place, key), JSON.stringify({ ...manifest, format: 2 }));
  await assert.rejects(verifyBackup({ target, snapshot: null, migrations, onProgress: quiet }), /manifest/);
});

test("a restore never overwrites a folder, and moves an existing workspace aside", async (t) => {
  const { service, place, target, create } = await prepare(t);
  const kept = await create("Kept");
  await backUp(service, place);
  const late = await create("Late");
  const parts = { target, dataDir: service.dataDir, snapshot: null, onProgress: quiet };
  await assert.rejects(restoreAll(parts), /not empty/);
  await service.stop();
  const { movedTo } = await restoreWorkspace(parts, service.workspaceId, "2026-11-22T10:00:00.000Z");
  assert.ok(movedTo !== null && existsSync(join(movedTo, "workspace.db")));
  await service.restart();
  assert.equal((await service.ok("getTodo", { path: { todoId: kept.id } })).title, "Kept");
  await service.refuses("getTodo", { path: { todoId: late.id } }, "resource_not_found");
  await assert.rejects(restoreWorkspace(parts, "00000000-0000-7000-8000-000000000000", "x"), /has no workspace/);
});

test("a damaged workspace keeps the others and its last good copy in every backup", async (t) => {
  const service = await startTestService(t, { configuration: { backupKeep: 1 } });
  const place = join(tempDir(t), "backups");
  const target = folderTarget(place);
  const { id: damaged, key: credential } = await service.addWorkspace("Damaged");
  const kept = await service.ok("createTodo", { credential, body: { title: "Kept" } });
  await backUp(service, place);
  await service.stop();
  writeFileSync(workspaceFile(service.dataDir, damaged), Buffer.alloc(50_000, "not a database "));
  await service.restart();
  for (const title of ["One", "Two"]) {
    const { id } = await service.ok("createTodo", { body: { title } });
    assert.deepEqual((await backUp(service, place)).failed, [damaged]);
    const dataDir = join(tempDir(t), "restored");
    await restoreAll({ target, dataDir, snapshot: null, onProgress: quiet });
    const restored = await startOn(t, dataDir);
    const todoOf = (todoId: string, key: string) =>
      restored.ok("getTodo", { credential: key, path: { todoId } }).then((todo) => todo.title);
    assert.deepEqual([await todoOf(id, service.key), await todoOf(kept.id, credential)], [title, "Kept"]);
  }
  assert.ok(service.log.some((line) => line.includes("could not be backed up") && line.includes(damaged)));
});

test("what is due in a workspace that was restored runs after the start, without anybody asking for it", async (t) => {
  const { service, place, target } = await prepare(t);
  const { id: workspaceId, key: credential } = await service.addWorkspace("Restored");
  const { id: agentId } = await service.ok("createAgent", {
    credential,
    body: { name: "Worker", requiresApproval: false },
  });
  const runAt = new Date(service.clock.now() + 3_600_000).toISOString();
  const assignees = [{ id: agentId, type: "agent" as const }];
  const { id: todoId } = await service.ok("createTodo", {
    credential,
    body: { title: "Due", assignees, schedule: { runAt } },
  });
  await backUp(service, place);
  await service.ok("updateTodo", { credential, path: { todoId }, body: { schedule: null } });
  await service.stop();
  service.clock.advance(3_600_000);
  const parts = { target, dataDir: service.dataDir, snapshot: null, onProgress: quiet };
  await restoreWorkspace(parts, workspaceId, "2026-11-22T10:00:00.000Z");
  assert.equal(service.model.requests.length, 0);
  await service.restart();
  await asTimePasses(service.clock, "the agent is asked", () => service.model.requests.length > 0);
});

test("a snapshot is named by a prefix of its name; an unknown one lists those that exist", async (t) => {
  const { service, place, target } = await prepare(t);
  const { snapshot } = await backUp(service, place);
  const name = snapshot.slice(manifestFolder.length, manifestFolder.length + 11);
  assert.equal((await verifyBackup({ target, snapshot: name, migrations, onProgress: quiet })).snapshot, snapshot);
  await assert.rejects(verifyBackup({ target, snapshot: "1999", migrations, onProgress: quiet }), new RegExp(name));
  await assert.rejects(
    verifyBackup({ target: folderTarget(tempDir(t)), snapshot: null, migrations, onProgress: quiet }),
    /no snapshot/,
  );
});

test("the drill finds a file of a newer schema, of another workspace, and one whose rows do not agree", async (t) => {
  const { service, place, target } = await prepare(t);
  await service.stop();
  const file = workspaceFile(service.dataDir, service.workspaceId);
  const faults: readonly (readonly [string, string, RegExp])[] = [
    ["newer", `PRAGMA user_version = ${newest + 1}`, /version/],
    [
      "another's",
      `PRAGMA user_version = ${newest}; UPDATE meta SET value = 'x' WHERE key = 'workspaceId'`,
      /belongs to/,
    ],
    [
      "without a default list",
      `UPDATE meta SET value = '${service.workspaceId}' WHERE key = 'workspaceId'; UPDATE todo_lists SET is_default = 0`,
      /default list/,
    ],
  ];
  const { ownersOfFiles } = await import("../../../src/server/backup/owners.ts");
  const { makeBackup } = await import("../../../src/server/backup/backup.ts");
  for (const [at, [what, sql, says]] of faults.entries()) {
    const driver = openDriver(file);
    driver.exec(sql);
    driver.close();
    const createdAt = `2026-11-22T10:00:0${at}.000Z`;
    const owners = ownersOfFiles(service.dataDir, false);
    await makeBackup({
      dataDir: service.dataDir,
      owners,
      target,
      createdAt,
      madeBy: "x",
      keep: 9,
      onProgress: quiet,
      onFailure: quiet,
      signal: new AbortController().signal,
    });
    const { findings } = await verifyBackup({ target, snapshot: null, migrations, onProgress: quiet });
    assert.match(findings.map(({ problem }) => problem).join(), says, what);
  }
  assert.ok(existsSync(place));
});

test("the drill finds a history from whose end entries were taken", async (t) => {
  const { service, place, target, create } = await prepare(t);
  await create("One");
  await create("Two");
  await backUp(service, place);
  const verdict = await verifyBackup({ target, snapshot: null, migrations, onProgress: quiet });
  assert.deepEqual(verdict.findings, []);
  const { key, manifest } = await manifestOf(target);
  const [workspace] = manifest.workspaces;
  const head = { changeId: "999-AAAAAAAA", hash: "A".repeat(43) };
  await target.putText(key, JSON.stringify({ ...manifest, workspaces: [{ ...workspace, head }] }));
  const { findings } = await verifyBackup({ target, snapshot: null, migrations, onProgress: quiet });
  assert.match(findings.map(({ problem }) => problem).join(), /ended at 999-AAAAAAAA when the backup was made/);
});

test("files next to the database are backed up, unfinished ones and copies of migrations are not", async (t) => {
  const { service, place, target } = await prepare(t);
  const folder = workspaceFolder(service.dataDir, service.workspaceId);
  mkdirSync(join(folder, "media"));
  writeFileSync(join(folder, "media", "voice.wav"), "RIFF");
  writeFileSync(join(folder, "media", "half.new"), "x");
  writeFileSync(join(folder, "workspace.db.v3"), "x");
  await backUp(service, place);
  const { manifest } = await manifestOf(target);
  assert.deepEqual(
    manifest.workspaces[0]?.files.map(({ path }) => path),
    ["workspace.db", "media/voice.wav"],
  );
});

test("the door takes known commands only, and is shut when the service has stopped", async (t) => {
  const { service } = await prepare(t);
  await assert.rejects(askService(service.dataDir, "dance", {}, quiet), /does not know/);
  await assert.rejects(askService(service.dataDir, "backup", {}, quiet), /Nowhere to put/);
  const { dataDir } = service;
  await service.stop();
  await assert.rejects(askService(dataDir, "backup", {}, quiet), /does not answer/);
});

test("the place that a command names is meant from where the command stands, not the service", async (t) => {
  const service = await startTestService(t);
  const cwd = tempDir(t);
  const command = join(import.meta.dirname, "../../../bin/dayshift.mjs");
  const args = [command, "backup", "--to", "kept", "--data-dir", service.dataDir, "--json"];
  await promisify(execFile)(process.execPath, args, { cwd });
  assert.equal((await folderTarget(join(cwd, "kept")).list(manifestFolder)).length, 1);
  assert.equal(existsSync("kept"), false);
});
