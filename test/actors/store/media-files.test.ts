/** Files of sound: written, cut, read and erased. */
import assert from "node:assert/strict";
import { existsSync, linkSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { workspaceFolder } from "../../../src/actors/store/files.ts";
import { createMediaFiles } from "../../../src/actors/store/media-files.ts";
import { fakeId } from "../../helpers/ids.ts";
import { diskDir, tempDir } from "../../helpers/temp-dir.ts";

const workspaceId = fakeId(1);
const id = fakeId(2);

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts).toString();
}

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

test("a file takes bytes past its end and over others, is cut, and reads the same after reopening", async (t) => {
  const dataDir = tempDir(t);
  const media = createMediaFiles(dataDir);
  assert.equal(await media.size(workspaceId, id), null);
  const first = await media.open(workspaceId, id);
  await first.write(0, [text("head"), text("-body")]);
  await first.write(0, [text("HEAD")]);
  assert.equal(first.size, 9);
  await first.truncate(7);
  assert.equal(Buffer.from(await first.read(2, 99)).toString(), "AD-bo");
  await first.close();
  const again = await media.open(workspaceId, id);
  assert.equal(again.size, 7);
  await again.write(7, [text("!")]);
  await again.close();
  assert.equal(await media.size(workspaceId, id), 8);
  assert.equal(await collect(media.read(workspaceId, id, 1, 8)), "EAD-bo!");
  assert.equal(await collect(media.read(workspaceId, id, 6, 1000)), "o!");
  assert.equal(await collect(media.read(workspaceId, fakeId(3), 0, 10)), "");
});

test("a file is its owner's alone and lies in the folder of its workspace, under nothing but ids", async (t) => {
  const dataDir = tempDir(t);
  const media = createMediaFiles(dataDir);
  await (await media.open(workspaceId, id)).close();
  const path = join(workspaceFolder(dataDir, workspaceId), "media", id);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(statSync(join(path, "..")).mode & 0o777, 0o700);
  for (const odd of ["..", "../workspace.db", id.toUpperCase().replace("0", "A"), "", `${id}/x`]) {
    await assert.rejects(media.open(workspaceId, odd), TypeError, odd);
    await assert.rejects(media.erase(workspaceId, odd), TypeError, odd);
    await assert.rejects(media.open(odd, id), TypeError, odd);
  }
});

test("what is erased is overwritten before it is taken away, and erasing again does nothing", async (t) => {
  const dataDir = tempDir(t);
  const media = createMediaFiles(dataDir);
  const writer = await media.open(workspaceId, id);
  await writer.write(0, [new Uint8Array(3_000_000).fill(65)]);
  await writer.close();
  const path = join(workspaceFolder(dataDir, workspaceId), "media", id);
  linkSync(path, join(dataDir, "witness"));
  await media.erase(workspaceId, id);
  assert.equal(existsSync(path), false);
  assert.deepEqual(readdirSync(join(path, "..")), []);
  const left = readFileSync(join(dataDir, "witness"));
  assert.equal(left.length, 3_000_000);
  assert.ok(left.every((byte) => byte === 0));
  await media.erase(workspaceId, id);
});

test(
  "a disk that takes no more bytes leaves what was there, and the write is refused",
  { skip: !existsSync("/dev/full") },
  async (t) => {
    const dataDir = diskDir(t);
    const media = createMediaFiles(dataDir);
    const writer = await media.open(workspaceId, id);
    await writer.write(0, [text("kept")]);
    await assert.rejects(writer.write(2 ** 53 - 2, [text("too far away for any file")]));
    assert.equal(writer.size, 4);
    await writer.write(4, [text(", and more")]);
    await writer.close();
    assert.equal(await collect(media.read(workspaceId, id, 0, 100)), "kept, and more");
  },
);
