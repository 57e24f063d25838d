/**
 * Finished recordings on their way into a bucket. The store knows first that one is to go, then the bucket has it, and one append says so
 * and lets its pages go: the next owner of the data goes on from there. What is erased is removed at once, and once more after an hour:
 * what a node that was cut off still sends would otherwise stay.
 */
import { rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "../../runtime/ports.ts";
import { makeFolder, unlessMissing, workspaceFolder } from "../files.ts";
import { createMediaFiles } from "../media-files.ts";
import { type Bucket, mediumOf, objectLength, type Standing, standingName, standingRow } from "./bucket.ts";
import { createBucketQueue } from "./bucket-queue.ts";
import { sendWhole } from "./media-pages.ts";
import type { FileChange } from "./port.ts";
import type { Replica } from "./replica.ts";

/** Of recordings by the names that they have in the store. */
export interface BucketMedia {
  readonly bucket: Pick<Bucket, "read">;
  /** Has a recording go to the bucket, which nobody writes to any more; resolves when the store knows. Nothing happens when there is none. */
  readonly finish: (medium: string) => Promise<void>;
  /** Has one that is in the bucket, or goes there, in pages again, and in the folder: it is to be written to. Answers whether it was. */
  readonly takeBack: (medium: string) => Promise<boolean>;
  /**
   * Erases one in the folder, as it is asked to when nothing reads it there, in the store and in the bucket. Rejects when the bucket
   * cannot be reached, and removes it later all the same.
   */
  readonly erase: (medium: string, eraseHere: () => Promise<void>) => Promise<void>;
  /** Has one that is in the bucket in the folder. */
  readonly bring: (medium: string) => Promise<void>;
  /** Goes on with what was begun with recordings of those workspaces. */
  readonly arrive: (isOf: IsOf) => Promise<void>;
  /** Has all recordings of those workspaces go to the bucket. */
  readonly takeAll: (isOf: IsOf) => Promise<void>;
  /** Does nothing more with those; resolves when nothing is on its way. */
  readonly leave: (isOf: IsOf) => Promise<void>;
  readonly stop: () => Promise<void>;
}

type IsOf = (workspaceId: string) => boolean;

export interface BucketParts {
  readonly bucket: Bucket;
  readonly replica: Replica;
  readonly dataDir: string;
  readonly clock: Pick<Clock, "monotonic" | "timer">;
  /** Called with what keeps recordings from the bucket; they are tried again. */
  readonly onTrouble: (error: unknown) => void;
}

/** Rows that go up at once. */
const rowsAtOnce = 500;

export function createBucketMedia(parts: BucketParts): BucketMedia {
  const { bucket, replica, dataDir } = parts;
  const { owned } = replica;
  const queue = createBucketQueue({ ...parts, move, remove });

  function say(medium: string, rows: Partial<Record<"media" | Standing, FileChange | null>>): Promise<void> {
    const names = Object.entries(rows).map(
      ([kind, row]) => [kind === "media" ? medium : standingName(kind as Standing, medium), row] as const,
    );
    return replica.append({ files: new Map(names) });
  }

  async function move(medium: string, signal: AbortSignal, takeOut: () => boolean): Promise<void> {
    const shape = await owned.shape(medium);
    if (shape !== null) {
      await fetchWhole(parts, medium, shape.length);
      await bucket.put(medium, pathOf(dataDir, medium), signal);
    }
    if (takeOut())
      await say(medium, { moving: null, ...(shape && { media: null, object: standingRow(shape.length) }) });
  }

  async function remove(medium: string, takeOut: () => boolean): Promise<void> {
    await bucket.remove(medium);
    if (takeOut()) await say(medium, { erased: null });
  }

  async function mayBeThere(medium: string): Promise<boolean> {
    return ((await owned.shape(standingName("moving", medium))) ?? (await objectLength(owned, medium))) !== null;
  }

  /** The recordings of those workspaces that have such a row. */
  async function all(prefix: string, isOf: IsOf): Promise<string[]> {
    return (await owned.names(prefix)).map(mediumOf).filter(within(isOf));
  }

  return {
    bucket,
    bring: (medium) => bring(parts, medium),
    async finish(medium) {
      const shape = await owned.shape(medium);
      if (shape === null) return;
      await say(medium, { moving: standingRow(shape.length), erased: null });
      queue.add(medium);
    },
    async takeBack(medium) {
      const wasMoving = await queue.withdraw(medium);
      const isThere = (await objectLength(owned, medium)) !== null;
      if (!wasMoving && !isThere) return false;
      if (isThere) await toPages(parts, medium);
      await say(medium, { moving: null, object: null, erased: standingRow(0) });
      queue.removeLate(medium);
      return true;
    },
    async erase(medium, eraseHere) {
      await queue.withdraw(medium);
      await eraseHere();
      if (!queue.isErased(medium) && !(await mayBeThere(medium))) return say(medium, { media: null });
      await say(medium, { media: null, moving: null, object: null, erased: standingRow(0) });
      queue.removeLate(medium);
      await bucket.remove(medium);
    },
    async arrive(isOf) {
      for (const medium of await all(standingName("moving"), isOf)) queue.add(medium);
      for (const medium of await all(standingName("erased"), isOf)) queue.removeLate(medium);
    },
    async takeAll(isOf) {
      const names = await all("media/", isOf);
      const rows = names.map((medium) => [standingName("moving", medium), standingRow(0)] as const);
      for (let at = 0; at < rows.length; at += rowsAtOnce)
        await replica.append({ files: new Map(rows.slice(at, at + rowsAtOnce)) });
    },
    leave: (isOf) => queue.withdrawAll(within(isOf)),
    stop: queue.stop,
  };
}

/** Has it in the folder with so many bytes: what a write left behind that failed is in the file of the folder alone. */
async function fetchWhole({ replica, dataDir }: BucketParts, medium: string, length: number): Promise<void> {
  const path = pathOf(dataDir, medium);
  if ((await unlessMissing(stat(path)))?.size === length) return;
  replica.forget((name) => name === medium);
  await replica.fetch(medium, path);
}

async function bring({ bucket, dataDir }: BucketParts, medium: string): Promise<void> {
  const path = pathOf(dataDir, medium);
  if ((await unlessMissing(stat(path))) !== null) return;
  makeFolder(dirname(path));
  await rm(`${path}.new`, { force: true });
  await bucket.get(medium, `${path}.new`);
  await rename(`${path}.new`, path);
}

/** Sends the pages of one that is in the bucket. */
async function toPages(parts: BucketParts, medium: string): Promise<void> {
  const { workspaceId, id } = partsOf(medium);
  await bring(parts, medium);
  await sendWhole(await createMediaFiles(parts.dataDir).open(workspaceId, id), medium, parts.replica);
}

function within(isOf: IsOf): (medium: string) => boolean {
  return (medium) => isOf(partsOf(medium).workspaceId);
}

function partsOf(medium: string): { readonly workspaceId: string; readonly id: string } {
  const [, workspaceId = "", id = ""] = medium.split("/");
  return { workspaceId, id };
}

function pathOf(dataDir: string, medium: string): string {
  const { workspaceId, id } = partsOf(medium);
  return join(workspaceFolder(dataDir, workspaceId), "media", id);
}
