/** Finished recordings in a bucket: a kill between any two steps loses nothing and leaves nothing, and what is erased is gone there too. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Blobs } from "../../../../src/actors/files/blobs.ts";
import { createMediaFiles } from "../../../../src/actors/store/media-files.ts";
import { ensureWorkspaceFile } from "../../../../src/actors/store/migrate.ts";
import { type BucketMedia, createBucketMedia } from "../../../../src/actors/store/pages/bucket-media.ts";
import { bringMedia, createStoredMedia } from "../../../../src/actors/store/pages/media.ts";
import { readStoredMedia } from "../../../../src/actors/store/pages/read-media.ts";
import { mediumName } from "../../../../src/actors/store/pages/names.ts";
import { createReplica, type Replica } from "../../../../src/actors/store/pages/replica.ts";
import { createWorkspaceCopies } from "../../../../src/actors/store/pages/workspaces.ts";
import { createFakeBucket, type FakeBucket } from "../../../helpers/bucket.ts";
import { createFakeClock, type FakeClock } from "../../../helpers/clock.ts";
import { fakeId } from "../../../helpers/ids.ts";
import { createFakeStore, type FakeStore } from "../../../helpers/page-store.ts";
import { asTimePasses, eventually, turns } from "../../../helpers/settle.ts";
import { tempDir } from "../../../helpers/temp-dir.ts";
import { migrations, workspaceId } from "../fixture.ts";

const id = fakeId(7);
const medium = mediumName(workspaceId, id);
const sound = Buffer.from(Uint8Array.from({ length: 100_000 }, (_, at) => (at * 31 + (at >> 8)) % 251));
const [minute, hour] = [60_000, 3_600_000];
const all = (): boolean => true;

interface Node {
  readonly media: Blobs;
  readonly bucketMedia: BucketMedia;
  readonly replica: Replica;
  readonly dataDir: string;
  readonly troubles: unknown[];
}

interface House {
  readonly store: FakeStore;
  readonly bucket: FakeBucket;
  readonly clock: FakeClock;
  /** The next owner, whose folder is empty; the one before is cut off, and knows nothing of it. */
  readonly next: () => Promise<Node>;
}

function house(t: TestContext): House {
  const [store, bucket, clock] = [createFakeStore(), createFakeBucket(), createFakeClock()];
  return {
    store,
    bucket,
    clock,
    async next() {
      const owning = store.node().own("node");
      if (store.epoch > 0) store.expire(true);
      const replica = createReplica(await owning, () => undefined);
      const dataDir = tempDir(t);
      const troubles: unknown[] = [];
      const onTrouble = (error: unknown): void => void troubles.push(error);
      const bucketMedia = createBucketMedia({ bucket, replica, dataDir, clock, onTrouble });
      await bucketMedia.arrive(all);
      const media = createStoredMedia(createMediaFiles(dataDir), { replica, dataDir, bucket: bucketMedia });
      return { media, bucketMedia, replica, dataDir, troubles };
    },
  };
}

async function record({ media }: Node, bytes: Uint8Array = sound, medium = id): Promise<void> {
  const writer = await media.open(workspaceId, medium);
  await writer.write(0, [bytes]);
  await writer.close();
}

async function read(media: Pick<Blobs, "read">, start = 0, end = sound.length): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of media.read(workspaceId, id, start, end)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The rows of the store that are about the recording, but that of what was erased: `media`, `moving`, `object`. */
function rows({ files }: FakeStore): string[] {
  return [...files.keys()].map((name) => name.split("/")[0] ?? "").sort();
}

const isMoved = ({ store }: House): boolean => rows(store).join() === "object";

async function assertWhole(node: Node, expected: Uint8Array = sound): Promise<void> {
  assert.equal(await node.media.size(workspaceId, id), expected.length);
  assert.ok((await read(node.media, 0, expected.length)).equals(expected));
  assert.ok((await read(node.media, 20_001, 70_003)).equals(expected.subarray(20_001, 70_003)));
}

