/** The pages of a recording: what is written to its file goes up before it counts, and where the disk fails this node is to end. */
import type { Blobs, BlobWriter } from "../../files/blobs.ts";
import type { Change } from "./port.ts";
import type { Replica } from "./replica.ts";

/** A second of speech as Opus is a third of this; a piece that grows is sent again. */
const mediaPage = 16_384;

/** Bytes that go up at once of a recording that is there already. */
const pieceSize = 256 * mediaPage;

interface Followed {
  readonly writer: BlobWriter;
  /** Sends what stands from there to there, with the length of all. */
  readonly send: (start: number, end: number) => Promise<void>;
}

/** A writer that does not settle what is not in the store; see `Replica.append`. */
export function followWriter(writer: BlobWriter, name: string, { append }: Pick<Replica, "append">): Followed {
  async function send(start: number, end: number): Promise<void> {
    const pages = new Map<number, Uint8Array>();
    for (let page = Math.floor(start / mediaPage); page * mediaPage < end; page += 1)
      pages.set(page, await writer.read(page * mediaPage, (page + 1) * mediaPage));
    const change: Change = { files: new Map([[name, { pageSize: mediaPage, length: writer.size, pages }]]) };
    await append(change);
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

/** Sends all of a file, and closes it. */
export async function sendWhole(
  writer: BlobWriter,
  name: string,
  replica: Pick<Replica, "append" | "beginSum">,
): Promise<void> {
  const { send } = followWriter(writer, name, replica);
  replica.beginSum(name);
  await send(0, 0);
  for (let at = 0; at < writer.size; at += pieceSize) await send(at, Math.min(at + pieceSize, writer.size));
  await writer.close();
}

/** The recordings of a folder; what the disk fails never settles. */
export function watchMedia(local: Blobs, onDisk: Replica["onDisk"]): Blobs {
  return {
    size: (workspaceId, id) => onDisk(local.size(workspaceId, id)),
    open: async (workspaceId, id) => watchWriter(await onDisk(local.open(workspaceId, id)), onDisk),
    async *read(workspaceId, id, start, end) {
      const pieces = local.read(workspaceId, id, start, end)[Symbol.asyncIterator]();
      try {
        for (;;) {
          const piece = await onDisk(pieces.next());
          if (piece.done === true) return;
          yield piece.value;
        }
      } finally {
        await pieces.return?.();
      }
    },
    finish: (workspaceId, id) => local.finish(workspaceId, id),
    erase: (workspaceId, id) => onDisk(local.erase(workspaceId, id)),
  };
}

function watchWriter(writer: BlobWriter, onDisk: Replica["onDisk"]): BlobWriter {
  return {
    get size() {
      return writer.size;
    },
    write: (position, parts) => onDisk(writer.write(position, parts)),
    read: (start, end) => onDisk(writer.read(start, end)),
    truncate: (size) => onDisk(writer.truncate(size)),
    close: () => writer.close(),
  };
}
