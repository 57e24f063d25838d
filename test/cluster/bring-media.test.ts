/** Recordings for a copy of a workspace: in the store, in the bucket, or on their way between the two. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { standingName, standingRow } from "../../src/actors/store/pages/bucket.ts";
import { mediumName } from "../../src/actors/store/pages/names.ts";
import type { FileChange } from "../../src/actors/store/pages/port.ts";
import { allShards } from "../../src/actors/store/pages/shards.ts";
import { bringMediaInto } from "../../src/server/storage/bring-media.ts";
import { fakeId } from "../helpers/ids.ts";
import { createFakeStore } from "../helpers/page-store.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const [workspaceId, id] = [fakeId(1), fakeId(2)];
const medium = mediumName(workspaceId, id);
const sound = Buffer.from("what was said");
const inPages: FileChange = { pageSize: 100, length: sound.length, pages: new Map([[0, sound]]) };

async function prepare(t: TestContext) {
  const store = await createFakeStore().node().join("a");
  await store.take(allShards);
  const say = (rows: Readonly<Record<string, FileChange | null>>): Promise<void> =>
    store.append({ files: new Map(Object.entries(rows)) });
  const folder = tempDir(t);
  return { store, say, folder, file: join(folder, "media", id) };
}

const inBucket = { [standingName("object", medium)]: standingRow(sound.length) };
const notInBucket = { [standingName("object", medium)]: null };

test("those of the store and those of the bucket lie in the folder, and none of another workspace", async (t) => {
  const { store, say, folder } = await prepare(t);
  await say({ ...inBucket, [mediumName(workspaceId, fakeId(3))]: inPages, [mediumName(fakeId(9), id)]: inPages });
  const bucket = {
    async *read(key: string, start: number, end: number) {
      assert.equal(key, medium);
      yield sound.subarray(start, 4);
      yield sound.subarray(4, end);
    },
  };
  await bringMediaInto(folder, { store, bucket }, workspaceId);
  const found = readdirSync(join(folder, "media")).map((name) => readFileSync(join(folder, "media", name), "utf8"));
  assert.deepEqual(found, ["what was said", "what was said"]);
});

test("one that leaves the bucket while it is read is read where it went", async (t) => {
  const { store, say, folder, file } = await prepare(t);
  await say(inBucket);
  const bucket = {
    // oxlint-disable-next-line require-yield
    async *read(): AsyncGenerator<Uint8Array> {
      await say({ ...notInBucket, [medium]: inPages });
      throw new Error("there is no such object");
    },
  };
  await bringMediaInto(folder, { store, bucket }, workspaceId);
  assert.deepEqual(readFileSync(file), sound);
});

test("one that is erased while it is read is left out; what cannot be read is an error", async (t) => {
  const { store, say, folder, file } = await prepare(t);
  await say(inBucket);
  let isErased = true;
  const bucket = {
    // oxlint-disable-next-line require-yield
    async *read(): AsyncGenerator<Uint8Array> {
      if (isErased) await say(notInBucket);
      throw new Error("the bucket does not answer");
    },
  };
  await bringMediaInto(folder, { store, bucket }, workspaceId);
  assert.equal(existsSync(file), false);
  isErased = false;
  await say(inBucket);
  await assert.rejects(bringMediaInto(folder, { store, bucket }, workspaceId), /does not answer/);
  await assert.rejects(bringMediaInto(folder, { store, bucket: undefined }, workspaceId), /none is named/);
});