test("a finished recording goes to the bucket, leaves the store, and is read from there without being fetched whole", async (t) => {
  const place = house(t);
  const { store, bucket } = place;
  const first = await place.next();
  await record(first);
  assert.deepEqual([rows(store), bucket.objects.size], [["media"], 0]);
  await first.media.finish(workspaceId, id);
  await eventually("it is moved", () => isMoved(place));
  assert.ok(bucket.objects.get(medium)?.equals(sound));
  await assertWhole(first);
  assert.ok(!bucket.asked.some((asked) => asked.startsWith("read")), "the folder has it still");
  const second = await place.next();
  await assertWhole(second);
  assert.deepEqual(
    bucket.asked.filter((asked) => !asked.startsWith("put")),
    [`read ${medium}`, `read ${medium}`],
  );
  await bringMedia({ ...second, bucket: second.bucketMedia }, workspaceId);
  assert.equal(await createMediaFiles(second.dataDir).size(workspaceId, id), sound.length);
  assert.deepEqual(await read(second.media, sound.length, sound.length + 9), Buffer.alloc(0));
});

/** Where the owner is killed: what the step waits for never comes, and the next one has the data. */
const kills: Readonly<Record<string, (place: House, dies: () => void) => void>> = {
  "before the bucket has it"({ bucket }, dies) {
    bucket.arrival = () => (dies(), new Promise(() => undefined));
  },
  "before the store knows that the bucket has it"({ bucket }, dies) {
    bucket.answer = () => (dies(), new Promise(() => undefined));
  },
  "before the append that says so"({ bucket, store }, dies) {
    bucket.answer = async () => {
      store.fate = () => (dies(), new Promise(() => undefined));
    };
  },
  "before the answer to that append"({ bucket, store }, dies) {
    bucket.answer = async () => {
      store.fate = () => {
        setImmediate(dies);
        return "answer lost";
      };
    };
  },
};
for (const [when, kill] of Object.entries(kills)) {
  test(`an owner that is killed ${when} leaves it to the next one, once and whole`, async (t) => {
    const place = house(t);
    const { store, bucket } = place;
    const first = await place.next();
    await record(first);
    const { promise: dead, resolve: dies } = Promise.withResolvers<void>();
    kill(place, dies);
    await first.media.finish(workspaceId, id);
    await dead;
    store.fate = () => "as usual";
    bucket.arrival = bucket.answer = async () => undefined;
    const second = await place.next();
    await assertWhole(second);
    await eventually("it is moved", () => isMoved(place));
    await assertWhole(await place.next());
    assert.deepEqual([...bucket.objects.keys()], [medium]);
  });
}

test("what is erased is gone from store, folder and bucket, and what a node that was cut off sends late is removed", async (t) => {
  const place = house(t);
  const { store, bucket, clock } = place;
  const first = await place.next();
  await record(first);
  const late = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  bucket.arrival = () => (sent.resolve(), late.promise);
  await first.media.finish(workspaceId, id);
  await sent.promise;
  bucket.arrival = async () => undefined;
  const second = await place.next();
  await eventually("it is moved", () => isMoved(place));
  await second.media.erase(workspaceId, id);
  assert.deepEqual([rows(store), bucket.objects.size], [["erased"], 0]);
  assert.deepEqual([await second.media.size(workspaceId, id), await read(second.media)], [null, Buffer.alloc(0)]);
  late.resolve();
  await eventually("it came late", () => bucket.objects.size === 1);
  await asTimePasses(clock, "nothing is left", () => bucket.objects.size + store.files.size === 0, minute);
  assert.ok(clock.monotonic() >= hour);
});

test("one that is erased on its way does not arrive", async (t) => {
  const place = house(t);
  const { store, bucket } = place;
  const node = await place.next();
  await record(node);
  const held = Promise.withResolvers<void>();
  bucket.arrival = () => held.promise;
  await node.media.finish(workspaceId, id);
  const erasing = node.media.erase(workspaceId, id);
  held.resolve();
  await erasing;
  assert.equal(await createMediaFiles(node.dataDir).size(workspaceId, id), null);
  assert.deepEqual([rows(store), bucket.objects.size], [["erased"], 0]);
  const other = await place.next();
  assert.equal(await other.media.size(workspaceId, id), null);
});

