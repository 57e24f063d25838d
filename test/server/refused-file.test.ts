/** A file that the guard refuses: requests to its workspace are refused over HTTP, the others work, and the doctor says what to do, which then works. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { createHash } from "node:crypto";
import { createKey, createWorkspace, signIn } from "../bench/client.ts";
import { type RunningService, startService } from "../bench/service.ts";
import { workspaceFile } from "../../src/actors/store/files.ts";
import { errorFields } from "../helpers/client.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { ask } from "../helpers/failing-service.ts";

interface Two {
  readonly service: RunningService;
  readonly dataDir: string;
  readonly workspaceId: string;
  readonly key: string;
  readonly otherKey: string;
  readonly file: string;
}

async function start(t: TestContext, dataDir: string): Promise<RunningService> {
  const service = await startService({ dataDir });
  t.after(() => service.kill());
  return service;
}

/** A service with two workspaces; the file is of the second one. */
async function twoWorkspaces(t: TestContext): Promise<Two> {
  const dataDir = tempDir(t);
  const service = await start(t, dataDir);
  const { token, workspaces } = await signIn(service.url);
  const workspaceId = await createWorkspace(service.url, token, "Unlucky");
  const [otherKey, key] = [
    await createKey(service.url, token, workspaces[0]?.id ?? ""),
    await createKey(service.url, token, workspaceId),
  ];
  return { service, dataDir, workspaceId, key, otherKey, file: workspaceFile(dataDir, workspaceId) };
}

async function write({ service, key }: Pick<Two, "service" | "key">, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const { status, message } = await ask({ service }, "/api/v1/todos", key, { body: { title: `Todo ${n}` } });
    assert.equal(status, 201, message);
  }
}

function bytesOf(file: string): readonly unknown[] {
  return [file, `${file}-wal`].map((path) => {
    const exists = statSync(path, { throwIfNoEntry: false }) !== undefined;
    return exists && createHash("sha256").update(readFileSync(path)).digest("hex");
  });
}

/** Reading and writing are refused with the body of the contract, and no byte changes; the other workspace works. */
async function isRefused({ service, file, key, otherKey, dataDir }: Two, reason: string): Promise<void> {
  const before = bytesOf(file);
  for (const more of [{}, { body: { title: "Refused" } }]) {
    const refused = await ask({ service }, "/api/v1/todos", key, more);
    assert.deepEqual([refused.status, refused.retryAfter], [500, "60"], refused.message);
    const { error } = refused.body as { error: Record<string, unknown> };
    assert.deepEqual(Object.keys(error).sort(), errorFields);
    assert.equal(error["code"], "internal_error");
    assert.match(refused.message, new RegExp(`^This workspace cannot be used: ${reason}\\. .*dayshift doctor$`));
    assert.ok(!refused.message.includes(dataDir), refused.message);
    const other = await ask({ service }, "/api/v1/todos", otherKey, more);
    assert.ok(other.status < 300, other.message);
  }
  assert.deepEqual(bytesOf(file), before);
}

/** What `dayshift doctor` says of the files, the service running or not. */
function doctor(dataDir: string): string {
  const args = ["bin/dayshift.mjs", "doctor", "--data-dir", dataDir];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(status, 1, stdout);
  return stdout;
}

function namesIt({ workspaceId }: Two, said: string): void {
  assert.match(said, new RegExp(`^✗ files +Workspace ${workspaceId}: .*workspace\\.db`, "m"));
  assert.match(said, new RegExp(`dayshift restore --from <place> --workspace ${workspaceId}`));
}

test("a log damaged in its middle refuses that workspace alone, until the doctor's advice is taken", async (t) => {
  const two = await twoWorkspaces(t);
  await write(two, 20);
  await two.service.kill();
  const log = `${two.file}-wal`;
  const bytes = readFileSync(log);
  bytes.fill(0xff, bytes.length / 2, bytes.length / 2 + 100);
  writeFileSync(log, bytes);
  const again = { ...two, service: await start(t, two.dataDir) };
  await isRefused(again, "its log is damaged");
  namesIt(two, doctor(two.dataDir));
  await again.service.stop();
  const said = doctor(two.dataDir);
  namesIt(two, said);
  assert.match(said, /move the log away, and \S+workspace\.db\.commits where there is one/);
  renameSync(log, `${log}.aside`);
  rmSync(`${two.file}.commits`);
  await write({ ...two, service: await start(t, two.dataDir) }, 1);
});

test("an older file in place of a newer one refuses that workspace until the doctor's advice is taken", async (t) => {
  const two = await twoWorkspaces(t);
  await write(two, 1);
  await two.service.stop();
  copyFileSync(two.file, `${two.file}.older`);
  const second = await start(t, two.dataDir);
  await write({ ...two, service: second }, 5);
  await second.stop();
  renameSync(`${two.file}.older`, two.file);
  const again = { ...two, service: await start(t, two.dataDir) };
  await isRefused(again, "its file lacks commits that were made to it");
  namesIt(two, doctor(two.dataDir));
  await again.service.stop();
  const said = doctor(two.dataDir);
  namesIt(two, said);
  assert.match(said, /delete \S+workspace\.db\.commits to continue/);
  rmSync(`${two.file}.commits`);
  await write({ ...two, service: await start(t, two.dataDir) }, 1);
});
