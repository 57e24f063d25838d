/** `signing.key`: made once, taken over from the directory of a former release, in no backup, new after a restore. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { openDriver } from "../../src/actors/store/driver.ts";
import { folderTarget } from "../../src/server/backup/folder-target.ts";
import { restoreAll } from "../../src/server/backup/restore.ts";
import { askService } from "../../src/server/base/control.ts";
import { backUpFiles } from "../helpers/backups.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const quiet = (): void => undefined;
const signed = { rules: ["keys.signing"] } as const;
const form = /^cursors ([0-9a-f]{64})\ntickets ([0-9a-f]{64})\n$/;

const fileOf = (dataDir: string): string => join(dataDir, "signing.key");

/** The two secrets of a folder, in hex. */
function secretsOf(dataDir: string): readonly [string, string] {
  const [, cursors, tickets] = form.exec(readFileSync(fileOf(dataDir), "utf8")) ?? [];
  assert.ok(cursors !== undefined && tickets !== undefined && cursors !== tickets);
  return [cursors, tickets];
}

/** How former releases wrote them. */
const asRow = (hex: string): string => Buffer.from(hex, "hex").toString("base64url");

/** Two pages of todos; answers the cursor of the second. */
async function pageOf(service: TestService): Promise<string> {
  for (const title of ["One", "Two"]) await service.ok("createTodo", { body: { title } });
  const { nextCursor } = await service.ok("listTodos", { query: { limit: 1 } });
  return nextCursor ?? assert.fail("There is no second page.");
}

/** Leaves a stopped folder as a release before `signing.key` did. */
function intoDirectory(dataDir: string, [cursors, tickets]: readonly [string, string]): void {
  const driver = openDriver(join(dataDir, "directory.db"));
  driver.exec(
    `INSERT INTO settings (name, value) VALUES ('cursor_secret', '${asRow(cursors)}'), ('ticket_secret', '${asRow(tickets)}')`,
  );
  driver.close();
}

function bytesOfDirectory(dataDir: string): string {
  return readdirSync(dataDir)
    .filter((name) => name.startsWith("directory.db"))
    .map((name) => readFileSync(join(dataDir, name), "latin1"))
    .join("");
}

/** All that a backup holds, unpacked. */
function bytesOfBackup(place: string): string {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name)))
    .map((bytes) => (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString("latin1"))
    .join("");
}

function assertNone(bytes: string, secrets: readonly string[]): void {
  for (const secret of secrets)
    for (const text of [secret, asRow(secret), Buffer.from(secret, "hex").toString("latin1")])
      assert.ok(!bytes.includes(text));
}

test("the first start makes the file, for its owner alone, and later starts keep it", signed, async (t) => {
  const service = await startTestService(t);
  const cursor = await pageOf(service);
  const secrets = secretsOf(service.dataDir);
  if (process.platform !== "win32") assert.equal(statSync(fileOf(service.dataDir)).mode & 0o777, 0o600);
  await service.restart();
  assert.deepEqual(secretsOf(service.dataDir), secrets);
  assert.equal((await service.ok("listTodos", { query: { limit: 1, cursor } })).data.length, 1);
  await service.stop();
  assertNone(bytesOfDirectory(service.dataDir), secrets);
});

test("secrets of a former release move over: cursors keep working, and no byte stays behind", signed, async (t) => {
  const service = await startTestService(t);
  const cursor = await pageOf(service);
  const secrets = secretsOf(service.dataDir);
  await service.stop();
  rmSync(fileOf(service.dataDir));
  intoDirectory(service.dataDir, secrets);
  assert.ok(bytesOfDirectory(service.dataDir).includes(asRow(secrets[0])));
  await service.restart();
  assert.deepEqual(secretsOf(service.dataDir), secrets);
  assert.equal((await service.ok("listTodos", { query: { limit: 1, cursor } })).data.length, 1);
  await service.stop();
  assertNone(bytesOfDirectory(service.dataDir), secrets);
});

