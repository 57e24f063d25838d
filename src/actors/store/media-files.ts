/** Host: the audio of captures as files `media/<capture id>` in the folder of their workspace, readable by the owner only. */
import { type FileHandle, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Blobs, BlobWriter } from "../files/blobs.ts";
import { canonicalUuid, isMissing, makeFolder, syncFolderAside, unlessMissing, workspaceFolder } from "./files.ts";
import { openFor, readPieces, readRange, withFile } from "../files/handles.ts";

const eraseSize = 1 << 20;

/** The media files of one data folder. `admit` throws when it may not be written to: asked before a write and before it is acknowledged. */
export function createMediaFiles(dataDir: string, admit: () => void = () => undefined): Blobs {
  const uncut = new Map<string, number>();
  const folderOf = (workspaceId: string): string => join(workspaceFolder(dataDir, workspaceId), "media");
  const pathOf = (workspaceId: string, id: string): string => {
    if (canonicalUuid.test(id)) return join(folderOf(workspaceId), id);
    throw new TypeError(`The id of a medium is a lower-case UUID with hyphens; got ${JSON.stringify(id)}.`);
  };

  return {
    async size(workspaceId, id) {
      const path = pathOf(workspaceId, id);
      const found = await unlessMissing(stat(path));
      return found && Math.min(found.size, uncut.get(path) ?? Infinity);
    },
    async open(workspaceId, id) {
      const path = pathOf(workspaceId, id);
      const createWriter = (handle: FileHandle): Promise<BlobWriter> => openBlob(handle, { path, uncut, admit });
      const existing = await unlessMissing(openFor(path, "r+", createWriter));
      if (existing !== null) return existing;
      admit();
      makeFolder(folderOf(workspaceId));
      return makeFile(path, createWriter);
    },
    read: (workspaceId, id, start, end) => readIfThere(pathOf(workspaceId, id), start, end),
    finish: async () => undefined,
    async erase(workspaceId, id) {
      const path = pathOf(workspaceId, id);
      if ((await unlessMissing(withFile(path, "r+", overwrite))) === null) return;
      await rm(path, { force: true });
      uncut.delete(path);
      await syncFolderAside(folderOf(workspaceId));
    },
  };
}

/** An empty file, durable in its folder. One that could not be made durable goes again: the next one to open it would take it for such. */
function makeFile(path: string, createWriter: (handle: FileHandle) => Promise<BlobWriter>): Promise<BlobWriter> {
  return openFor(path, "wx+", async (handle) => {
    try {
      await handle.datasync();
      await syncFolderAside(dirname(path));
      return await createWriter(handle);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  });
}

async function* readIfThere(path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  try {
    yield* readPieces(path, start, end);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

interface WriterParts {
  readonly path: string;
  /** By path: the length of files that have more than was acknowledged, because a write failed and could not be cut off. */
  readonly uncut: Map<string, number>;
  readonly admit: () => void;
}

async function openBlob(handle: FileHandle, { path, uncut, admit }: WriterParts): Promise<BlobWriter> {
  let size = uncut.get(path) ?? (await handle.stat()).size;
  const cut = async (): Promise<void> => {
    await handle.truncate(size);
    uncut.delete(path);
  };
  const truncate = async (length: number): Promise<void> => {
    await handle.truncate(length);
    await handle.datasync();
    size = length;
  };
  if (uncut.has(path)) await cut();
  return {
    get size() {
      return size;
    },
    async write(position, parts) {
      const length = parts.reduce((sum, part) => sum + part.byteLength, 0);
      try {
        admit();
        if (uncut.has(path)) await cut();
        await writeAll(handle, position, parts);
        await handle.datasync();
        admit();
      } catch (error) {
        if (position + length > size) await cut().catch(() => uncut.set(path, size));
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

async function overwrite(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  const zeros = new Uint8Array(Math.min(size, eraseSize));
  for (let at = 0; at < size; at += eraseSize) {
    await writeAll(handle, at, [zeros.subarray(0, Math.min(eraseSize, size - at))]);
  }
  await handle.datasync();
}