test("one that is fetched for its way does not stay in the folder when it is erased", async (t) => {
  const place = house(t);
  const first = await place.next();
  await record(first);
  await first.bucketMedia.takeAll(all);
  const fetched = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  place.bucket.arrival = () => (fetched.resolve(), held.promise);
  const second = await place.next();
  const { owned } = second.replica;
  const isHere = (): Promise<number | null> => createMediaFiles(second.dataDir).size(workspaceId, id);
  assert.equal(await isHere(), null);
  const erasing = second.media.erase(workspaceId, id);
  await Promise.race([fetched.promise, erasing]);
  held.resolve();
  await erasing;
  assert.deepEqual([await isHere(), await owned.shape(medium)], [null, null]);
});

test("an erasure that the bucket does not answer is not acknowledged, and is done again", async (t) => {
  const place = house(t);
  const { bucket, clock } = place;
  const node = await place.next();
  await record(node);
  await node.media.finish(workspaceId, id);
  await eventually("it is moved", () => isMoved(place));
  bucket.isDown = true;
  await assert.rejects(node.media.erase(workspaceId, id), /does not answer/);
  assert.equal(await node.media.size(workspaceId, id), null);
  await assert.rejects(node.media.erase(workspaceId, id), /does not answer/);
  bucket.isDown = false;
  await place.next();
  await asTimePasses(clock, "it is gone", () => bucket.objects.size === 0, minute);
});

test("a bucket that does not answer keeps nobody waiting: the recording stays in the store, and is tried again", async (t) => {
  const place = house(t);
  const { store, bucket, clock } = place;
  const node = await place.next();
  await record(node);
  bucket.isDown = true;
  await node.media.finish(workspaceId, id);
  await eventually("it was tried", () => node.troubles.length === 1);
  await assertWhole(node);
  await turns(20);
  assert.deepEqual([rows(store), node.troubles.length], [["media", "moving"], 1]);
  bucket.isDown = false;
  clock.advance(minute);
  await eventually("it is moved", () => isMoved(place));
});

test("one that is written to again comes back, and goes again when it is finished", async (t) => {
  const place = house(t);
  const { store, bucket, clock } = place;
  await record(await place.next());
  const node = await place.next();
  await node.media.finish(workspaceId, id);
  await eventually("it is moved", () => isMoved(place));
  const next = await place.next();
  const writer = await next.media.open(workspaceId, id);
  assert.equal(writer.size, sound.length);
  assert.deepEqual(rows(store), ["erased", "media"]);
  await writer.write(sound.length, [sound.subarray(0, 5)]);
  await writer.close();
  const longer = Buffer.concat([sound, sound.subarray(0, 5)]);
  await assertWhole(next, longer);
  await next.media.finish(workspaceId, id);
  await eventually("it is moved", () => isMoved(place));
  for (let n = 0; n < 65; n += 1) {
    clock.advance(minute);
    await turns(5);
  }
  assert.ok(bucket.objects.get(medium)?.equals(longer), "nothing is left of its erasure");
  await assertWhole(await place.next(), longer);
});

test("an owner that is killed while one comes back leaves it whole in the bucket", async (t) => {
  const place = house(t);
  const { store } = place;
  const first = await place.next();
  await record(first);
  await first.media.finish(workspaceId, id);
  await eventually("it is moved", () => isMoved(place));
  const { replica } = await place.next();
  const pages = new Map([[0, sound.subarray(0, 16_384)]]);
  await replica.append({ files: new Map([[medium, { pageSize: 16_384, length: sound.length, pages }]]) });
  assert.deepEqual(rows(store), ["media", "object"]);
  const third = await place.next();
  await assertWhole(third);
  await (await third.media.open(workspaceId, id)).close();
  assert.deepEqual(rows(store), ["erased", "media"]);
  await assertWhole(await place.next());
});

