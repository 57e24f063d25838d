/** Whole files between the local folder and the store. */
import { readFileSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import { dirname } from "node:path";
import { withFile } from "../../files/handles.ts";
import { makeFolder } from "../files.ts";
import type { FileChange, StoredFiles } from "./port.ts";
import { createPageSum, type PageSum } from "./sums.ts";

/** What came of a file. */
export interface Downloaded {
  readonly sum: PageSum;
  /** Whether it is all that was sent; true where that is not known. */
  readonly isWhole: boolean;
}

/** Writes a file of the store to a path, whole or not at all; null when the store has none of that name. */
export async function download(
  files: Pick<StoredFiles, "shape" | "read">,
  name: string,
  path: string,
): Promise<Downloaded | null> {
  const shape = await files.shape(name);
  if (shape === null) return null;
  const { pageSize, length } = shape;
  const sum = createPageSum();
  makeFolder(dirname(path));
  await withFile(`${path}.new`, "w", async (handle) => {
    for await (const [page, bytes] of files.read(name)) {
      await handle.write(bytes, 0, bytes.length, page * pageSize);
      sum.set(page, bytes);
    }
    await handle.truncate(length);
  });
  await rename(`${path}.new`, path);
  const isWhole = shape.sum === undefined || shape.sum === sum.value();
  sum.resume(shape.sum ?? sum.value());
  return { sum, isWhole };
}

/** All of a database that nobody has open. Throws when it was left with a log, or is none. */
export function wholeDatabase(path: string): FileChange {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new Error(`${path} has a log that was not folded in: another connection has the file.`);
  const bytes = readFileSync(path);
  const stored = bytes.length < 100 ? 0 : bytes.readUInt16BE(16); // sqlite.org/fileformat2.html#page_size
  const pageSize = stored === 1 ? 65_536 : stored;
  if (pageSize < 512 || bytes.length % pageSize !== 0) throw new Error(`${path} is not a whole database.`);
  return whole(bytes, pageSize);
}

/** All bytes of a file, cut into pages. */
function whole(bytes: Uint8Array, pageSize: number): FileChange {
  const pages = new Map<number, Uint8Array>();
  for (let page = 0; page * pageSize < bytes.length; page += 1)
    pages.set(page, bytes.subarray(page * pageSize, (page + 1) * pageSize));
  return { pageSize, length: bytes.length, pages };
}

/** Whether the store has those pages of a file that were sent; true where that is not known, or it is written to all the time. */
export async function isAsSent({ shape, read }: Pick<StoredFiles, "shape" | "read">, name: string): Promise<boolean> {
  for (let look = 0; look < looks; look += 1) {
    const expected = (await shape(name))?.sum;
    if (expected === undefined) return true;
    const sum = createPageSum();
    for await (const [page, bytes] of read(name)) sum.set(page, bytes);
    if (sum.value() === expected) return true;
    if ((await shape(name))?.sum === expected) return false;
  }
  return true;
}

/** How often a file is looked at that was written to in the meantime. */
const looks = 5;
