/** Nodes of one store that keep finished recordings in a bucket: they are played, backed up, exported and erased there. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { wavHeader } from "../../src/schema/pcm.ts";
import { createMediaFiles } from "../../src/actors/store/media-files.ts";
import { createReplica } from "../../src/actors/store/pages/replica.ts";
import { openTarget, s3Access } from "../../src/server/backup/open-target.ts";
import { restoreAll } from "../../src/server/backup/restore.ts";
import { askService } from "../../src/server/base/control.ts";
import { readConfiguration } from "../../src/server/base/configuration.ts";
import { checkBucket } from "../../src/server/doctor/bucket.ts";
import { openBucketMedia } from "../../src/server/storage/bucket-media.ts";
import { outOfStore } from "../../src/server/storage/out-of-store.ts";
import { createFakeClock, type FakeClock } from "../helpers/clock.ts";
import { png, uploaded } from "../helpers/images.ts";
import { createFakeStore, type FakeStore } from "../helpers/page-store.ts";
import { fileOf, heard, openRecording, processed, uploadWhole } from "../helpers/recordings.ts";
import { accessKeyId, secretAccessKey, type StandIn, startBucket } from "../helpers/s3.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { asTimePasses, eventually } from "../helpers/settle.ts";
import { pcm } from "../helpers/sound/audio.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const secretKey = "5".repeat(64);
const storeMedia = "s3://backups/home";
const sound = Buffer.concat([wavHeader({ sampleRate: 16_000, channels: 1 }, 128_000), pcm(4000)]);
const nothing = (): void => undefined;

interface House {
  readonly store: FakeStore;
  readonly bucket: StandIn;
  readonly clock: FakeClock;
  /** A node with an empty folder. */
  readonly node: (address?: string | null) => Promise<TestService>;
}

async function house(t: TestContext): Promise<House> {
  const [store, clock, bucket] = [createFakeStore(), createFakeClock(), await startBucket(t)];
  const bucketAccess = accessTo(bucket);
  return {
    store,
    bucket,
    clock,
    node: (address = storeMedia) =>
      startTestService(t, {
        clock,
        pageStore: () => store.node(),
        bucketAccess,
        configuration: { secretKey, storeMedia: address },
      }),
  };
}

function accessTo({ url }: StandIn) {
  const environment = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  return s3Access({ ...environment, AWS_ENDPOINT_URL: url }) ?? assert.fail("There is no access.");
}

/** A recording that is processed; its id. */
async function record(service: TestService): Promise<string> {
  const { id, stream } = await openRecording(service, { source: "upload" });
  await uploadWhole(service, stream, sound);
  await processed(service, id);
  return id;
}

function objectOf({ workspaceId }: TestService, id: string): string {
  return `home/media/${workspaceId}/${id}`;
}

/** The names of what the store has in pages of recordings. */
function inPages({ files }: FakeStore): string[] {
  return [...files.keys()].filter((name) => name.startsWith("media/"));
}

test("a finished recording is in the bucket alone, is played from there in ranges by the next owner, and erased", async (t) => {
  const { store, bucket, clock, node } = await house(t);
  const first = await node();
  const id = await record(first);
  const key = objectOf(first, id);
  await eventually("it is moved", () => inPages(store).length === 0);
  assert.ok(bucket.objects.get(key)?.equals(sound));
  await first.stop();
  const second = await node();
  const asked = { path: { captureId: id }, credential: first.key };
  const { mediaUrl } = await second.ok("getCapture", asked);
  const { bytes } = await heard(mediaUrl);
  assert.ok(Buffer.from(bytes).equals(sound));
  const part = await heard(mediaUrl, { range: "bytes=1000-70000" });
  assert.equal(part.answer.status, 206);
  assert.ok(Buffer.from(part.bytes).equals(sound.subarray(1000, 70_001)));
  const file = fileOf(second, id, first.workspaceId);
  assert.ok(!existsSync(file), "nothing was fetched whole");

  await second.ok("deleteCapture", { ...asked, query: { permanent: true } });
  await asTimePasses(clock, "its object is gone", () => !bucket.objects.has(key));
  assert.equal((await heard(mediaUrl)).answer.status, 404);
});

