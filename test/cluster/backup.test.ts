/** Backups where every node answers: one node makes them, of the workspaces of all, and one machine can be started on what comes back. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { workspaceMigrations } from "../../src/actors/store/migrate.ts";
import { shardOfWorkspace } from "../../src/actors/store/pages/shards.ts";
import type { Outcome } from "../../src/server/backup/backup.ts";
import { folderTarget } from "../../src/server/backup/folder-target.ts";
import { manifestFolder, parseManifest } from "../../src/server/backup/manifest.ts";
import { s3Access } from "../../src/server/backup/open-target.ts";
import { restoreAll } from "../../src/server/backup/restore.ts";
import { verifyBackup } from "../../src/server/backup/verify.ts";
import { askService } from "../../src/server/base/control.ts";
import { byDirectory, countOf, inTime, type Node, pair, secretKey } from "../helpers/cluster.ts";
import { accessKeyId, secretAccessKey, startBucket } from "../helpers/s3.ts";
import { begin, heard, openRecording, sendAll } from "../helpers/recordings.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { asTimePasses, eventually } from "../helpers/settle.ts";
import { pcm } from "../helpers/sound/audio.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { until } from "../helpers/wait.ts";

const quiet = (): void => undefined;

async function backUp({ service }: Node, to: string): Promise<Outcome> {
  service.clock.advance(1000);
  return (await askService(service.dataDir, "backup", { to }, quiet)) as Outcome;
}

/** A recording of the workspace of that key, which is whole. */
async function record(service: TestService, key: string): Promise<string> {
  const { id, stream } = await openRecording({ ...service, key }, {}, key);
  const channel = await begin(stream);
  await sendAll(service, channel, pcm(400), 400);
  channel.send({ type: "stop" });
  await channel.next("stopped");
  const isWhole = until(
    "it is whole",
    () => service.ok("getCapture", { path: { captureId: id }, credential: key }),
    ({ mediaUrl }) => mediaUrl !== null,
  );
  await inTime(service.clock, "the recording is whole", isWhole);
  return id;
}

test("the node with the directory backs up what all nodes own, and one machine starts on what is restored", async (t) => {
  const nodes = await pair(t);
  const [here, elsewhere] = byDirectory(nodes);
  const { session } = here.service;
  const made: { readonly id: string; readonly key: string }[] = [];
  for (let n = 0; n < 6; n += 1) made.push(await here.service.addWorkspace(`Workspace ${n}`));
  const owners = new Set(made.map(({ id }) => nodes.store.ownerOf(shardOfWorkspace(id))));
  assert.equal(owners.size, 2, "both nodes own some of them");
  for (const [n, { key }] of made.entries())
    await elsewhere.service.ok("createTodo", { body: { title: `Todo ${n}` }, credential: key });
  const foreign = made.find(({ id }) => nodes.store.ownerOf(shardOfWorkspace(id)) === elsewhere.url) ?? assert.fail();
  const captureId = await record(elsewhere.service, foreign.key);

  const place = join(tempDir(t), "backups");
  const target = folderTarget(place);
  const first = await backUp(here, place);
  assert.deepEqual([first.total, first.unchanged, first.failed], [7, 0, []]);
  const again = await backUp(here, place);
  assert.deepEqual([again.total, again.unchanged], [7, 7]);
  await elsewhere.service.ok("createTodo", { body: { title: "Later" }, credential: foreign.key });
  const third = await backUp(here, place);
  assert.deepEqual([third.total, third.unchanged, third.failed], [7, 6, []]);
  const migrations = workspaceMigrations();
  const { findings, todos } = await verifyBackup({ target, snapshot: null, migrations, onProgress: quiet });
  assert.deepEqual([findings, todos], [[], 7]);

  const dataDir = join(tempDir(t), "restored");
  await restoreAll({ target, dataDir, snapshot: null, onProgress: quiet });
  const single = await startTestService(t, { configuration: { dataDir, secretKey } });
  await single.ok("getIdentity", { credential: session });
  for (const [n, { id, key }] of made.entries()) {
    const { data } = await single.ok("listTodos", { credential: key });
    const expected = id === foreign.id ? ["Later", `Todo ${n}`] : [`Todo ${n}`];
    assert.deepEqual(new Set(data.map(({ title }) => title)), new Set(expected));
  }
  const { mediaUrl } = await single.ok("getCapture", { path: { captureId }, credential: foreign.key });
  assert.ok(Buffer.from((await heard(mediaUrl)).bytes).includes(Buffer.from(pcm(400))));
});

test("recordings that are in the bucket are in the backup, too", async (t) => {
  const bucket = await startBucket(t);
  const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  const bucketAccess = s3Access({ ...keys, AWS_ENDPOINT_URL: bucket.url });
  const nodes = await pair(t, { storeMedia: "s3://backups/all" }, { bucketAccess });
  const [here] = byDirectory(nodes);
  const { workspaceId } = here.service;
  const captureId = await record(nodes.other.service, nodes.credential);
  const name = `media/${workspaceId}/${captureId}`;
  const isMoved = (): boolean => bucket.objects.has(`all/${name}`) && !nodes.store.files.has(name);
  await asTimePasses(nodes.clock, "it is moved", isMoved);
  const place = join(tempDir(t), "backups");
  const outcome = await backUp(here, place);
  assert.deepEqual([outcome.total, outcome.failed], [1, []]);
  const dataDir = join(tempDir(t), "restored");
  await restoreAll({ target: folderTarget(place), dataDir, snapshot: null, onProgress: quiet });
  const single = await startTestService(t, { configuration: { dataDir, secretKey } });
  const { mediaUrl } = await single.ok("getCapture", { path: { captureId }, credential: nodes.credential });
  assert.ok(Buffer.from((await heard(mediaUrl)).bytes).includes(Buffer.from(pcm(400))));
});

test("another node refuses to make one, and names the node that does", async (t) => {
  const [here, elsewhere] = byDirectory(await pair(t));
  await assert.rejects(backUp(elsewhere, tempDir(t)), (error: Error) =>
    error.message.includes(`The directory is owned by the node at ${here.url}`),
  );
});

test("those of the schedule are made once, and by the node that has the directory by then", async (t) => {
  const place = join(tempDir(t), "backups");
  const nodes = await pair(t, { backupTo: place, backupHours: 1 });
  const [here, elsewhere] = byDirectory(nodes);
  await eventually("the first one is made", () => here.service.log.some((line) => line.includes("backup made")));
  await here.service.stop();
  await asTimePasses(nodes.clock, "the other node has everything", () => countOf(nodes.store, elsewhere) === 257);
  const isMadeThere = (): boolean => elsewhere.service.log.some((line) => line.includes("backup made"));
  await asTimePasses(nodes.clock, "the next one is made", isMadeThere, 60_000);
  const target = folderTarget(place);
  const [first, second, ...others] = await Promise.all(
    (await target.list(manifestFolder)).map(async (key) => parseManifest(await target.getText(key)).createdAt),
  );
  assert.deepEqual(others, []);
  assert.ok(Date.parse(second ?? "") - Date.parse(first ?? "") >= 3_600_000, `${first} and ${second}`);
});
