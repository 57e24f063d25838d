/** Backups in a bucket, against a server that speaks the protocol of S3 and checks signatures. */
import assert from "node:assert/strict";
import { writeFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ownersOfFiles } from "../../../src/server/backup/owners.ts";
import { makeBackup } from "../../../src/server/backup/backup.ts";
import { workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { openTarget, s3Access } from "../../../src/server/backup/open-target.ts";
import { verifyBackup } from "../../../src/server/backup/verify.ts";
import { askService } from "../../../src/server/control.ts";
import { accessKeyId, secretAccessKey, startBucket } from "../../helpers/s3.ts";
import { startTestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const credentials = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };

test("objects are stored, found, listed over several pages, read back and removed", async (t) => {
  const access = s3Access({ ...credentials, AWS_ENDPOINT_URL: await startBucket(t) });
  const target = await openTarget("s3://backups/home", access);
  const folder = tempDir(t);
  writeFileSync(join(folder, "a"), Buffer.alloc(300_000, "abc"));
  assert.equal(await target.has("objects/a.gz"), false);
  await target.put("objects/a.gz", join(folder, "a"));
  await target.putText("snapshots/1.json", '{"ä":1}');
  assert.equal(await target.has("objects/a.gz"), true);
  await target.get("objects/a.gz", join(folder, "b"));
  assert.deepEqual(readFileSync(join(folder, "b")), readFileSync(join(folder, "a")));
  assert.equal(await target.getText("snapshots/1.json"), '{"ä":1}');
  await Promise.all(Array.from({ length: 20 }, (_, at) => target.putText(`many/${at}`, "x")));
  assert.equal((await target.list("many/")).length, 20);
  await target.remove("objects/a.gz");
  assert.deepEqual(await target.list("objects/"), []);
  await assert.rejects(target.getText("objects/a.gz"), /refused by the store with 404/);
});

test("a whole backup goes to a bucket and stands the drill", async (t) => {
  const access = s3Access({ ...credentials, AWS_ENDPOINT_URL: await startBucket(t) });
  const service = await startTestService(t);
  await service.ok("createTodo", { body: { title: "Kept far away" } });
  const { dataDir } = service;
  await service.stop();
  const target = await openTarget("s3://backups", access);
  const signal = new AbortController().signal;
  const onProgress = (): void => undefined;
  const owners = ownersOfFiles(dataDir, false);
  await makeBackup({
    dataDir,
    owners,
    target,
    createdAt: "2026-11-22T10:00:00.000Z",
    madeBy: "x",
    keep: 3,
    onProgress,
    signal,
  });
  const migrations = workspaceMigrations();
  const { findings, todos } = await verifyBackup({ target, snapshot: null, migrations, onProgress });
  assert.deepEqual([findings, todos], [[], 1]);
});

test("a running service takes the access of the command that names the bucket, and keeps none", async (t) => {
  const service = await startTestService(t);
  const endpoint = await startBucket(t);
  const back = (input: object) => askService(service.dataDir, "backup", { ...input }, () => undefined);
  const to = "s3://backups/asked";
  await back({ to, access: s3Access({ ...credentials, AWS_ENDPOINT_URL: endpoint }) });
  await assert.rejects(back({ to }), /needs AWS_ACCESS_KEY_ID/);
  await assert.rejects(back({ to, access: { accessKeyId } }), /needs AWS_ACCESS_KEY_ID/);
});

test("a wrong secret is told in the store's words, and no secret is in them", async (t) => {
  const endpoint = await startBucket(t);
  const access = s3Access({ ...credentials, AWS_SECRET_ACCESS_KEY: "not-the-secret", AWS_ENDPOINT_URL: endpoint });
  const target = await openTarget("s3://backups", access);
  await assert.rejects(target.putText("x", "y"), (error: Error) => {
    assert.match(error.message, /403/);
    assert.doesNotMatch(error.message, /not-the-secret/);
    return true;
  });
});

const refusals: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
  ["s3://backups", {}, /AWS_ACCESS_KEY_ID/],
  ["s3:backups", credentials, /expected s3:\/\//],
  ["s3://UPPER", credentials, /expected s3:\/\//],
];
for (const [address, environment, says] of refusals) {
  test(`${address} with ${Object.keys(environment).length} variables is refused`, async () => {
    await assert.rejects(openTarget(address, s3Access(environment)), says);
  });
}
