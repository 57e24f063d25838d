/** Recordings in the store, with the files of the folder as a cache: what is acknowledged is in both. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Blobs, BlobWriter } from "../../files/blobs.ts";
import { canonicalUuid, unlessMissing, workspaceFolder } from "../files.ts";
import { createMediaFiles } from "../media-files.ts";
import { mediumName } from "./names.ts";
import type { Change, Holding } from "./port.ts";
import type { Replica } from "./replica.ts";

/** A second of speech as Opus is a third of this; a piece that grows is sent again. */
const mediaPage = 16_384;

/** Bytes that go up at once of a recording that is there already. */
const pieceSize = 256 * mediaPage;

function folderOf(dataDir: string, workspaceId: string): string {
  return join(workspaceFolder(dataDir, workspaceId), "media");
}

/** Has all recordings of a workspace in the folder. */
export async function bringMedia(replica: Replica, dataDir: string, workspaceId: string): Promise<void> {
  const prefix = mediumName(workspaceId);
  for (const name of await replica.owned.names(prefix))
    await replica.fetch(name, join(folderOf(dataDir, workspaceId), name.slice(prefix.length)));
}

/** The ids of the recordings of a workspace that lie in the folder. */
export async function mediaIn(dataDir: string, workspaceId: string): Promise<string[]> {
  const names = (await unlessMissing(readdir(folderOf(dataDir, workspaceId)))) ?? [];
  return names.filter((name) => canonicalUuid.test(name));
}

/** Sends all recordings of a workspace that lie in the folder. */
export async function sendMedia(replica: Replica, dataDir: string, workspaceId: string): Promise<void> {
  for (const id of await mediaIn(dataDir, workspaceId)) {
    const writer = await createMediaFiles(dataDir).open(workspaceId, id);
    const { send } = followed(writer, mediumName(workspaceId, id), replica);
    await send(0, 0);
    for (let at = 0; at < writer.size; at += pieceSize) await send(at, Math.min(at + pieceSize, writer.size));
    await writer.close();
  }
}

/** A writer does not settle what is not in the store; see `Replica.append`. */
export function createStoredMedia(local: Blobs, replica: Replica, dataDir: string): Blobs {
  const fetch = (workspaceId: string, id: string): Promise<boolean> =>
    replica.fetch(mediumName(workspaceId, id), join(folderOf(dataDir, workspaceId), id));
  return {
    async size(workspaceId, id) {
      await fetch(workspaceId, id);
      return local.size(workspaceId, id);
    },
    async open(workspaceId, id) {
      const isStored = await fetch(workspaceId, id);
      const writer = await local.open(workspaceId, id);
      const stored = followed(writer, mediumName(workspaceId, id), replica);
      if (!isStored) await stored.send(0, 0);
      return stored.writer;
    },
    async *read(workspaceId, id, start, end) {
      await fetch(workspaceId, id);
      yield* local.read(workspaceId, id, start, end);
    },
    async erase(workspaceId, id) {
      await local.erase(workspaceId, id);
      await replica.append({ files: new Map([[mediumName(workspaceId, id), null]]) });
    },
  };
}

/** Bytes of a recording as the store has them, for a node that does not own it. */
export async function* readStoredMedia(
  owned: Pick<Holding, "shape" | "read">,
  name: string,
  start: number,
  end: number,
): AsyncIterable<Uint8Array> {
  const shape = await owned.shape(name);
  if (shape === null) return;
  const { pageSize, length } = shape;
  const last = Math.min(end, length);
  for await (const [page, bytes] of owned.read(name, Math.floor(start / pageSize))) {
    const at = page * pageSize;
    if (at >= last) return;
    yield bytes.subarray(Math.max(0, start - at), last - at);
  }
}

interface Followed {
  readonly writer: BlobWriter;
  /** Sends what stands from there to there, with the length of all. */
  readonly send: (start: number, end: number) => Promise<void>;
}

function followed(writer: BlobWriter, name: string, replica: Replica): Followed {
  async function send(start: number, end: number): Promise<void> {
    const pages = new Map<number, Uint8Array>();
    for (let page = Math.floor(start / mediaPage); page * mediaPage < end; page += 1)
      pages.set(page, await writer.read(page * mediaPage, (page + 1) * mediaPage));
    const change: Change = { files: new Map([[name, { pageSize: mediaPage, length: writer.size, pages }]]) };
    await replica.append(change);
  }
  return {
    send,
    writer: {
      get size() {
        return writer.size;
      },
      async write(position, parts) {
        const end = position + parts.reduce((sum, part) => sum + part.byteLength, 0);
        await writer.write(position, parts);
        await send(position, end);
      },
      read: (start, end) => writer.read(start, end),
      async truncate(size) {
        await writer.truncate(size);
        await send(Math.max(0, size - 1), size);
      },
      close: () => writer.close(),
    },
  };
}