test("a bucket that fails is named in the log, and the recording is played from the store until it works", async (t) => {
  const [store, clock] = [createFakeStore(), createFakeClock()];
  let isDown = true;
  const refused = { status: 403, body: "<Error><Code>AccessDenied</Code><Message>Not yours.</Message></Error>" };
  const bucket = await startBucket(t, () => (isDown ? refused : null));
  const service = await startTestService(t, {
    clock,
    pageStore: () => store.node(),
    bucketAccess: accessTo(bucket),
    configuration: { secretKey, storeMedia },
  });
  const id = await record(service);
  await eventually("it is said", () =>
    service.log.some((line) => /cannot be moved to its bucket.*Not yours/.test(line)),
  );
  const { mediaUrl } = await service.ok("getCapture", { path: { captureId: id } });
  assert.ok(Buffer.from((await heard(mediaUrl)).bytes).equals(sound));
  isDown = false;
  await asTimePasses(clock, "it is moved", () => inPages(store).length === 0, 1000);
});

test("images and what was recorded before there was a bucket go there, too", async (t) => {
  const { store, bucket, node } = await house(t);
  const before = await node(null);
  const id = await record(before);
  assert.equal(inPages(store).length, 1);
  await before.stop();
  const after = await node();
  await eventually("it is moved", () => inPages(store).length === 0);
  assert.ok(bucket.objects.get(objectOf(before, id))?.equals(sound));
  const image = png();
  await uploaded(after, image, "image/png", { credential: before.session });
  await eventually("the image is moved", () => inPages(store).length === 0 && bucket.objects.size === 2);
  assert.ok([...bucket.objects.values()].some((object) => object.equals(image)));
});

test("a node without the bucket, or with one that lacks recordings, does not start; a copy of it does", async (t) => {
  const { store, bucket, node } = await house(t);
  const first = await node();
  const id = await record(first);
  await eventually("it is moved", () => inPages(store).length === 0);
  await first.stop();
  await assert.rejects(
    node(null),
    /DAYSHIFT_STORE_MEDIA: the store has 1 recording in s3:\/\/backups\/home that no bucket/,
  );
  await assert.rejects(
    node("s3://backups/other"),
    /1 recording in s3:\/\/backups\/home that s3:\/\/backups\/other\/ lacks/,
  );
  const object = bucket.objects.get(objectOf(first, id)) ?? assert.fail();
  bucket.objects.set(objectOf(first, id).replace("home", "other"), object);
  bucket.objects.delete(objectOf(first, id));
  const moved = await node("s3://backups/other");
  const { mediaUrl } = await moved.ok("getCapture", { path: { captureId: id }, credential: first.key });
  assert.ok(Buffer.from((await heard(mediaUrl)).bytes).equals(sound));
});

test("backups and exports have what is in the bucket, and a workspace is restored with it", async (t) => {
  const { store, bucket, node } = await house(t);
  const first = await node();
  const id = await record(first);
  await eventually("it is moved", () => inPages(store).length === 0);
  await first.stop();
  const owner = await node();
  const to = tempDir(t);
  await askService(owner.dataDir, "backup", { to, access: null }, nothing);
  const restored = join(tempDir(t), "restored");
  await restoreAll({ target: await openTarget(to, null), dataDir: restored, snapshot: null, onProgress: nothing });
  assert.equal(await createMediaFiles(restored).size(first.workspaceId, id), sound.length);
  await owner.stop();

  const owned = (await store.node().tryOwn("dayshift store")) ?? assert.fail();
  const replica = createReplica(owned, assert.fail);
  const configuration = { ...readConfiguration({}, {}), storeMedia, dataDir: join(tempDir(t), "back") };
  const parts = { configuration, bucketAccess: accessTo(bucket), clock: createFakeClock(), log: silent };
  const opened = await openBucketMedia(parts, replica);
  await outOfStore(replica, configuration.dataDir, nothing, opened?.media);
  assert.equal(await createMediaFiles(configuration.dataDir).size(first.workspaceId, id), sound.length);
  await owned.release();
});

const silent = { write: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };

test("the doctor stores something, reads it and removes it, or says what keeps it from that", async (t) => {
  let isRefused = false;
  const refused = { status: 403, body: "<Error><Code>AccessDenied</Code><Message>Not yours.</Message></Error>" };
  const bucket = await startBucket(t, (asked) => (isRefused && asked.startsWith("DELETE") ? refused : null));
  const access = accessTo(bucket);
  const found = await checkBucket(storeMedia, access);
  assert.deepEqual([found.level, bucket.objects.size], ["fine", 0]);
  assert.match(found.message, /^s3:\/\/backups\/home\/ takes, plays and erases/);
  isRefused = true;
  const other = await checkBucket(storeMedia, access);
  assert.equal(other.level, "wrong");
  assert.match(
    other.message,
    /kept in s3:\/\/backups\/home: Removing doctor was refused by the store with 403: Not yours/,
  );
  assert.match((await checkBucket(storeMedia, null)).message, /needs AWS_ACCESS_KEY_ID/);
});