test("after a crash between the two the file counts, and the rows go", signed, async (t) => {
  const service = await startTestService(t);
  const secrets = secretsOf(service.dataDir);
  await service.stop();
  intoDirectory(service.dataDir, ["ab".repeat(32), "cd".repeat(32)]);
  await service.restart();
  assert.deepEqual(secretsOf(service.dataDir), secrets);
  assert.equal(await service.directory.storedSigning(), null);
});

test("a file that holds no keys is refused with its name, and stays as it is", signed, async (t) => {
  const service = await startTestService(t);
  await service.stop();
  writeFileSync(fileOf(service.dataDir), "nonsense\n");
  await assert.rejects(service.restart(), /signing\.key holds no signing keys/);
  assert.equal(readFileSync(fileOf(service.dataDir), "utf8"), "nonsense\n");
});

test("no backup has them: of a running service, of a stopped one, or of a former release", signed, async (t) => {
  const service = await startTestService(t);
  const place = join(tempDir(t), "backups");
  const secrets = secretsOf(service.dataDir);
  await askService(service.dataDir, "backup", { to: place }, quiet);
  assertNone(bytesOfBackup(place), secrets);
  await service.stop();
  intoDirectory(service.dataDir, secrets);
  const other = join(tempDir(t), "backups");
  await backUpFiles(service.dataDir, folderTarget(other));
  const bytes = bytesOfBackup(other);
  assert.ok(bytes.includes("CREATE TABLE settings"), "it was unpacked");
  assertNone(bytes, secrets);
});

test(
  "a restore signs with new secrets, also one of a backup that has the old ones in its directory",
  signed,
  async (t) => {
    const service = await startTestService(t);
    const cursor = await pageOf(service);
    const secrets = secretsOf(service.dataDir);
    const place = join(tempDir(t), "backups");
    await askService(service.dataDir, "backup", { to: place }, quiet);
    await service.stop();
    const dataDir = join(tempDir(t), "restored");
    await restoreAll({ target: folderTarget(place), dataDir, snapshot: null, onProgress: quiet });
    const fresh = secretsOf(dataDir);
    assert.ok(!fresh.includes(secrets[0]) && !fresh.includes(secrets[1]));
    intoDirectory(dataDir, secrets);
    const restored = await startTestService(t, { configuration: { dataDir } });
    assert.deepEqual(secretsOf(dataDir), fresh);
    await restored.refuses("listTodos", { credential: service.key, query: { limit: 1, cursor } }, "invalid_cursor");
  },
);

test(
  "the command lists what cannot be read without the key that encrypts, and nothing once the key is there",
  { rules: ["keys.secret"] },
  async (t) => {
    const service = await startTestService(t);
    const model = { provider: "openai-compatible", model: "m", baseUrl: "http://127.0.0.1:9/v1" } as const;
    await service.ok("updateModel", { body: { ...model, apiKey: "very-secret" } });
    const place = join(tempDir(t), "backups");
    await askService(service.dataDir, "backup", { to: place }, quiet);
    const key = readFileSync(join(service.dataDir, "secret.key"), "utf8");
    const restore = async (dataDir: string, ...flags: string[]): Promise<string> => {
      const args = [join(import.meta.dirname, "../../bin/dayshift.mjs"), "restore", "--from", place];
      return (await promisify(execFile)(process.execPath, [...args, "--data-dir", dataDir, ...flags])).stdout;
    };
    const without = join(tempDir(t), "restored");
    assert.match(
      await restore(without),
      /secret\.key[^]*enter again:\n {2}- the key of the model provider openai-compatible\n/,
    );
    const enterAgain = [{ kind: "model_key", of: "openai-compatible" }];
    const third = join(tempDir(t), "restored");
    assert.deepEqual(JSON.parse(await restore(third, "--json")).enterAgain, enterAgain);
    const withKey = tempDir(t);
    writeFileSync(join(withKey, "secret.key"), key, { mode: 0o600 });
    assert.doesNotMatch(await restore(withKey), /enter again/);
    assert.equal(readFileSync(join(withKey, "secret.key"), "utf8"), key);
  },
);
