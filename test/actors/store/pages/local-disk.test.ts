/** What a node makes of its own disk, which is a cache: it ends for what another node is rid of, and for nothing else. */
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { compareFile } from "../../../../src/actors/store/pages/compare.ts";
import { createLocalDisk } from "../../../../src/actors/store/pages/local-disk.ts";
import { watchMedia } from "../../../../src/actors/store/pages/media-pages.ts";
import { createReplica } from "../../../../src/actors/store/pages/replica.ts";
import { createMediaFiles } from "../../../../src/actors/store/media-files.ts";
import { RefusedFile } from "../../../../src/actors/store/refused-file.ts";
import { fakeId } from "../../../helpers/ids.ts";
import { createFakeStore } from "../../../helpers/page-store.ts";
import { eventually, turns } from "../../../helpers/settle.ts";
import { tempDir } from "../../../helpers/temp-dir.ts";

function bySqlite(rawCode: number): Error {
  return Object.assign(new Error("SQLite"), { rawCode, code: `SQLITE_${rawCode}` });
}

function bySystem(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** A file that is here as the store has it, and what ends the node. */
async function owner(t: TestContext) {
  const losses: Error[] = [];
  const replica = createReplica(await createFakeStore().node().own("node"), (error) => losses.push(error));
  const file = { name: "workspace/one", path: join(tempDir(t), "workspace.db") };
  const database = new DatabaseSync(file.path);
  database.exec("CREATE TABLE one (n INTEGER)");
  database.close();
  await replica.put(file.name, file.path);
  return { replica, file, losses, note: createLocalDisk(replica) };
}

const failures: readonly (readonly [string, Error])[] = [
  ["a disk that fails", bySqlite(10 | (1 << 8))],
  ["a full disk", bySqlite(13)],
  ["a full disk, by the system", bySystem("ENOSPC")],
  ["a disk for reading alone", bySystem("EROFS")],
  ["a failure with that cause", new Error("It cannot be opened.", { cause: bySystem("EIO") })],
];

for (const [what, error] of failures) {
  test(`${what} ends the node`, async (t) => {
    const { note, file, losses } = await owner(t);
    note(file, error);
    assert.deepEqual(losses, [error]);
  });
}

const others: readonly (readonly [string, Error])[] = [
  ["a refusal", bySqlite(19)],
  ["a file in use", bySqlite(5)],
  ["too many open files", bySystem("EMFILE")],
  ["a file that could not be opened for once", bySqlite(14)],
  ["damage that the store has as well", bySqlite(11)],
  ["a file that is refused as the store has it", new RefusedFile("It went back.", "it went back")],
];

for (const [what, error] of others) {
  test(`${what} does not: the next owner would not be rid of it`, async (t) => {
    const { note, file, losses, replica } = await owner(t);
    note(file, error);
    await compareFile(replica, file.name, file.path); // as the node does it in the meantime
    await turns(200);
    assert.deepEqual(losses, []);
  });
}

const damages: readonly (readonly [string, (path: string) => void])[] = [
  ["overwritten", (path) => writeFileSync(path, Buffer.alloc(8192, "?"))],
  ["cut off", (path) => writeFileSync(path, "")],
  ["gone", (path) => rmSync(path)],
];

for (const [what, damage] of damages) {
  test(`a damaged file that is ${what} here, and whole in the store, ends the node`, async (t) => {
    const { note, file, losses } = await owner(t);
    damage(file.path);
    note(file, bySqlite(26));
    await eventually("the node ends", () => losses.length > 0);
  });
}

test("sound that the disk does not take, or give, ends the node, and nobody is answered", async (t) => {
  const { replica, losses } = await owner(t);
  const dataDir = tempDir(t);
  const [workspaceId, id] = [fakeId(1), fakeId(2)];
  let error: Error | null = null;
  const media = createMediaFiles(dataDir, () => {
    if (error !== null) throw error;
  });
  const writer = await watchMedia(media, replica.onDisk).open(workspaceId, id);
  t.after(() => writer.close());
  await writer.write(0, [Buffer.from("sound")]);
  assert.equal(Buffer.from(await writer.read(0, 5)).toString(), "sound");
  error = bySystem("ENOSPC");
  let isAnswered = false;
  const answered = (): boolean => (isAnswered = true);
  writer.write(5, [Buffer.from("more")]).then(answered, answered);
  await eventually("the node ends", () => losses.length > 0);
  await turns(20);
  assert.equal(isAnswered, false);
});
