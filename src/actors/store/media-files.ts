/** Host: the audio of captures as files `media/<capture id>` in the folder of their workspace, readable by the owner only. */
import { type FileHandle, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Blobs, BlobWriter } from "../blobs.ts";
import { canonicalUuid, makeFolder, syncFolderAside, unlessMissing, workspaceFolder } from "./files.ts";

const pieceSize = 65_536;
const eraseSize = 1 << 20;

/** The media files of one data folder. */
export function createMediaFiles(dataDir: string): Blobs {
  const folderOf = (workspaceId: string): string => join(workspaceFolder(dataDir, workspaceId), "media");
  const pathOf = (workspaceId: string, id: string): string => {
    if (canonicalUuid.test(id)) return join(folderOf(workspaceId), id);
    throw new TypeError(`The id of a medium is a lower-case UUID with hyphens; got ${JSON.stringify(id)}.`);
  };

  return {
    async size(workspaceId, id) {
      const found = await unlessMissing(stat(pathOf(workspaceId, id)));
      return found?.size ?? null;
    },
    async open(workspaceId, id) {
      const path = pathOf(workspaceId, id);
      const existing = await unlessMissing(open(path, "r+"));
      if (existing !== null) return createWriter(existing);
      makeFolder(folderOf(workspaceId));
      const made = await open(path, "wx+", 0o600);
      await made.datasync();
      await syncFolderAside(folderOf(workspaceId));
      return createWriter(made);
    },
    read: (workspaceId, id, start, end) => readPieces(pathOf(workspaceId, id), start, end),
    async erase(workspaceId, id) {
      const path = pathOf(workspaceId, id);
      const handle = await unlessMissing(open(path, "r+"));
      if (handle === null) return;
      try {
        await overwrite(handle);
      } finally {
        await handle.close();
      }
      await rm(path, { force: true });
      await syncFolderAside(folderOf(workspaceId));
    },
  };
}

async function createWriter(handle: FileHandle): Promise<BlobWriter> {
  let { size } = await handle.stat();
  const truncate = async (length: number): Promise<void> => {
    await handle.truncate(length);
    await handle.datasync();
    size = length;
  };
  return {
    get size() {
      return size;
    },
    async write(position, parts) {
      const length = parts.reduce((sum, part) => sum + part.byteLength, 0);
      try {
        await writeAll(handle, position, parts);
        await handle.datasync();
      } catch (error) {
        if (position + length > size) await handle.truncate(size).catch(() => undefined);
        throw error;
      }
      size = Math.max(size, position + length);
    },
    read: (start, end) => readRange(handle, start, end),
    truncate,
    close: () => handle.close(),
  };
}

/** A write of the operating system may take less than it was given. */
async function writeAll(handle: FileHandle, position: number, parts: readonly Uint8Array[]): Promise<void> {
  let at = position;
  for (const part of parts) {
    for (let done = 0; done < part.byteLength;) {
      const { bytesWritten } = await handle.write(part, done, part.byteLength - done, at);
      done += bytesWritten;
      at += bytesWritten;
    }
  }
}

async function readRange(handle: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, end - start));
  let done = 0;
  while (done < bytes.byteLength) {
    const { bytesRead } = await handle.read(bytes, done, bytes.byteLength - done, start + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

async function* readPieces(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  const handle = await unlessMissing(open(path, "r"));
  if (handle === null) return;
  try {
    for (let at = start; at < end;) {
      const piece = await readRange(handle, at, Math.min(at + pieceSize, end));
      if (piece.byteLength === 0) return;
      yield piece;
      at += piece.byteLength;
    }
  } finally {
    await handle.close();
  }
}

async function overwrite(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  const zeros = new Uint8Array(Math.min(size, eraseSize));
  for (let at = 0; at < size; at += eraseSize) {
    await writeAll(handle, at, [zeros.subarray(0, Math.min(eraseSize, size - at))]);
  }
  await handle.datasync();
}