test("a node that does not own it reads it where it is, also when it leaves the store in the middle", async (t) => {
  const place = house(t);
  const { bucket } = place;
  const owner = await place.next();
  const elsewhere = (start = 0, end = sound.length + 5): AsyncIterable<Uint8Array> =>
    readStoredMedia(owner.replica.owned, bucket, medium, { start, end });
  const pieces = async (parts: AsyncIterable<Uint8Array>): Promise<Buffer> => {
    const found: Uint8Array[] = [];
    for await (const piece of parts) found.push(piece);
    return Buffer.concat(found);
  };
  await record(owner);
  assert.ok((await pieces(elsewhere())).equals(sound));
  const { owned } = owner.replica;
  const leaving: typeof owned = {
    ...owned,
    async *read(name, from) {
      let page = 0;
      for await (const one of owned.read(name, from)) {
        page += 1;
        if (page === 3) {
          await owner.media.finish(workspaceId, id);
          await eventually("it is moved", () => isMoved(place));
          return;
        }
        yield one;
      }
    },
  };
  const torn = await pieces(readStoredMedia(leaving, bucket, medium, { start: 5, end: 90_000 }));
  assert.ok(torn.equals(sound.subarray(5, 90_000)));
  assert.ok((await pieces(elsewhere(7, 40_000))).equals(sound.subarray(7, 40_000)));
});

test("a node that gives a workspace away sends nothing more of it, and the next one does", async (t) => {
  const place = house(t);
  const { store, bucket } = place;
  const node = await place.next();
  await record(node);
  const asked = Promise.withResolvers<void>();
  bucket.arrival = () => (asked.resolve(), new Promise((_, reject) => setImmediate(reject, new Error("cut off"))));
  await node.media.finish(workspaceId, id);
  await asked.promise;
  await node.bucketMedia.leave((workspace) => workspace === workspaceId);
  bucket.arrival = async () => undefined;
  const appends = store.appends;
  await turns(50);
  assert.deepEqual([store.appends, rows(store)], [appends, ["media", "moving"]]);
  await node.bucketMedia.arrive(all);
  await eventually("it is moved", () => isMoved(place));
});

test("what the store has from before there was a bucket goes there", async (t) => {
  const place = house(t);
  const node = await place.next();
  await record(node);
  await node.bucketMedia.takeAll((workspace) => workspace !== workspaceId);
  assert.deepEqual(rows(place.store), ["media"]);
  await node.bucketMedia.takeAll(all);
  const next = await place.next();
  await eventually("it is moved", () => isMoved(place));
  await assertWhole(next);
});

test("a workspace that is put back has its recordings, and the bucket none that it has not", async (t) => {
  const place = house(t);
  const { store, bucket, clock } = place;
  const first = await place.next();
  const gone = mediumName(workspaceId, fakeId(8));
  await record(first);
  await record(first, sound.subarray(0, 10), fakeId(8));
  for (const one of [id, fakeId(8)]) await first.media.finish(workspaceId, one);
  await eventually("both are moved", () => rows(store).join() === "object,object");
  const from = tempDir(t);
  ensureWorkspaceFile(from, workspaceId, migrations);
  const restored = await createMediaFiles(from).open(workspaceId, id);
  await restored.write(0, [sound.subarray(0, 50_000)]);
  await restored.close();
  const { replica, dataDir, bucketMedia } = first;
  await createWorkspaceCopies(replica, dataDir, migrations, bucketMedia).replace(workspaceId, from);
  assert.deepEqual(rows(store), ["erased", "media", "moving", "workspace"]);
  const second = await place.next();
  await assertWhole(second, sound.subarray(0, 50_000));
  await eventually("it is moved", () => rows(store).join() === "erased,object,workspace");
  await asTimePasses(clock, "the other one is gone", () => !bucket.objects.has(gone), minute);
  await assertWhole(await place.next(), sound.subarray(0, 50_000));
});
